import { randomBytes } from 'node:crypto';
import { createClickhouseAnatomyStore } from '@total-recall/adapter-clickhouse';
import { onRealServer, sampleAnatomy, sampleRetrieval } from '@total-recall/ports/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SQL_DASHBOARDS } from './all-dashboards.ts';
import type { SqlQuery } from './dashboard.ts';
import { CLICKHOUSE } from './grafana-sources.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

const HOUR_MS = 3_600_000;
const TENANTS = ['acme', "Zeta & Daughter's"];
const panels = SQL_DASHBOARDS.flatMap(({ title, rows }) =>
  rows.flatMap((row) => row.panels.map((panel) => ({ name: `${title} / ${row.title} / ${panel.title}`, ...panel }))),
);

await onRealServer('clickhouse', (server) => {
  const { origin, username, password } = new URL(server.url);
  const login = { ...(username !== '' && { username, password: decodeURIComponent(password) }) };
  const database = `t${randomBytes(6).toString('hex')}`;
  const now = Date.now();

  /** Replaces macros and variables as Grafana and its plugin do. */
  const filledIn = (sql: string): string =>
    sql
      .replaceAll(
        /\$__timeFilter\((\w+)\)/g,
        (_, at) => `${at} >= toDateTime(${seconds(now - 6 * HOUR_MS)}) AND ${at} <= toDateTime(${seconds(now)})`,
      )
      .replaceAll('${database}', database)
      .replaceAll('${tenant:singlequote}', TENANTS.map((tenant) => `'${tenant.replaceAll("'", "\\'")}'`).join(','));
  const ask = async (sql: string): Promise<Rows> => {
    const headers =
      username === '' ? undefined : { authorization: `Basic ${Buffer.from(`${username}:${login.password}`).toString('base64')}` };
    const answer = await fetch(`${origin}/?default_format=JSONEachRow`, { method: 'POST', body: sql, ...(headers && { headers }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${sql}\n${text}`);
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Rows[number]]));
  };

  beforeAll(async () => {
    const store = await createClickhouseAnatomyStore({ clickhouse: { url: origin, database, ...login } });
    for (const [at, tenant] of TENANTS.entries()) await fill(store, tenant, now - (at + 1) * HOUR_MS);
    await store.close();
  });
  afterAll(() => ask(`DROP DATABASE IF EXISTS ${database} SYNC`));

  describe('panels over ClickHouse', () => {
    it.each(panels)('$name shows what is there', async ({ kind, queries }) => {
      for (const { sql } of queries) {
        const query = filledIn(sql);
        expect(query).not.toContain('$');
        const rows = await ask(query);
        expect(rows, query).not.toEqual([]);
        const numbers = rows.flatMap((row) => Object.entries(row).filter(([name]) => !['time', 'at', 'last hour'].includes(name)));
        expect(
          numbers.some(([, value]) => Number(value) > 0),
          JSON.stringify(rows),
        ).toBe(true);
        expect(
          numbers.every(([, value]) => value !== 'nan' && value !== 'inf'),
          JSON.stringify(rows),
        ).toBe(true);
        if (kind === 'lines')
          expect(
            rows.every((row) => typeof row['time'] === 'string'),
            query,
          ).toBe(true);
      }
    });

    it('leave out tenants that are not chosen, and hours outside the range', async () => {
      const [first] = panels.find(({ title }) => title === 'The busiest tenants')!.queries as readonly SqlQuery[];
      expect((await ask(filledIn(first!.sql))).map((row) => row['tenant']).toSorted()).toEqual([...TENANTS].toSorted());
      const one = filledIn(first!.sql.replace('${tenant:singlequote}', "'acme'"));
      expect((await ask(one)).map((row) => row['tenant'])).toEqual(['acme']);
      expect(await ask(one.replaceAll(`toDateTime(${seconds(now)})`, `toDateTime(${seconds(now - 5 * HOUR_MS)})`))).toEqual([]);
    });

    it('offer the tenants that there are', async () => {
      const { query } = CLICKHOUSE.variables.find((variable) => 'name' in variable && variable.name === 'tenant') as { query: string };
      expect((await ask(filledIn(query))).map((row) => row['tenant'])).toEqual([...TENANTS].toSorted());
    });
  });
});

function seconds(ms: number): number {
  return Math.floor(ms / 1_000);
}

type Store = Awaited<ReturnType<typeof createClickhouseAnatomyStore>>;

/** Writes an hour of a tenant: two windows, one of them after a compaction, two recalls, and an agent's use of them. */
async function fill(store: Store, tenant: string, at: number): Promise<void> {
  const place = { tenant, space: 'depots', session: 'agent-1' };
  const parts = { markerTokens: 40, packTokens: 7, taskStateTokens: 5, skillTokens: 3, workspaceFileTokens: 2 };
  await store.appendAnatomy([
    { ...sampleAnatomy('t1', { assembledAt: at, ...parts }), ...place },
    { ...sampleAnatomy('t2', { assembledAt: at, ...parts, compactionCycle: 1 }), ...place },
  ]);
  await store.appendRetrievals([
    { ...sampleRetrieval('r1', { at, tookMs: 10, confidence: 0.5 }), ...place },
    { ...sampleRetrieval('r2', { at, tookMs: 90, confidence: 1, outcome: 'unsure', attempts: 1 }), ...place },
  ]);
  const turns = [1, 2].map((turn) => ({ ...place, turn, at, byModel: turn === 2 }));
  const received = [{ ...place, retrievalId: 'r1', eventId: 'c1', ordinal: 3, turn: 2, at, evidence: 4 }];
  const uses = (['cited', 'exact'] as const).map((kind, order) => ({
    ...place,
    retrievalId: 'r1',
    eventId: `e${order}`,
    kind,
    byEventId: 'w',
    at,
    afterEvents: 1,
    afterTurns: 0,
  }));
  await store.demand.append({ follower: `f-${tenant}`, offset: 1, turns, received, uses });
}

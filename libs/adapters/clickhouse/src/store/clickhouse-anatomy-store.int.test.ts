import type { Anatomy } from '@total-recall/domain';
import { createMetrics } from '@total-recall/observability';
import { codeOf, onRealServer, sampleAnatomy, sampleRetrieval, startFaultProxy, type Mishap } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { databaseOfItsOwn } from '../../testing/database-of-its-own.ts';
import { createClickhouseAnatomyStore } from './clickhouse-anatomy-store.ts';
import { QUEUE_LIMITS } from './insert-queue.ts';

const PLACE = { tenant: 'acme', space: 'demo', session: 'alpha' };
const HOUR_MS = 3_600_000;
/** Half past an hour, so that records minutes apart fall into the same hour. */
const AT = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS / 2;

await onRealServer('clickhouse', (server) => {
  type Own = ReturnType<typeof databaseOfItsOwn>;
  const withOwn = (body: (own: Own) => Promise<void>) => async (): Promise<void> => {
    const own = databaseOfItsOwn(server);
    await body(own).finally(own.remove);
  };
  const many = (count: number, from = 0): Anatomy[] => Array.from({ length: count }, (_, at) => sampleAnatomy(`t${from + at}`));

  it(
    'takes what comes while ClickHouse is away without waiting, up to its limit, and writes all of it once afterwards',
    withOwn(async (own) => {
      const mishaps: Mishap[] = [];
      let away = false;
      const way = await startFaultProxy(server.url, () => (away ? 'refused' : (mishaps.shift() ?? 'none')));
      const metrics = createMetrics();
      const measured = async (name: string): Promise<string[]> =>
        (await metrics.render())
          .split('\n')
          .filter((line) => line.startsWith(`total_recall_analytics_${name}`) && line.includes('"anatomy"'));
      const store = await createClickhouseAnatomyStore({ clickhouse: { ...own.clickhouse, url: way.url }, metrics });
      away = true;
      await store.appendAnatomy(many(QUEUE_LIMITS.waitingRows));
      expect(await codeOf(store.appendAnatomy(many(1, 20_000)))).toBe('unavailable');
      expect(await codeOf(store.anatomy({ ...PLACE, limit: 1 }))).toBe('unavailable');
      expect(await codeOf(store.demand.append({ follower: 'f', offset: 1, turns: [], received: [], uses: [] }))).toBe('unavailable');
      expect(await measured('dropped_records_total')).toContain(
        'total_recall_analytics_dropped_records_total{table="anatomy",reason="full"} 1',
      );
      expect(await measured('queued_records')).toEqual([
        `total_recall_analytics_queued_records{table="anatomy"} ${QUEUE_LIMITS.waitingRows}`,
      ]);
      expect(await measured('write_failures_total')).not.toEqual(['total_recall_analytics_write_failures_total{table="anatomy"} 0']);
      // ClickHouse is back, and its first answer is lost.
      mishaps.push('lost-answer');
      away = false;
      await store.close();
      await way.close();
      expect(await measured('queued_records')).toEqual(['total_recall_analytics_queued_records{table="anatomy"} 0']);
      expect(await measured('queue_age_seconds')).toEqual(['total_recall_analytics_queue_age_seconds{table="anatomy"} 0']);
      expect(await measured('written_records_total')).toEqual([
        `total_recall_analytics_written_records_total{table="anatomy"} ${QUEUE_LIMITS.waitingRows}`,
      ]);
      const connection = own.connect();
      expect(await connection.rows('SELECT count() AS rows, uniqExact(turn_id) AS ids FROM anatomy')).toEqual([
        { rows: QUEUE_LIMITS.waitingRows, ids: QUEUE_LIMITS.waitingRows },
      ]);
      expect(await connection.rows('SELECT sum(windows) AS windows FROM windows_by_hour')).toEqual([{ windows: QUEUE_LIMITS.waitingRows }]);
      await connection.close();
    }),
  );

  it(
    'writes nothing of what another process erased while it waited here',
    withOwn(async (own) => {
      let away = false;
      const way = await startFaultProxy(server.url, () => (away ? 'refused' : 'none'));
      const cutOff = await createClickhouseAnatomyStore({ clickhouse: { ...own.clickhouse, url: way.url } });
      const eraser = await createClickhouseAnatomyStore({ clickhouse: own.clickhouse });
      away = true;
      await cutOff.appendAnatomy([sampleAnatomy('t1'), sampleAnatomy('t2', { session: 'beta' })]);
      await cutOff.appendRetrievals([sampleRetrieval('r1'), sampleRetrieval('r2', { session: 'beta' })]);
      await eraser.erase!(PLACE);
      cutOff.forgetWaiting(PLACE);
      away = false;
      await cutOff.close();
      expect(await eraser.anatomy({ ...PLACE, limit: 9 })).toEqual([]);
      expect((await eraser.anatomy({ ...PLACE, session: 'beta', limit: 9 })).map(({ turnId }) => turnId)).toEqual(['t2']);
      expect((await eraser.retrievals({ tenant: 'acme', space: 'demo', limit: 9 })).map(({ retrievalId }) => retrievalId)).toEqual(['r2']);
      await eraser.close();
      await way.close();
    }),
  );

  it(
    'opens where nothing answers only if it may, and makes its tables once ClickHouse is there',
    withOwn(async (own) => {
      let away = true;
      const way = await startFaultProxy(server.url, () => (away ? 'refused' : 'none'));
      const clickhouse = { ...own.clickhouse, url: way.url };
      expect(await codeOf(createClickhouseAnatomyStore({ clickhouse }))).toBe('unavailable');
      expect(await codeOf(createClickhouseAnatomyStore({ clickhouse: { ...clickhouse, database: 'a b' }, mayBeAway: true }))).toBe(
        'invalid_request',
      );
      const unused = await createClickhouseAnatomyStore({ clickhouse, mayBeAway: true });
      await unused.close();
      const store = await createClickhouseAnatomyStore({ clickhouse, mayBeAway: true });
      await store.appendAnatomy(many(3));
      expect(await codeOf(store.anatomy({ ...PLACE, limit: 9 }))).toBe('unavailable');
      expect(await codeOf(store.demand.progress('f'))).toBe('unavailable');
      away = false;
      expect(await store.anatomy({ ...PLACE, limit: 9 })).toHaveLength(3);
      expect(await store.demand.progress('f')).toBe(-1);
      await store.close();
      await way.close();
    }),
  );

  it(
    'drops a record that no table takes, and no other',
    withOwn(async ({ clickhouse }) => {
      const store = await createClickhouseAnatomyStore({ clickhouse });
      const bad = sampleAnatomy('bad', { turn: 'first' as unknown as number });
      await store.appendAnatomy([...many(5), bad, ...many(5, 5)]);
      expect(await store.anatomy({ ...PLACE, limit: 100 })).toHaveLength(10);
      const turns = [{ ...PLACE, turn: 'first' as unknown as number, at: AT, byModel: true }];
      expect(await codeOf(store.demand.append({ follower: 'f', offset: 7, turns, received: [], uses: [] }))).toBe('invalid_request');
      expect(await store.demand.progress('f')).toBe(-1);
      await store.close();
    }),
  );

  it(
    'sums the hours of a space for dashboards as rows come in',
    withOwn(async (own) => {
      const store = await createClickhouseAnatomyStore(own);
      await store.appendAnatomy([
        sampleAnatomy('t1', { assembledAt: AT, totalTokens: 100, packTokens: 7, knowledgeTokens: 30 }),
        sampleAnatomy('t2', { assembledAt: AT + 60_000, totalTokens: 50, compactionCycle: 1 }),
        sampleAnatomy('t3', { assembledAt: AT + 120_000, totalTokens: 50, compactionCycle: 1 }),
        sampleAnatomy('t4', { assembledAt: AT - HOUR_MS, tenant: 'other' }),
      ]);
      await store.appendRetrievals([
        sampleRetrieval('r1', { at: AT, tookMs: 10, confidence: 0.5 }),
        sampleRetrieval('r2', { at: AT, tookMs: 20, confidence: 1, outcome: 'nothing_found', attempts: 0 }),
        sampleRetrieval('r3', { at: AT, tookMs: 30, pushed: true }),
      ]);
      const turns = [1, 2].map((turn) => ({ ...PLACE, turn, at: AT, byModel: turn === 2 }));
      const use = { ...PLACE, retrievalId: 'r1', eventId: 'e1', byEventId: 'w', at: AT, afterEvents: 1, afterTurns: 0 };
      const received = [{ ...PLACE, retrievalId: 'r1', eventId: 'c1', ordinal: 3, turn: 2, at: AT, evidence: 4 }];
      const batch = { follower: 'f', offset: 1, turns, received, uses: [{ ...use, kind: 'exact' as const }] };
      // Appending the batch a second time changes nothing.
      for (let time = 0; time < 2; time++) await store.demand.append(batch);
      await store.close();

      const connection = own.connect();
      const place = "tenant = 'acme' AND space = 'demo'";
      expect(
        await connection.rows(`SELECT toUnixTimestamp(at) AS hour, sum(windows) AS windows, sum(total_tokens) AS tokens, sum(pack_tokens) AS pack,
            sum(knowledge_tokens) AS knowledge, sum(compacted_windows) AS compacted, uniqMerge(compactions) AS compactions FROM windows_by_hour WHERE ${place} GROUP BY at`),
      ).toEqual([{ hour: (AT - HOUR_MS / 2) / 1_000, windows: 3, tokens: 200, pack: 7, knowledge: 30, compacted: 2, compactions: 1 }]);
      expect(
        await connection.rows(`SELECT sum(recalls) AS recalls, sum(pushed) AS pushed, sum(answered) AS answered, sum(nothing_found) AS nothing,
            sum(escalated) AS escalated, sum(confidence) / sum(judged) AS confidence, quantilesTDigestMerge(0.5, 0.95, 0.99)(took_ms)[1] AS median
            FROM recalls_by_hour WHERE ${place}`),
      ).toEqual([{ recalls: 2, pushed: 1, answered: 1, nothing: 1, escalated: 1, confidence: 0.75, median: 20 }]);
      expect(
        await connection.rows(`SELECT sum(turns) AS turns, sum(model_turns) AS model_turns, sum(received) AS received, sum(evidence) AS evidence,
            sum(exact) AS exact, sum(near) AS near FROM demand_by_hour WHERE ${place}`),
      ).toEqual([{ turns: 2, model_turns: 1, received: 1, evidence: 4, exact: 1, near: 0 }]);
      await connection.close();
    }),
  );
});

import { entryTokens, type NewEvent, type SessionState } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores, type MemoryStores } from '../../testing/memory-ingest.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const [OLD, NEW] = ['o200k', 'claude'].map((family) => ({ windowTokens: 6_000, markerCap: 3, family }));

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const step = (at: number): NewEvent[] => {
  const call = { id: `call-${at}`, name: 'read_file' };
  return [
    { kind: 'user_message', text: `request ${at}: look at module_${at}.ts for the timeout of the gateway` },
    { kind: 'tool_call', call: { ...call, arguments: `{"path":"src/module_${at}.ts"}` } },
    { kind: 'tool_result', call, text: `gateway_${at}.timeout = ${at} seconds; `.repeat(20 + at) },
    { kind: 'agent_message', text: `module_${at} waits ${at} seconds` },
  ];
};

/** Runs one process under a policy, over the same stores. */
async function under(
  stores: MemoryStores,
  policy: typeof OLD,
  run: (ingest: ReturnType<typeof createMemoryIngest>['ingest']) => Promise<unknown>,
): Promise<SessionState> {
  const { ingest, failures, violations } = createMemoryIngest(stores, tokens, { policy });
  await ingest.start();
  await run(ingest);
  await ingest.settle(30_000);
  await ingest.stop();
  expect([failures, violations]).toEqual([[], []]);
  return (await stores.sessions.load(ADDRESS))!;
}

const appendSteps = (from: number, to: number) => async (ingest: ReturnType<typeof createMemoryIngest>['ingest']) => {
  for (let at = from; at < to; at++) await ingest.append({ ...ADDRESS, events: step(at), wait: 'searchable' });
};

async function recounts(stores: MemoryStores): Promise<number> {
  const { deps } = createMemoryIngest(stores, tokens);
  const events = await stores.index.sessionEvents({ ...ADDRESS, fromOrdinal: 1, limit: 1_000 });
  const opened = await deps.sealer.openAll(events.map(({ record }) => record));
  return opened.filter(({ body }) => typeof body !== 'string' && body.compaction?.type === 'TokensRecounted').length;
}

describe('a change of model family', () => {
  it('recounts with the next append: entries as if always of the new family, previews, markers within their bound', async () => {
    const stores = createMemoryStores();
    const before = await under(stores, OLD!, appendSteps(0, 16));
    expect([before.family, before.markers.length > 0]).toEqual(['o200k', true]);
    const after = await under(stores, NEW!, appendSteps(16, 17));
    expect(after.family).toBe('claude');
    expect(after.entries.filter(({ family }) => family !== undefined)).toEqual([]);
    for (const { tokens: own } of after.markers) expect(own).toBeLessThanOrEqual(60);

    // The same events in a session that had the new family from the start.
    const other = createMemoryStores();
    const fresh = await under(other, { ...NEW!, windowTokens: 200_000 }, appendSteps(0, 17));
    const counted = new Map(fresh.entries.map((entry) => [entry.turn + entry.kind, entry.tokens]));
    for (const entry of after.entries) expect(entry.tokens).toEqual(counted.get(entry.turn + entry.kind));
    const ofOld = new Map(before.entries.map((entry) => [entry.id, entry.tokens.whole]));
    const both = after.entries.filter(({ id }) => ofOld.has(id));
    expect(both.length).toBeGreaterThan(4);
    for (const { id, tokens: now } of both) expect(now.whole).toBeGreaterThan(ofOld.get(id)!);
    expect(after.entries.reduce((sum, entry) => sum + entryTokens(entry), 0)).toBeLessThan(6_000);
  });

  it('is in the log: a read model made anew has the same bytes, and decides nothing (I-07, I-15)', async () => {
    const stores = createMemoryStores();
    await under(stores, OLD!, appendSteps(0, 12));
    const after = await under(stores, NEW!, appendSteps(12, 20));
    expect(await recounts(stores)).toBe(1);
    const end = await stores.log.end(0);
    const { log, keys, artifactStore } = stores;
    const rebuilt = await under({ ...createMemoryStores(), log, keys, artifactStore }, NEW!, async () => undefined);
    expect(JSON.stringify(rebuilt)).toBe(JSON.stringify(after));
    expect(await stores.log.end(0)).toBe(end);
  });

  it('of a long session is counted in parts, all before the next compaction', async () => {
    const stores = createMemoryStores();
    const [wide, narrow] = [
      { ...OLD!, windowTokens: 400_000 },
      { ...NEW!, windowTokens: 20_000 },
    ];
    const before = await under(stores, wide, appendSteps(0, 90));
    expect(before.entries).toHaveLength(360);
    const after = await under(stores, narrow, (ingest) => ingest.compact({ ...ADDRESS, trigger: 'demand' }));
    expect([await recounts(stores), after.family, after.cycle]).toEqual([2, 'claude', 1]);
    expect(after.entries.filter(({ family }) => family !== undefined)).toEqual([]);
    expect(after.entries.reduce((sum, entry) => sum + entryTokens(entry), 0)).toBeLessThan(20_000);
  });

  it('back and forth counts what it counted at first', async () => {
    const stores = createMemoryStores();
    const wide = { windowTokens: 100_000 };
    const before = await under(stores, { ...OLD!, ...wide }, appendSteps(0, 6));
    await under(stores, { ...NEW!, ...wide }, appendSteps(6, 7));
    const back = await under(stores, { ...OLD!, ...wide }, appendSteps(7, 8));
    expect(back.entries.slice(0, before.entries.length)).toEqual(before.entries);
    expect(await recounts(stores)).toBe(2);
  });
});

import type { NewEvent } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';

const PLACE = { tenant: 'acme', space: 'main', session: 's1' };
const turns = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: at % 2 === 0 ? ('user_message' as const) : ('agent_message' as const),
    text: `Turn ${at}: ${'the boats left the harbour early and came back late '.repeat(12)}`,
  }));
/** Longer than a test may take, so that a wait for nothing fails. */
const retriever = { compactionTimeoutMs: 120_000 };

describe('a window of a session that does not fit it', () => {
  it('is not waited for where no compaction is on its way, as after its policy shrank', async () => {
    const stores = createServiceStores();
    const service = createMemoryService(stores, { policy: { windowTokens: 64_000 }, retriever });
    await service.ingest.start();
    await service.ingest.append({ ...PLACE, events: turns(120) });
    expect((await service.retriever.assembleWindow(PLACE)).cycle).toBe(0);
    await stores.control.putPolicy({ at: 'session/acme/main/s1', settings: { windowTokens: 8_000 }, updatedAt: 1 });
    await expect(service.retriever.assembleWindow(PLACE)).rejects.toMatchObject({ code: 'window_over_budget' });
    expect(await service.ingest.compact({ ...PLACE, trigger: 'overflow' })).toMatchObject({ kind: 'compacted' });
    const window = await service.retriever.assembleWindow(PLACE);
    expect(window.tokens.total + window.budgets.headroom).toBeLessThanOrEqual(8_000);
    expect([service.violations, service.failures]).toEqual([[], []]);
    await service.ingest.stop();
  });

  it('comes with the compaction that a burst brings', async () => {
    const service = createMemoryService(createServiceStores(), { policy: { windowTokens: 8_000 }, retriever });
    await service.ingest.start();
    for (let burst = 0; burst < 5; burst++) {
      await service.ingest.append({ ...PLACE, events: turns(60) });
      const window = await service.retriever.assembleWindow(PLACE);
      expect(window.tokens.total + window.budgets.headroom).toBeLessThanOrEqual(8_000);
      expect(window.cycle).toBeGreaterThan(burst);
    }
    expect([service.violations, service.failures]).toEqual([[], []]);
    await service.ingest.stop();
  });

  it('is assembled with the markers that stand where their cap was lowered', async () => {
    const stores = createServiceStores();
    const service = createMemoryService(stores, { policy: { windowTokens: 8_000 }, retriever });
    await service.ingest.start();
    for (let burst = 0; burst < 6; burst++) await service.ingest.append({ ...PLACE, events: turns(60), wait: 'searchable' });
    const before = await service.retriever.assembleWindow(PLACE);
    const count = before.blocks.filter(({ kind }) => kind === 'marker').length;
    expect(count).toBeGreaterThan(1);
    await stores.control.putPolicy({ at: 'session/acme/main/s1', settings: { windowTokens: 8_000, markerCap: 1 }, updatedAt: 1 });
    const after = await service.retriever.assembleWindow(PLACE);
    expect(after.blocks.filter(({ kind }) => kind === 'marker')).toHaveLength(count);
    expect([service.violations, service.failures]).toEqual([[], []]);
    await service.ingest.stop();
  });
});

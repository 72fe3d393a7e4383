import type { NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';

type MemoryService = ReturnType<typeof createMemoryService>;
const PLACE = { tenant: 'acme', space: 'main', session: 'work' };

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const step = (at: number): NewEvent[] => {
  const call = { id: `call-${at}`, name: 'inspect' };
  return [
    { kind: 'user_message', text: `how large is table ${at}, in rows and in bytes?` },
    { kind: 'tool_call', call: { ...call, arguments: `{"table":"table_${at}"}` } },
    { kind: 'tool_result', call, text: `table_${at} holds ${at * 37} rows of ${at} bytes; `.repeat(12) },
  ];
};

async function under<T>(
  stores: MemoryService['stores'],
  family: string,
  windowTokens: number,
  run: (service: MemoryService) => Promise<T>,
): Promise<T> {
  const service = createMemoryService(stores, { policy: { family, windowTokens }, tokens });
  await service.ingest.start();
  const result = await run(service);
  await service.ingest.stop();
  expect([service.failures, service.violations]).toEqual([[], []]);
  return result;
}

describe('a window after a change of model family, before any event', () => {
  it('is counted for the new family, and fits it by a plan of its own until the session is recounted', async () => {
    const stores = createServiceStores();
    const before = await under(stores, 'o200k', 8_192, async ({ ingest, retriever }) => {
      let at = 0;
      do {
        await ingest.append({ ...PLACE, events: step(at++), wait: 'searchable' });
      } while ((await retriever.assembleWindow(PLACE)).tokens.total < 5_600);
      return retriever.assembleWindow(PLACE);
    });
    expect(before.cycle).toBe(0);
    const [one, two] = await under(stores, 'claude', 8_192, async ({ retriever }) => [
      await retriever.assembleWindow(PLACE),
      await retriever.assembleWindow(PLACE),
    ]);
    expect(two!.blocks).toEqual(one!.blocks);
    expect(one!.tokens.total).toBeLessThanOrEqual(8_192 - one!.budgets.headroom);
    expect(one!.blocks.some(({ kind }) => kind === 'marker')).toBe(true);
    const larger = new Map(before.blocks.map((block) => [block.eventId, block]));
    const same = one!.blocks.filter(({ eventId, text }) => eventId !== undefined && larger.get(eventId)?.text === text);
    expect(same.length).toBeGreaterThan(3);
    for (const { eventId, tokens: now } of same) expect(now).toBeGreaterThan(larger.get(eventId)!.tokens);
    expect((await stores.sessions.load(PLACE))!.family).toBe('o200k');

    const after = await under(stores, 'claude', 8_192, async ({ ingest, retriever }) => {
      await ingest.append({ ...PLACE, events: [{ kind: 'user_message', text: 'and which one is the largest?' }] });
      await ingest.settle(30_000);
      return retriever.assembleWindow(PLACE);
    });
    expect([(await stores.sessions.load(PLACE))!.family, after.cycle]).toEqual(['claude', 1]);
    expect(after.tokens.total).toBeLessThanOrEqual(8_192 - after.budgets.headroom);
  });

  it('shows the same events where there is room, with the counts that the projector comes to', async () => {
    const stores = createServiceStores();
    await under(stores, 'o200k', 64_000, async ({ ingest }) => {
      for (let at = 0; at < 6; at++) await ingest.append({ ...PLACE, events: step(at), wait: 'searchable' });
      await ingest.updateTaskState({ ...PLACE, update: { fields: { goals: ['size all tables of the store'] } } });
      await ingest.settle(30_000);
    });
    const viewed = await under(stores, 'claude', 64_000, ({ retriever }) => retriever.assembleWindow(PLACE));
    const folded = await under(stores, 'claude', 64_000, async ({ ingest, retriever }) => {
      await ingest.append({ ...PLACE, events: [{ kind: 'user_message', text: 'thanks' }] });
      await ingest.settle(30_000);
      return retriever.assembleWindow(PLACE);
    });
    const counts = new Map(folded.blocks.map((block) => [block.eventId ?? block.kind, block.tokens]));
    expect(viewed.blocks.length).toBeGreaterThan(18);
    for (const block of viewed.blocks) expect(counts.get(block.eventId ?? block.kind)).toBe(block.tokens);
  });
});

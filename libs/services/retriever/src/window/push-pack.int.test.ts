import type { NewEvent, PolicySettings } from '@total-recall/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';

const PLACE = { tenant: 'acme', space: 'main', session: 'work' };
const FACT = 'The spare fuse of the harbour crane lies in drawer 48151 of the depot.';
const chatter = (count: number, words = 60): NewEvent[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: at % 2 === 0 ? 'user_message' : 'agent_message',
    text: `Report ${at}: ${'the weather was mild and boats left early '.repeat(Math.ceil(words / 8))}`,
  }));

/** Builds a session with an early fact that was evicted from its window long ago. */
async function compacted(policy: PolicySettings, more: readonly NewEvent[] = []) {
  const service = createMemoryService(createServiceStores(), { policy: { windowTokens: 8_192, ...policy } });
  await service.ingest.start();
  await service.ingest.append({ ...PLACE, events: [...chatter(6), { kind: 'user_message', text: FACT }, ...chatter(90)] });
  await service.ingest.settle(30_000);
  await service.ingest.compact({ ...PLACE, trigger: 'demand', targetTokens: 3_000 });
  if (more.length > 0) await service.ingest.append({ ...PLACE, events: more });
  await service.ingest.settle(30_000);
  return service;
}
const asking = { blocks: { system: 'You help.', userMessage: 'Where is the spare fuse of the crane?' } };

describe('the push pack', () => {
  it('is off by default', async () => {
    const { retriever, ingest } = await compacted({});
    const window = await retriever.assembleWindow({ ...PLACE, ...asking });
    expect(window.blocks.some(({ kind }) => kind === 'pack')).toBe(false);
    expect(window.tokens.pack).toBe(0);
    expect(await retriever.retrievals({ ...PLACE, limit: 5 })).toEqual([]);
    await ingest.stop();
  });

  it('brings what went and the turn is about, as data, and nothing that the window shows anyway', async () => {
    const { retriever, ingest, violations } = await compacted({ pushTokens: 400 });
    const window = await retriever.assembleWindow({ ...PLACE, ...asking, format: 'openai' });
    const pack = window.blocks.at(-2)!;
    expect([pack.kind, window.blocks.at(-1)!.kind]).toEqual(['pack', 'user_message']);
    expect(pack.text).toMatch(/^<recalled id=/);
    expect(pack.text).toContain('drawer 48151');
    expect(window.tokens.pack).toBe(pack.tokens);
    expect(window.anatomy).toMatchObject({
      packTokens: pack.tokens,
      packBytes: Buffer.byteLength(pack.text),
      totalTokens: window.tokens.total,
    });
    const shown = new Set(window.blocks.flatMap(({ eventId }) => eventId ?? []));
    for (const [, id] of pack.text.matchAll(/<event id="([^"]+)"/g)) expect(shown.has(id!)).toBe(false);
    expect(violations).toEqual([]);
    await ingest.stop();
  });

  it('is nobody’s pull: it stands in the log as pushed, and is not found again (I-13)', async () => {
    const { retriever, ingest } = await compacted({ pushTokens: 400 });
    const window = await retriever.assembleWindow({ ...PLACE, ...asking });
    const [logged] = await retriever.retrievals({ ...PLACE, limit: 5 });
    expect(logged).toMatchObject({ pushed: true, uses: [] });
    expect((await retriever.demand({ ...PLACE, by: 'all', limit: 1 })).groups).toMatchObject([{ retrievals: 0, recallTurns: 0 }]);
    const call = { id: 'c', name: 'note' };
    const pasted: NewEvent[] = [
      { kind: 'tool_call', call: { ...call, arguments: '{}' } },
      { kind: 'tool_result', call, text: window.blocks.find(({ kind }) => kind === 'pack')!.text },
    ];
    const { events } = await ingest.append({ ...PLACE, events: pasted });
    await ingest.settle(30_000);
    const { hits } = await retriever.recall({ ...PLACE, queries: ['spare fuse drawer 48151'], limit: 100 });
    expect(hits.map(({ eventId }) => eventId)).not.toContain(events[1]!.id);
    await ingest.stop();
  });

  it('follows the topic where nobody spoke lately', async () => {
    const silent = Array.from({ length: 8 }, (_, at): NewEvent => ({
      kind: 'agent_message',
      text: `Looking at the crane again, step ${at}.`,
    }));
    const { retriever, ingest } = await compacted({ pushTokens: 400 }, silent);
    await retriever.assembleWindow(PLACE);
    const window = await retriever.assembleWindow(PLACE);
    expect(window.blocks.at(-1)!.kind).toBe('pack');
    expect(window.blocks.at(-1)!.text).toContain('drawer 48151');
    await ingest.stop();
  });

  it('I-04 never brings a window over its budget, however full it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 64, max: 1_000 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 4_200, max: 8_192 }),
        async (pushTokens, count, windowTokens) => {
          const service = createMemoryService(createServiceStores(), { policy: { windowTokens: 8_192, pushTokens } });
          await service.ingest.start();
          await service.ingest.append({ ...PLACE, events: [{ kind: 'user_message', text: FACT }, ...chatter(count, 160)] });
          await service.ingest.settle(30_000);
          const window = await service.retriever.assembleWindow({ ...PLACE, ...asking, windowTokens }).catch((error: unknown) => error);
          if (window instanceof Error) expect(window).toMatchObject({ code: 'window_over_budget' });
          expect(service.violations).toEqual([]);
          await service.ingest.stop();
        },
      ),
      { numRuns: 15 },
    );
  });
});

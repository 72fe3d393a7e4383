import type { AssembledWindow, NewEvent } from '@total-recall/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMemoryService, createReadModel, createServiceStores } from '../../testing/memory-service.ts';

const SESSIONS = ['s1', 's2', 's3'].map((session) => ({ tenant: 'acme', space: 'main', session }));
const POLICY = { windowTokens: 3_000, markerCap: 3 };

const arbitrarySteps = fc.array(
  fc.record({
    session: fc.nat(SESSIONS.length - 1),
    act: fc.constantFrom('ask', 'work', 'work', 'pin', 'card', 'late'),
    size: fc.integer({ min: 5, max: 160 }),
  }),
  { minLength: 40, maxLength: 90, size: 'max' },
);

function eventsOf(act: string, size: number, at: number): NewEvent[] {
  const call = { id: `call-${at}`, name: 'read_file' };
  const text = `step ${at} `.repeat(size);
  if (act === 'work')
    return [
      { kind: 'thinking', text: `thought ${at}` },
      { kind: 'tool_call', call: { ...call, arguments: `{"path":"src/file_${at}.ts"}` } },
      { kind: 'tool_result', call, text },
    ];
  if (act === 'late') return [{ kind: 'tool_result', call: { ...call, id: `call-${at - 3}` }, text: `late ${at}` }];
  if (act === 'pin') return [{ kind: 'decision', text: `decided ${at}`, meta: { pinned: size % 3 === 0 } }];
  return [{ kind: 'user_message', text: `ask ${at} ${text}` }];
}

/** Strips a window of the ids and times of its assembly. */
function bytesOf({ blocks, tokens, budgets, turn, cycle, openai }: AssembledWindow): string {
  return JSON.stringify({ blocks, tokens, budgets, turn, cycle, openai });
}

it('I-07 I-15 one log gives the same sessions, windows and markers byte for byte, event by event or in any batches, and no new decision', async () => {
  let cycles = 0;
  await fc.assert(
    fc.asyncProperty(arbitrarySteps, fc.integer({ min: 1, max: 40 }), async (steps, projectBatch) => {
      const stores = createServiceStores();
      const live = createMemoryService(stores, { policy: POLICY, ingest: { projectBatch: 1 } });
      await live.ingest.start();
      for (const [at, { session, act, size }] of steps.entries()) {
        const address = SESSIONS[session]!;
        if (act === 'card') {
          const known = await live.retriever.taskState(address).catch(() => undefined);
          if (known)
            await live.ingest.updateTaskState({
              ...address,
              update: { expectedVersion: known.state?.version ?? 0, fields: { goals: [`goal ${at}`] } },
            });
        } else {
          for (const event of eventsOf(act, size, at)) await live.ingest.append({ ...address, events: [event], wait: 'searchable' });
        }
      }
      await live.ingest.settle(30_000);
      const end = await stores.log.end(0);

      for (const batch of [projectBatch, 500]) {
        const rebuilt = { ...stores, ...createReadModel() };
        const replay = createMemoryService(rebuilt, { policy: POLICY, ingest: { projectBatch: batch } });
        await replay.ingest.start();
        await replay.ingest.settle(30_000);
        expect(await stores.log.end(0)).toBe(end);
        for (const address of SESSIONS) {
          const state = await stores.sessions.load(address);
          if (!state) continue;
          cycles += state.cycle;
          expect(JSON.stringify(await rebuilt.sessions.load(address))).toBe(JSON.stringify(state));
          const window = (service: typeof live) =>
            service.retriever
              .assembleWindow({ ...address, format: 'openai' })
              .then(bytesOf, (error: { code: string; details: unknown }) => JSON.stringify([error.code, error.details]));
          expect(await window(replay)).toBe(await window(live));
        }
        await replay.ingest.stop();
        expect([replay.failures, replay.violations]).toEqual([[], []]);
      }
      await live.ingest.stop();
      expect([live.failures, live.violations]).toEqual([[], []]);
    }),
    { numRuns: 8, endOnFailure: true },
  );
  expect(cycles).toBeGreaterThan(10);
});

import { afterEach, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';

const PLACE = { tenant: 'acme', space: 'main', session: 'work' };
const ANGLES = '＜'.repeat(400_000);

let service: ReturnType<typeof createMemoryService>;
afterEach(() => service.ingest.stop());

/** Counts the turns of the event loop that other work gets until the call has ended. */
async function turnsBeside(call: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const ended = call.catch(() => undefined).then(() => (isOver = true));
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await ended;
  return turns;
}

it('a message and files that no window can hold are refused by their length, with the part and its budget', async () => {
  service = createMemoryService(createServiceStores(), { policy: { windowTokens: 32_000 } });
  const { ingest, retriever } = service;
  await ingest.start();
  const message = { ...PLACE, blocks: { userMessage: ANGLES } };
  const details = { part: 'user', tokens: 3_125, budgetTokens: 2_048 };
  await expect(retriever.assembleWindow(message)).rejects.toMatchObject({ code: 'window_over_budget', details });
  const file = { path: 'angles.txt', text: ANGLES };
  const files = { ...PLACE, windowTokens: 8_000, blocks: { workspaceFiles: [file, file] } };
  await expect(retriever.assembleWindow(files)).rejects.toMatchObject({
    code: 'window_over_budget',
    details: { part: 'system', tokens: 6_250 },
  });
  expect(service.violations).toEqual([]);
});

it('other requests go on while large files of a call are rendered', async () => {
  service = createMemoryService(createServiceStores(), { policy: { windowTokens: 32_000, systemTokens: 8_000 } });
  const { ingest, retriever } = service;
  await ingest.start();
  const idle = await turnsBeside(retriever.assembleWindow(PLACE));
  const files = { ...PLACE, blocks: { workspaceFiles: [{ path: 'angles.txt', text: ANGLES }] } };
  // The file is looked at for lines, for tags, and for its own closing tag: each time in slices of 32 Ki characters.
  expect(await turnsBeside(retriever.assembleWindow(files))).toBeGreaterThan(idle + 24);
});

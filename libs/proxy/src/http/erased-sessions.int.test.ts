import { createLogger, createMetrics } from '@total-recall/observability';
import { TotalRecallError } from '@total-recall/runtime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { createRecordingMemory, type RecordingMemory } from '../../testing/recording-memory.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

let emulator: VendorEmulator;
let memory: RecordingMemory;
let proxy: ProxyServer;
let metrics: ReturnType<typeof createMetrics>;
let warned: object[];
const erased = new Set<string>();

beforeAll(async () => {
  emulator = await startVendorEmulator(12_000);
});
beforeEach(async () => {
  erased.clear();
  memory = createRecordingMemory('It was 42.');
  metrics = createMetrics();
  warned = [];
  const logger = createLogger({ level: 'warn', destination: { write: (line) => void warned.push(JSON.parse(line) as object) } });
  const append: RecordingMemory['append'] = (request) => {
    if (erased.has(request.session)) return Promise.reject(new TotalRecallError('erased', 'This was erased.'));
    return memory.append(request);
  };
  proxy = await openTestProxy(emulator.url, { open: () => ({ ...memory, append }), metrics, logger });
});
afterEach(() => proxy.close());
afterAll(() => emulator.close());

async function ask(messages: readonly object[], headers: Record<string, string> = {}): Promise<string | null> {
  const answer = await fetch(`${proxy.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${UPSTREAM_KEY}`, ...headers },
    body: JSON.stringify({ model: 'gpt-4o', messages }),
  });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
  return answer.headers.get('X-Total-Recall-Kept');
}

const records = async (result: string): Promise<number> => {
  const { values } = await metrics.proxyRecords.get();
  return values.find(({ labels }) => labels.result === result)?.value ?? 0;
};

it('a conversation whose session was erased goes on and is kept nowhere, which is counted, logged once and said by a header', async () => {
  const history = [{ role: 'user', content: 'My number is 42.' }];
  expect(await ask(history)).toBeNull();
  await expect.poll(() => records('recorded')).toBe(2);
  const [session] = [...memory.sessions.keys()];
  const kept = JSON.stringify([...memory.sessions]);
  erased.add(session!);
  for (const turn of [1, 2, 3]) {
    history.push({ role: 'assistant', content: 'Done.' }, { role: 'user', content: `More ${turn}.` });
    expect(await ask(history)).toBe(turn === 1 ? null : 'erased');
    await expect.poll(() => records('erased')).toBe(2 * turn);
  }
  expect(JSON.stringify([...memory.sessions])).toBe(kept);
  expect(warned).toMatchObject([{ part: 'erased' }]);
  expect(JSON.stringify(emulator.calls.at(-1)!.body.messages)).toBe(JSON.stringify(history));

  expect(await ask([{ role: 'user', content: 'Another.' }])).toBeNull();
  expect(await ask(history, { 'X-Total-Recall-Session': 'anew' })).toBeNull();
  await expect.poll(() => memory.sessions.get('anew')?.at(-2)).toBe('More 3.');
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { createRecordingMemory, type RecordingMemory } from '../../testing/recording-memory.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

const TOOL = { name: 'build', input_schema: { type: 'object' } };

let emulator: VendorEmulator;
let memory: RecordingMemory;
let proxy: ProxyServer;

beforeEach(async () => {
  emulator = await startVendorEmulator(12_000);
  memory = createRecordingMemory('Nothing.');
  proxy = await openTestProxy(emulator.url, { windowTokens: 12_000, open: () => memory });
});
afterEach(async () => {
  await proxy.close();
  await emulator.close();
});

async function send(id: string, body: object) {
  emulator.script = () => ({ id, text: `Answer ${id}.` });
  const text = JSON.stringify({ model: 'claude-opus-5-5', max_tokens: 100, ...body });
  const answer = await fetch(`${proxy.url}/v1/messages`, {
    method: 'POST',
    headers: { 'X-Api-Key': UPSTREAM_KEY, 'Anthropic-Version': '2023-06-01' },
    body: text,
  });
  await answer.text();
  const untouched = emulator.calls.at(-1)!.bytes.toString('utf8') === text;
  return { status: answer.status, window: answer.headers.get('X-Total-Recall-Window'), untouched };
}

const said = (content: string) => ({ messages: [{ role: 'user', content }] });
const goesOn = (previous: string) => ({ thread: { type: 'continue', previous_message_id: previous } });

it.each([false, true])('a thread goes on as it came, and is kept in one session, streamed: %s', async (stream) => {
  const first = await send('msg_a', { ...said('Build it.'), stream, system: 'You build.', tools: [TOOL], thread: { type: 'create' } });
  expect(first).toEqual({ status: 200, window: 'whole', untouched: true });
  expect(await send('msg_b', { ...said('Test it.'), stream, ...goesOn('msg_a') })).toEqual({
    status: 200,
    window: 'vendor_history',
    untouched: true,
  });
  expect((await send('msg_c', { ...said('Ship it.'), stream, ...goesOn('msg_b') })).untouched).toBe(true);
  expect(emulator.refused).toEqual([]);
  await proxy.close();
  expect([...memory.sessions.values()]).toEqual([['Build it.', 'Answer msg_a.', 'Test it.', 'Answer msg_b.', 'Ship it.', 'Answer msg_c.']]);
  proxy = await openTestProxy(emulator.url);
});

it('a thread that began elsewhere is kept from where it was seen', async () => {
  await send('msg_b', { ...said('Test it.'), ...goesOn('msg_of_before') });
  await send('msg_c', { ...said('Ship it.'), ...goesOn('msg_b') });
  expect(emulator.refused).toEqual([]);
  await proxy.close();
  expect([...memory.sessions.values()]).toEqual([['Test it.', 'Answer msg_b.', 'Ship it.', 'Answer msg_c.']]);
  proxy = await openTestProxy(emulator.url);
});

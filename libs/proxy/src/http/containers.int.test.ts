import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { createRecordingMemory } from '../../testing/recording-memory.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

const RECALL = { id: 'r1', name: 'recall', arguments: '{"query":"it"}' };
const TOOL = { name: 'build', input_schema: { type: 'object' } };

let emulator: VendorEmulator;
let proxy: ProxyServer;

beforeAll(async () => {
  emulator = await startVendorEmulator(12_000);
  proxy = await openTestProxy(emulator.url, { open: () => createRecordingMemory('It was 42.') });
});
afterAll(async () => {
  await proxy.close();
  await emulator.close();
});

it.each([
  [true, undefined, 'container_a'],
  [false, undefined, 'container_a'],
  [false, { skills: [{ type: 'anthropic', skill_id: 'pptx' }] }, { skills: [{ type: 'anthropic', skill_id: 'pptx' }], id: 'container_a' }],
  [true, 'container_of_before', 'container_a'],
] as const)('code of the vendor goes on behind a recall where it ran before, streamed: %s', async (stream, asked, sent) => {
  const from = emulator.calls.length;
  emulator.script = () =>
    emulator.calls.length === from + 1 ? { text: 'I look.', calls: [RECALL], container: 'container_a' } : { text: 'Done.' };
  const answer = await fetch(`${proxy.url}/v1/messages`, {
    method: 'POST',
    headers: { 'X-Api-Key': UPSTREAM_KEY, 'Anthropic-Version': '2023-06-01' },
    body: JSON.stringify({
      model: 'claude-opus-5-5',
      max_tokens: 100,
      stream,
      tools: [TOOL],
      messages: [{ role: 'user', content: 'Draw it.' }],
      ...(asked !== undefined && { container: asked }),
    }),
  });
  expect(await answer.text()).toContain('end_turn');
  expect(emulator.refused).toEqual([]);
  expect(emulator.calls.slice(from).map(({ body }) => body.container)).toEqual([asked, sent]);
});

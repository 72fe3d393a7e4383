import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingMemory } from '../../testing/recording-memory.ts';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

const RECALL = { id: 'r1', name: 'recall', arguments: '{"query":"it"}' };
const TOOLS = [{ type: 'function' as const, function: { name: 'build', parameters: { type: 'object', properties: {} } } }];

let emulator: VendorEmulator;
let proxy: ProxyServer;
let openai: OpenAI;

beforeAll(async () => {
  emulator = await startVendorEmulator(1_000_000);
});
beforeEach(async () => {
  emulator.calls.length = 0;
  proxy = await openTestProxy(emulator.url, { open: () => createRecordingMemory('It was 42.') });
  openai = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: UPSTREAM_KEY, maxRetries: 0 });
});
afterEach(() => proxy.close());
afterAll(() => emulator.close());

/** The model recalls something, and the vendor is too busy for what follows, so many times. */
function busyFor(times: number): void {
  let left = times;
  emulator.script = ({ messages }) => {
    if ((messages as unknown[]).length === 1) return { text: 'Let me look.', calls: [RECALL] };
    return left-- > 0 ? { status: 429, headers: { 'Retry-After': '0' } } : { text: 'It was 42.' };
  };
}

async function ask(isStreamed: boolean): Promise<string> {
  const asked = { model: 'gpt-4.1', messages: [{ role: 'user' as const, content: 'What was it?' }], tools: TOOLS };
  const options = { headers: { 'Idempotency-Key': 'one' } };
  if (!isStreamed) return (await openai.chat.completions.create(asked, options)).choices[0]!.message.content ?? '';
  let text = '';
  for await (const { choices } of await openai.chat.completions.create({ ...asked, stream: true }, options))
    text += choices[0]?.delta.content ?? '';
  return text;
}

describe.each([true, false])('an answer over a recall, streamed: %s', (isStreamed) => {
  it('goes on once the vendor is free again', async () => {
    busyFor(2);
    expect(await ask(isStreamed)).toBe('Let me look.\n\nIt was 42.');
    expect(emulator.calls.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', undefined, undefined, undefined]);
    expect(emulator.refused).toEqual([]);
  });

  it('ends with what the vendor says where it stays busy', async () => {
    busyFor(100);
    await expect(ask(isStreamed)).rejects.toThrow('scripted');
    expect(emulator.calls).toHaveLength(5);
  });
});

it('a first round is left to the caller', async () => {
  emulator.script = () => ({ status: 429, headers: { 'Retry-After': '0' } });
  await expect(ask(false)).rejects.toMatchObject({ status: 429 });
  expect(emulator.calls).toHaveLength(1);
});

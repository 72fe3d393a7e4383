import { createMetrics } from '@total-recall/observability';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { createRecordingMemory } from '../../testing/recording-memory.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { JsonRecord } from '../text/json-values.ts';
import type { ProxyServer } from './serve-proxy.ts';

const WINDOW = 12_000;
const TOOL = { name: 'build', input_schema: { type: 'object' } };
const BETA = 'thinking-binding-controls-2026-08-01';

let emulator: VendorEmulator;
let proxy: ProxyServer;
let metrics = createMetrics();
let thoughts = 0;

const open = () => openTestProxy(emulator.url, { windowTokens: WINDOW, open: () => createRecordingMemory('It was 42.'), metrics });
beforeEach(async () => {
  emulator = await startVendorEmulator(WINDOW);
  emulator.bindsThinking = true;
  emulator.script = () => ({ thinking: `Thought ${++thoughts}.`, text: `All is well ${'so far '.repeat(80)}.` });
  metrics = createMetrics();
  proxy = await open();
});
afterEach(async () => {
  await proxy.close();
  await emulator.close();
});

/** Says the next thing of a conversation, and takes the answer into it. */
async function say(messages: object[], text: string, fields: object = {}, headers: Record<string, string> = {}): Promise<number> {
  messages.push({ role: 'user', content: text });
  const answer = await fetch(`${proxy.url}/v1/messages`, {
    method: 'POST',
    headers: { 'X-Api-Key': UPSTREAM_KEY, 'Anthropic-Version': '2023-06-01', ...headers },
    body: JSON.stringify({
      model: 'claude-opus-5-5',
      max_tokens: 1_000,
      thinking: { type: 'adaptive' },
      tools: [TOOL],
      messages,
      ...fields,
    }),
  });
  if (answer.headers.get('content-type')?.includes('event-stream')) {
    const told = await answer.text();
    messages.push({ role: 'assistant', content: [...told.matchAll(/"text_delta","text":"([^"]*)"/g)].map(([, text]) => text).join('') });
    return told.includes('event: message_stop') && !told.includes('event: error') ? 200 : 400;
  }
  const { content } = (await answer.json()) as { content?: object[] };
  if (answer.status === 200) messages.push({ role: 'assistant', content });
  return answer.status;
}

const settings = (): unknown[] => emulator.calls.map(({ body }) => (body.thinking as JsonRecord | undefined)?.block_binding);
const DROP = { prefix_mismatch_behavior: 'drop_block' };

describe('thinking that a vendor ties to what came before it', () => {
  it('is left out once a window has changed that, at the cost of one refusal, and goes back whole until then', async () => {
    const messages: object[] = [];
    for (let turn = 0; turn < 120; turn++)
      expect(await say(messages, `Build module ${turn}.`, {}, { 'Anthropic-Beta': 'some-beta' })).toBe(200);
    expect(emulator.refused).toHaveLength(1);
    expect(emulator.calls.length).toBe(121);
    const first = settings().findIndex((setting) => setting !== undefined);
    expect(first).toBeGreaterThan(10);
    expect(
      settings()
        .slice(first)
        .every((setting) => JSON.stringify(setting) === JSON.stringify(DROP)),
    ).toBe(true);
    expect(emulator.calls[0]!.headers['anthropic-beta']).toBe('some-beta');
    expect(emulator.calls.at(-1)!.headers['anthropic-beta']).toBe(`some-beta,${BETA}`);
    expect(emulator.calls.at(-1)!.body.thinking).toEqual({ type: 'adaptive', block_binding: DROP });
    expect(await metrics.render()).toContain('total_recall_proxy_fallbacks_total{part="thinking"} 1');
  });

  it('is left out where a restart has forgotten what was recalled before it', async () => {
    let calls = 0;
    emulator.script = () =>
      ++calls === 1
        ? { thinking: 'Let me see.', calls: [{ id: 'toolu_1', name: 'recall', arguments: '{"query":"port"}' }] }
        : { thinking: `Thought ${++thoughts}.`, text: 'It was 42.' };
    const messages: object[] = [];
    expect(await say(messages, 'What was the port?')).toBe(200);
    expect(await say(messages, 'And the host?')).toBe(200);
    expect(emulator.refused).toEqual([]);
    await proxy.close();
    proxy = await open();
    expect(await say(messages, 'And the path?')).toBe(200);
    expect(emulator.refused).toHaveLength(1);
    expect(settings().at(-1)).toEqual(DROP);
  });

  it.each([false, true])('is left out where what was recalled has the window changed, streamed: %s', async (stream) => {
    await proxy.close();
    const large = createRecordingMemory('It was 42, as was said. '.repeat(250));
    proxy = await openTestProxy(emulator.url, { windowTokens: WINDOW, open: () => large, metrics });
    emulator.script = ({ messages }) =>
      JSON.stringify((messages as JsonRecord[]).at(-1)).includes('tool_result')
        ? { thinking: `Thought ${++thoughts}.`, text: 'It was 42.' }
        : { thinking: `Thought ${++thoughts}.`, calls: [{ id: `toolu_${thoughts}`, name: 'recall', arguments: '{"query":"port"}' }] };
    const messages: object[] = [];
    for (let turn = 0; turn < 12; turn++) expect(await say(messages, `What was port ${turn}?`, { stream })).toBe(200);
    expect(emulator.refused).toHaveLength(1);
    expect(JSON.stringify((emulator.refusedCalls[0]!.body.messages as JsonRecord[]).at(-1))).toContain('tool_result');
    expect(settings().at(-1)).toEqual(DROP);
    expect(await metrics.render()).toContain('total_recall_proxy_fallbacks_total{part="thinking"} 1');
  });

  it('goes where thinking is off, as such a request cannot ask for that', async () => {
    const messages: object[] = [];
    await say(messages, 'Build.');
    expect(await say(messages, 'Sum up.', { thinking: { type: 'disabled' }, tools: [{ ...TOOL, name: 'other' }] })).toBe(200);
    expect(emulator.refused).toHaveLength(1);
    expect(JSON.stringify(emulator.calls.at(-1)!.body.messages)).not.toContain('thinking');
    expect(emulator.calls.at(-1)!.headers['anthropic-beta']).toBeUndefined();
  });

  it('is refused where the caller asked for that, and no other refusal is tried again', async () => {
    const messages: object[] = [];
    const thinking = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'error' } };
    const headers = { 'Anthropic-Beta': BETA };
    await say(messages, 'Build.', { thinking }, headers);
    expect(await say(messages, 'Again.', { thinking, system: 'Other.' }, headers)).toBe(400);
    messages.pop();
    emulator.script = () => ({ status: 400 });
    expect(await say(messages, 'Again.', { thinking: { type: 'adaptive' } })).toBe(400);
    expect(emulator.calls).toHaveLength(3);
  });
});

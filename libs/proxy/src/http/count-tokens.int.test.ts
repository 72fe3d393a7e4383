import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

const WINDOW = 12_000;
const TOOL = { name: 'build', input_schema: { type: 'object' } };

let emulator: VendorEmulator;
let proxy: ProxyServer;

beforeAll(async () => {
  emulator = await startVendorEmulator(WINDOW);
  proxy = await openTestProxy(emulator.url, { windowTokens: WINDOW });
});
beforeEach(() => {
  emulator.countStatus = undefined;
});
afterAll(async () => {
  await proxy.close();
  await emulator.close();
});

function history(turns: number): object[] {
  const said = Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: `Build module ${turn}.` },
    { role: 'assistant', content: `Module ${turn} wrote ${'some output '.repeat(100)}.` },
  ]);
  return [...said.flat(), { role: 'user', content: 'And now?' }];
}

async function post(path: string, body: object, headers: Record<string, string> = {}, base = proxy.url) {
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Api-Key': UPSTREAM_KEY, 'Anthropic-Version': '2023-06-01', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

const count = (body: object, base?: string) => post('/v1/messages/count_tokens', { model: 'claude-opus-4-1', ...body }, {}, base);
const call = (body: object) => post('/v1/messages', { model: 'claude-opus-4-1', max_tokens: 4_000, ...body });

describe('count_tokens', () => {
  it.each([
    ['a history that fits', 3],
    ['one that does not', 60],
  ])('counts what would be sent of %s, our tools with it', async (_name, turns) => {
    const body = { messages: history(turns), tools: [TOOL], system: 'You build.' };
    await call(body);
    const sent = emulator.calls.at(-1)!;
    const { status, headers, body: answer } = await count(body);
    const counted = emulator.counts.at(-1)!;
    expect(answer).toEqual({ input_tokens: sent.tokens });
    expect([counted.body.messages, counted.body.tools]).toEqual([sent.body.messages, sent.body.tools]);
    expect(counted.body).not.toHaveProperty('max_tokens');
    expect([status, headers.get('X-Total-Recall-Count')]).toEqual([200, 'vendor']);
    expect(headers.get('X-Total-Recall-Window')).toBe(turns > 10 ? 'compacted' : 'whole');
    expect(emulator.refused).toEqual([]);
  });

  it('is estimated, and says so, where the vendor has no such route or does not answer; its errors come through', async () => {
    const body = { messages: history(60), tools: [TOOL] };
    const { body: exact } = await count(body);
    emulator.countStatus = 404;
    const { headers, body: estimated } = await count(body);
    expect(headers.get('X-Total-Recall-Count')).toBe('estimated');
    expect(estimated.input_tokens).toBeGreaterThanOrEqual(exact.input_tokens as number);
    expect(estimated.input_tokens).toBeLessThanOrEqual(WINDOW);
    const away = await openTestProxy('http://127.0.0.1:9');
    expect(await count(body, away.url)).toMatchObject({ status: 200, body: { input_tokens: expect.any(Number) as number } });
    await away.close();
    emulator.countStatus = 429;
    expect(await count(body)).toMatchObject({ status: 429, body: { type: 'error' } });
  });
});

describe('context_management', () => {
  const edits = [
    { type: 'clear_thinking_20251015', keep: 'all' },
    { type: 'clear_tool_uses_20250919', trigger: { type: 'input_tokens', value: 60_000 }, keep: { type: 'tool_uses', value: 3 } },
    { type: 'compact_20260112' },
    { type: 'edit_of_tomorrow', value: 1 },
  ];

  it('loses the edits that the window takes the place of, and keeps all others', async () => {
    const { headers } = await call({ messages: history(2), context_management: { edits, of_tomorrow: true } });
    expect(emulator.calls.at(-1)!.body.context_management).toEqual({ edits: [edits[0], edits[3]], of_tomorrow: true });
    expect(headers.get('X-Total-Recall-Edits')).toBe('clear_tool_uses_20250919, compact_20260112');
  });

  it('gives the window the size at which the first of them would have begun', async () => {
    const wide = await openTestProxy(emulator.url);
    const sent = async (body: object) => (await count({ messages: history(560), ...body }, wide.url)).body.input_tokens as number;
    expect(await sent({})).toBeGreaterThan(60_000);
    expect(await sent({ context_management: { edits } })).toBeLessThan(60_000);
    await wide.close();
  });

  it('stays whole in a conversation that the vendor has compacted, of which what stands before counts nothing', async () => {
    const compaction = { role: 'assistant', content: [{ type: 'compaction', content: 'Modules 0 to 59 are built.' }] };
    const messages = [...history(60), compaction, { role: 'user', content: 'Go on.' }];
    const { headers } = await call({ messages, context_management: { edits } });
    expect(headers.get('X-Total-Recall-Window')).toBe('whole');
    expect(headers.get('X-Total-Recall-Edits')).toBeNull();
    expect(emulator.calls.at(-1)!.body).toMatchObject({ messages, context_management: { edits } });
  });
});

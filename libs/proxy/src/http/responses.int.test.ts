import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingMemory, type RecordingMemory } from '../../testing/recording-memory.ts';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

type Item = OpenAI.Responses.ResponseInputItem;

const WINDOW = 12_000;
const TOOL = { type: 'function', name: 'build', parameters: { type: 'object' }, strict: false } as const;
const log = (turn: number) => `module ${turn} wrote ${'some lines of output '.repeat(60)}and ended with E${turn * 7919}`;

let emulator: VendorEmulator;
let memory: RecordingMemory;
let proxy: ProxyServer;
let openai: OpenAI;

beforeAll(async () => {
  emulator = await startVendorEmulator(WINDOW);
});
beforeEach(async () => {
  emulator.calls.length = 0;
  emulator.refused.length = 0;
  emulator.script = () => ({ text: 'Done.' });
  memory = createRecordingMemory('It is E23757.');
  proxy = await openTestProxy(emulator.url, { windowTokens: WINDOW, open: () => memory });
  openai = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: UPSTREAM_KEY, maxRetries: 0 });
});
afterEach(() => proxy.close());
afterAll(() => emulator.close());

/** An agent's work that its own list holds, in the items that a model answered with. */
function work(turns: number): Item[] {
  return Array.from({ length: turns }, (_, turn): Item[] => [
    { role: 'user', content: `Build module ${turn}.` },
    { type: 'function_call', call_id: `call_${turn}`, name: 'build', arguments: '{}' },
    { type: 'function_call_output', call_id: `call_${turn}`, output: log(turn) },
    { role: 'assistant', content: [{ type: 'output_text', text: `Module ${turn} is built.`, annotations: [] }], type: 'message' } as never,
  ]).flat();
}

const ask = { role: 'user', content: 'And now?' } as const;

describe('a request of the Responses API', () => {
  it('goes through byte for byte where it fits, whatever fields and items it has', async () => {
    const items =
      '{"type":"web_search_call","id":"ws_1","status":"completed","action":{"type":"search","query":"x"}} , {"type":"of_tomorrow","x":1.0}';
    const body = `{ "seed":12345678901234567890, "input" : [ {"role":"user","content":"h\\u00e9"}, ${items} ], "model":"gpt-4o", "x": {"input":[2]} }`;
    await fetch(`${proxy.url}/v1/responses`, { method: 'POST', headers: { Authorization: `Bearer ${UPSTREAM_KEY}` }, body });
    expect(emulator.calls.at(-1)!.bytes.toString('utf8')).toBe(body);
    const text = '{"model":"gpt-4o","input":"Hello."}';
    const answer = await fetch(`${proxy.url}/v1/responses`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${UPSTREAM_KEY}` },
      body: text,
    });
    expect(emulator.calls.at(-1)!.bytes.toString('utf8')).toBe(text);
    expect(answer.headers.get('X-Total-Recall-Window')).toBe('whole');
  });

  it('gets a window where it does not fit, and answers of the model as one response', async () => {
    const { response } = await openai.responses.create({ model: 'gpt-4o', input: [...work(40), ask], tools: [TOOL] }).withResponse();
    expect(response.headers.get('X-Total-Recall-Window')).toBe('compacted');
    const sent = emulator.calls.at(-1)!;
    expect(sent.tokens).toBeLessThanOrEqual(WINDOW);
    expect((sent.body.tools as { name: string }[]).map(({ name }) => name)).toEqual(['build', 'recall', 'open']);
    expect(sent.bytes.toString('utf8')).toContain('Use recall(query)');
    expect(emulator.refused).toEqual([]);
  });

  it('is counted by the vendor as it would be sent', async () => {
    const request = { model: 'gpt-4o', input: [...work(40), ask], tools: [TOOL] };
    await openai.responses.create(request);
    const counted = await openai.responses.inputTokens.count(request);
    expect(counted).toEqual({ object: 'response.input_tokens', input_tokens: emulator.calls.at(-1)!.tokens });
    emulator.countStatus = 404;
    const estimated = await openai.responses.inputTokens.count(request);
    emulator.countStatus = undefined;
    expect(estimated.input_tokens).toBeGreaterThan(0);
    expect(estimated.input_tokens).toBeLessThanOrEqual(WINDOW);
  });

  it.each([false, true])('is answered over a recall as one response, streamed: %s', async (isStreamed) => {
    let round = 0;
    emulator.script = () =>
      round++ === 0
        ? { thinking: 'It left.', text: 'Let me look.', calls: [{ id: 'r1', name: 'recall', arguments: '{"queries":["module 3"]}' }] }
        : { thinking: 'Found.', text: 'It was E23757.', calls: [{ id: 'b1', name: 'build', arguments: '{}' }] };
    const request = { model: 'gpt-4o', input: [...work(2), ask], tools: [TOOL], store: false };
    const done = isStreamed ? await streamed(request) : await openai.responses.create(request);
    expect(memory.asked.map(({ callId }) => callId)).toEqual(['r1']);
    expect(done.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'reasoning', 'message', 'function_call']);
    expect(done.output_text).toBe('Let me look.It was E23757.');
    expect(done.usage!.output_tokens).toBe(20);
    const exchange = JSON.stringify((emulator.calls.at(-1)!.body.input as unknown[]).slice(-2)).slice(1, -1);
    expect(exchange).toContain('It is E23757.');
    emulator.script = () => ({ text: 'Fine.' });
    const result = { type: 'function_call_output', call_id: 'b1', output: 'It is done.' } as const;
    await openai.responses.create({ ...request, input: [...request.input, ...(done.output as Item[]), result] });
    expect(emulator.calls.at(-1)!.bytes.toString('utf8')).toContain(exchange);
    expect(emulator.refused).toEqual([]);
  });
});

/** Reads a stream with the SDK; its events are numbered from 0 on, and all of one response. */
async function streamed(request: object): Promise<OpenAI.Responses.Response> {
  const stream = openai.responses.stream(request as never);
  const events: OpenAI.Responses.ResponseStreamEvent[] = [];
  for await (const event of stream) events.push(event);
  expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, at) => at));
  expect(new Set(events.flatMap((event) => ('response' in event ? [event.response.id] : []))).size).toBe(1);
  expect(JSON.stringify(events)).not.toContain('"r1"');
  return stream.finalResponse();
}

describe('history that the vendor holds', () => {
  /** Works turn by turn as an agent does that only says what is new. */
  async function chain(turns: number, stream = false) {
    let previous: string | undefined;
    for (let turn = 0; turn < turns; turn++) {
      emulator.script = () => ({
        thinking: `Module ${turn}.`,
        calls: [{ id: `call_${turn}`, name: 'build', arguments: `{"turn":${turn}}` }],
      });
      const input: Item[] =
        turn === 0
          ? [{ role: 'user', content: 'Build all.' }]
          : [{ type: 'function_call_output', call_id: `call_${turn - 1}`, output: log(turn - 1) }];
      const request = { model: 'gpt-4o', input, tools: [TOOL], ...(previous !== undefined && { previous_response_id: previous }) };
      previous = (stream ? await streamed(request) : await openai.responses.create(request)).id;
    }
    return previous!;
  }

  it.each([false, true])('is left to it while it fits, and sent as a window from then on; streamed: %s', async (stream) => {
    await chain(40, stream);
    expect(emulator.refused).toEqual([]);
    const [second, last] = [emulator.calls[1]!, emulator.calls.at(-1)!];
    expect(second.body.previous_response_id).toMatch(/^resp_/);
    expect(second.body.input).toHaveLength(1);
    expect(last.body.previous_response_id).toBeNull();
    expect(Math.max(...emulator.calls.map(({ tokens }) => tokens))).toBeLessThanOrEqual(WINDOW);
    expect(last.bytes.toString('utf8')).toContain(`E${38 * 7919}`);
    expect([...memory.sessions.values()].map((said) => said.length)).toEqual([80]);
  });

  it('goes on over a recall, of which the vendor knows another response than the caller', async () => {
    const previous = await chain(3);
    let round = 0;
    emulator.script = () =>
      round++ === 0 ? { calls: [{ id: 'r1', name: 'recall', arguments: '{"queries":["x"]}' }] } : { text: 'It is.' };
    const output = { type: 'function_call_output', call_id: 'call_2', output: 'Done.' } as const;
    const done = await streamed({ model: 'gpt-4o', input: [output], tools: [TOOL], previous_response_id: previous });
    emulator.script = () => ({ text: 'Fine.' });
    await openai.responses.create({ model: 'gpt-4o', input: 'And now?', tools: [TOOL], previous_response_id: done.id });
    expect(emulator.refused).toEqual([]);
    expect(emulator.calls.at(-1)!.bytes.toString('utf8')).toContain('It is E23757.');
  });

  it.each([false, true])(
    'goes on after a restart behind an answer that recalled before it said something, streamed: %s',
    async (isStreamed) => {
      let round = 0;
      emulator.script = () =>
        round++ === 0 ? { calls: [{ id: 'r1', name: 'recall', arguments: '{"queries":["x"]}' }] } : { text: 'It is.' };
      const request = { model: 'gpt-4o', input: [ask], tools: [TOOL] };
      const done = isStreamed ? await streamed(request) : await openai.responses.create(request);
      await proxy.close();
      proxy = await openTestProxy(emulator.url, { windowTokens: WINDOW, open: () => memory });
      openai = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: UPSTREAM_KEY, maxRetries: 0 });
      emulator.script = () => ({ text: 'Fine.' });
      await openai.responses.create({ model: 'gpt-4o', input: 'And now?', tools: [TOOL], previous_response_id: done.id });
      expect(emulator.refused).toEqual([]);
      expect(emulator.calls.at(-1)!.body.previous_response_id).toBe(done.id);
    },
  );

  /** Begins anew, as behind a restart: what was said in between is not known any more. */
  async function restart(windowTokens = WINDOW): Promise<void> {
    await proxy.close();
    proxy = await openTestProxy(emulator.url, { windowTokens, open: () => memory });
    openai = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: UPSTREAM_KEY, maxRetries: 0 });
  }

  it.each([
    [false, false],
    [true, true],
  ])('goes on after a restart behind an answer that called tools of the agent beside ours, streamed: %s', async (before, after) => {
    // A turn of a window of this size may make several calls.
    await restart(128_000);
    emulator.script = () => ({
      text: 'Let me look.',
      calls: [
        { id: 'r1', name: 'recall', arguments: '{"queries":["x"]}' },
        { id: 'b1', name: 'build', arguments: '{}' },
        { id: 'o1', name: 'open', arguments: '{"ref":"e3"}' },
      ],
    });
    const request = { model: 'gpt-4o', input: [ask], tools: [TOOL] };
    const done = before ? await streamed(request) : await openai.responses.create(request);
    expect(done.output.map(({ type }) => type)).toEqual(['message', 'function_call']);
    await restart(128_000);
    memory.asked.length = 0;
    emulator.script = () => ({ text: 'Fine.' });
    const output = { type: 'function_call_output', call_id: 'b1', output: 'It is built.' } as const;
    const next = { model: 'gpt-4o', input: [output], tools: [TOOL], previous_response_id: done.id };
    const answer = after ? await streamed(next) : await openai.responses.create(next);
    expect(answer.output_text).toBe('Fine.');
    expect(memory.asked.map(({ tool, callId, arguments: args }) => [tool, callId, args])).toEqual([
      ['recall', 'r1', '{"queries":["x"]}'],
      ['open', 'o1', '{"ref":"e3"}'],
    ]);
    const sent = emulator.calls.at(-1)!;
    expect(sent.body.previous_response_id).toBe(done.id);
    expect((sent.body.input as { call_id: string }[]).map(({ call_id: id }) => id)).toEqual(['r1', 'o1', 'b1']);
    expect(sent.bytes.toString('utf8')).toContain('It is E23757.');
    await openai.responses.create({ model: 'gpt-4o', input: 'And now?', tools: [TOOL], previous_response_id: answer.id });
  });

  it('is refused by a code after a restart, where the agent was told more behind a recall than the vendor has by that name', async () => {
    let round = 0;
    emulator.script = () =>
      round++ === 0 ? { text: 'Let me look.', calls: [{ id: 'r1', name: 'recall', arguments: '{"queries":["x"]}' }] } : { text: 'It is.' };
    const done = await streamed({ model: 'gpt-4o', input: [ask], tools: [TOOL] });
    await restart();
    const next = openai.responses.create({ model: 'gpt-4o', input: 'And now?', tools: [TOOL], previous_response_id: done.id });
    await expect(next).rejects.toMatchObject({ status: 400, code: 'recalled_answer_unknown' });
  });

  it.each(['a call that the agent left out', 'no answer that the vendor holds'])(
    "is refused in the vendor's words where it is about %s",
    async (about) => {
      emulator.script = () => ({ calls: ['b1', 'b2'].map((id) => ({ id, name: 'build', arguments: '{}' })) });
      const done = await openai.responses.create({ model: 'gpt-4o', input: [ask], tools: [TOOL] });
      await restart();
      const output = { type: 'function_call_output', call_id: 'b1', output: 'It is built.' } as const;
      const previous_response_id = about.startsWith('a call') ? done.id : 'resp_unseen';
      const next = openai.responses.create({ model: 'gpt-4o', input: [output], tools: [TOOL], previous_response_id });
      await expect(next).rejects.toThrow(about.startsWith('a call') ? 'No tool output found for function call b2' : 'not found');
      expect(memory.asked).toEqual([]);
    },
  );

  it.each([false, true])('goes on over a recall behind which a tool of the vendor ran; said whole: %s', async (isWhole) => {
    let round = 0;
    const ran = [{ id: 'sh1', command: 'ls', output: 'login.ts' }];
    emulator.script = () =>
      round++ === 0 ? { ran, calls: [{ id: 'r1', name: 'recall', arguments: '{"queries":["x"]}' }] } : { text: 'It is.' };
    const request = { model: 'gpt-4o', input: [ask] as Item[], tools: [TOOL] };
    const done = await streamed(request);
    expect(done.output.map(({ type }) => type)).toEqual(['shell_call', 'shell_call_output', 'message']);
    emulator.script = () => ({ text: 'Fine.' });
    const next = isWhole
      ? { input: [...request.input, ...(done.output as Item[]), ask] }
      : { input: 'And now?', previous_response_id: done.id };
    await openai.responses.create({ ...request, ...next });
    expect(emulator.refused).toEqual([]);
    const sent = emulator.calls.at(-1)!.bytes.toString('utf8');
    expect(sent).toContain('It is E23757.');
    expect(sent.match(/login\.ts/g)).toHaveLength(1);
  });

  it('is written out behind an answer that was joined, also where what was recalled for it is not known any more', async () => {
    let round = 0;
    emulator.script = () =>
      round++ === 0 ? { calls: [{ id: 'r1', name: 'recall', arguments: '{"queries":["x"]}' }] } : { text: 'It is.' };
    const done = await streamed({ model: 'gpt-4o', input: [ask], tools: [TOOL] });
    emulator.script = () => ({ text: 'Fine.' });
    // Recalls are kept for a conversation, and under another name it is another one.
    const headers = { 'X-Total-Recall-Session': 'other' };
    const asked = { model: 'gpt-4o', input: 'And now?', tools: [TOOL], previous_response_id: done.id };
    await openai.responses.create(asked, { headers });
    expect(emulator.refused).toEqual([]);
    const sent = emulator.calls.at(-1)!.bytes.toString('utf8');
    expect(sent).toMatch(/It is\.[^]*And now\?/);
    expect(sent).not.toContain('It is E23757.');
  });

  it('goes through untouched where it was not seen, is said so and logged; what the vendor forgot it refuses', async () => {
    const direct = new OpenAI({ baseURL: `${emulator.url}/v1`, apiKey: UPSTREAM_KEY });
    const { id } = await direct.responses.create({ model: 'gpt-4o', input: 'Before the proxy.' });
    const bytes = `{"model":"gpt-4o", "previous_response_id":"${id}","input": "Go on."}`;
    const post = (body: string) =>
      fetch(`${proxy.url}/v1/responses`, { method: 'POST', headers: { Authorization: `Bearer ${UPSTREAM_KEY}` }, body });
    const answer = await post(bytes);
    expect(answer.headers.get('X-Total-Recall-Window')).toBe('vendor_history');
    expect(emulator.calls.at(-1)!.bytes.toString('utf8')).toBe(bytes);
    const next = ((await answer.json()) as { id: string }).id;
    const later = await post(`{"model":"gpt-4o","previous_response_id":"${next}","input":"And then?"}`);
    expect(later.headers.get('X-Total-Recall-Window')).toBe('vendor_history');
    await expect.poll(() => [...memory.sessions.values()]).toEqual([['Go on.', 'Done.', 'And then?', 'Done.']]);
    const known = await openai.responses.create({ model: 'gpt-4o', input: 'Hello.', store: false });
    await expect(openai.responses.create({ model: 'gpt-4o', input: 'So?', previous_response_id: known.id })).rejects.toThrow(/not found/);
  });

  it('is not estimated where only the vendor knows it, as an agent would take what is new of it for all', async () => {
    emulator.countStatus = 404;
    const count = openai.responses.inputTokens.count({ model: 'gpt-4o', input: 'Hi.', previous_response_id: 'resp_unseen' });
    await expect(count).rejects.toMatchObject({ status: 404 });
    emulator.countStatus = undefined;
  });

  it('is put in the place of items that are only named, where it has to be', async () => {
    const input: Item[] = [{ role: 'user', content: 'Build all.' }];
    for (let turn = 0; turn < 30; turn++) {
      emulator.script = () => ({ thinking: 'Next.', calls: [{ id: `call_${turn}`, name: 'build', arguments: '{}' }] });
      const { output } = await openai.responses.create({ model: 'gpt-4o', input, tools: [TOOL] });
      input.push(...output.map(({ id }) => ({ type: 'item_reference' as const, id: id! })));
      input.push({ type: 'function_call_output', call_id: `call_${turn}`, output: log(turn) });
    }
    expect(emulator.refused).toEqual([]);
    expect(Math.max(...emulator.calls.map(({ tokens }) => tokens))).toBeLessThanOrEqual(WINDOW);
    expect(JSON.stringify(emulator.calls[1]!.body.input)).toContain('item_reference');
    expect([...memory.sessions.values()]).toHaveLength(1);
  });
});

describe('compaction', () => {
  it('is answered without the vendor, and what it made is read back in later requests and the same log', async () => {
    const input = [...work(30), ask];
    const { output } = await openai.responses.create({ model: 'gpt-4o', input, tools: [TOOL] });
    const calls = emulator.calls.length;
    const compacted = await openai.responses.compact({ model: 'gpt-4o', input: [...input, ...(output as Item[])] });
    expect(emulator.calls).toHaveLength(calls);
    expect(compacted.object).toBe('response.compaction');
    expect(compacted.output.slice(0, -1).map((item) => (item as { role?: string }).role)).toEqual(Array(31).fill('user'));
    expect(compacted.output.at(-1)!.type).toBe('compaction');
    const next = [...(compacted.output as Item[]), { role: 'user', content: 'Go on then.' } as const];
    await openai.responses.create({ model: 'gpt-4o', input: next, tools: [TOOL] });
    const sent = emulator.calls.at(-1)!;
    expect(emulator.refused).toEqual([]);
    expect(sent.tokens).toBeLessThan(WINDOW * 0.75);
    expect(sent.bytes.toString('utf8')).toMatch(/Use recall\(query\)[^]*Go on then/);
    expect(sent.bytes.toString('utf8')).not.toContain('trc1.');
    await expect.poll(() => [...memory.sessions.values()].map((said) => said.slice(-3))).toEqual([['Done.', 'Go on then.', 'Done.']]);
  });

  it('is gone on behind in the same log, also where the vendor holds what follows', async () => {
    const first = { role: 'user', content: `Begin. ${'alpha beta gamma '.repeat(2_500)}` } as const;
    const compacted = await openai.responses.compact({ model: 'gpt-4o', input: [first, ...work(30), ask] });
    const next = [...(compacted.output as Item[]), { role: 'user', content: 'Go on then.' } as const];
    const { id } = await openai.responses.create({ model: 'gpt-4o', input: next, tools: [TOOL] });
    await openai.responses.create({ model: 'gpt-4o', input: 'More.', previous_response_id: id, tools: [TOOL] });
    const ends = () => [...memory.sessions.values()].map((said) => said.slice(-4));
    await expect.poll(ends).toEqual([['Go on then.', 'Done.', 'More.', 'Done.']]);
  });

  it('holds the whole history where the log does not have it yet, so that nothing is lost and nothing kept twice', async () => {
    const { append } = memory;
    Object.assign(memory, { append: () => Promise.reject(new Error('It is away.')) });
    const compacted = await openai.responses.compact({ model: 'gpt-4o', input: [...work(30), ask] });
    Object.assign(memory, { append });
    const next = [...(compacted.output as Item[]), { role: 'user', content: 'Go on then.' } as const];
    const again = await openTestProxy(emulator.url, { windowTokens: WINDOW, open: () => memory });
    const sdk = new OpenAI({ baseURL: `${again.url}/v1`, apiKey: UPSTREAM_KEY, maxRetries: 0 });
    await sdk.responses.create({ model: 'gpt-4o', input: next, tools: [TOOL] });
    await again.close();
    expect(emulator.calls.at(-1)!.tokens).toBeLessThanOrEqual(WINDOW);
    const said = work(30).length + 3;
    expect([...memory.sessions.values()].map((events) => [events.length, events.at(-1)])).toEqual([[said, 'Done.']]);
    expect([...memory.sessions.values()][0]).toContain(`${log(3)} call_3`);
  });

  it('is answered for a response that is named alone', async () => {
    const { id } = await openai.responses.create({ model: 'gpt-4o', input: [...work(20), ask], tools: [TOOL] });
    const compacted = await openai.responses.compact({ model: 'gpt-4o', previous_response_id: id });
    expect(compacted.object).toBe('response.compaction');
    const input = [...(compacted.output as Item[]), { role: 'user', content: 'Go on then.' } as const];
    await openai.responses.create({ model: 'gpt-4o', input, tools: [TOOL] });
    expect(emulator.refused).toEqual([]);
    expect([...memory.sessions.keys()]).toHaveLength(1);
  });

  it('is passed on to the vendor where only it can read the history', async () => {
    const input: Item[] = [{ type: 'compaction', encrypted_content: 'gAAAAsecret' }, ask];
    const body = JSON.stringify({ model: 'gpt-4o', input });
    const headers = { Authorization: `Bearer ${UPSTREAM_KEY}` };
    const answer = await fetch(`${proxy.url}/v1/responses/compact`, { method: 'POST', headers, body });
    expect([answer.status, await answer.text()]).toEqual([203, body]);
    expect(answer.headers.get('X-Total-Recall-Window')).toBe('vendor_history');
  });

  it('at a threshold is made by the window, which stays below it', async () => {
    const asked = {
      model: 'gpt-4o',
      input: [...work(30), ask],
      tools: [TOOL],
      context_management: [{ type: 'compaction', compact_threshold: 6_000 }],
    };
    const { response } = await openai.responses.create(asked).withResponse();
    expect(response.headers.get('X-Total-Recall-Edits')).toBe('compaction');
    const sent = emulator.calls.at(-1)!;
    expect(sent.tokens).toBeLessThan(6_000);
    expect(sent.body.context_management).toEqual(asked.context_management);
  });
});

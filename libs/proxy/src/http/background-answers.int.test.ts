import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingMemory, type RecordingMemory } from '../../testing/recording-memory.ts';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

const WINDOW = 12_000;
const LONG = 'alpha beta gamma '.repeat(1_500);
const TOOL = { type: 'function', name: 'build', parameters: { type: 'object' }, strict: false } as const;
const ASKED = { model: 'gpt-4o', input: 'Build all.', tools: [TOOL], background: true };

let emulator: VendorEmulator;
let memory: RecordingMemory;
let proxy: ProxyServer;
let openai: OpenAI;
let erase: (place: { readonly session?: string }) => void;

beforeAll(async () => {
  emulator = await startVendorEmulator(WINDOW);
});
beforeEach(async () => {
  emulator.calls.length = 0;
  emulator.refused.length = 0;
  emulator.script = () => ({ text: 'All is built.' });
  memory = createRecordingMemory('It is E23757.');
  proxy = await openTestProxy(emulator.url, { windowTokens: WINDOW, open: () => memory, onErased: (run) => (erase = run) });
  openai = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: UPSTREAM_KEY, maxRetries: 0 });
});
afterEach(() => proxy.close());
afterAll(() => emulator.close());

const said = () => [...memory.sessions.values()];

describe('an answer in the background', () => {
  it('is kept once its caller has asked for it, and what goes on from it gets windows', async () => {
    const queued = await openai.responses.create(ASKED);
    expect([queued.status, queued.output]).toEqual(['queued', []]);
    const done = await openai.responses.retrieve(queued.id);
    expect(done.output_text).toBe('All is built.');
    await expect.poll(said).toEqual([['Build all.', 'All is built.']]);
    await openai.responses.retrieve(queued.id);
    const next = { model: 'gpt-4o', tools: [TOOL] };
    const more = await openai.responses.create({ ...next, input: LONG, previous_response_id: done.id });
    const { response } = await openai.responses.create({ ...next, input: LONG, previous_response_id: more.id }).withResponse();
    expect(response.headers.get('X-Total-Recall-Window')).toBe('compacted');
    expect(emulator.refused).toEqual([]);
    await expect.poll(() => said().map((events) => events.length)).toEqual([6]);
  });

  it('goes on in the background from one to the next, as one conversation', async () => {
    let previous: string | undefined;
    for (let turn = 0; turn < 12; turn++) {
      const from = previous === undefined ? {} : { previous_response_id: previous };
      const { id } = await openai.responses.create({ ...ASKED, ...from, input: `Turn ${turn}. ${LONG.slice(0, 9_000)}` });
      previous = (await openai.responses.retrieve(id)).id;
    }
    expect(emulator.refused).toEqual([]);
    expect(emulator.calls.at(-1)!.bytes.toString('utf8')).toContain('Turn 11.');
    await expect.poll(() => said().map((events) => events.length)).toEqual([24]);
  });

  it('comes through byte for byte as a stream that its caller takes up again, and is kept', async () => {
    emulator.script = () => ({ text: 'All is built.', stalls: true });
    const stream = await openai.responses.create({ ...ASKED, stream: true });
    let id = '';
    for await (const event of stream) {
      if (event.type === 'response.created') ({ id } = event.response);
      if (event.type === 'response.output_text.delta') break;
    }
    stream.controller.abort();
    const headers = { Authorization: `Bearer ${UPSTREAM_KEY}` };
    const path = `/v1/responses/${id}?stream=true&starting_after=4`;
    const [direct, through] = await Promise.all(
      [emulator.url, proxy.url].map(async (url) => (await fetch(`${url}${path}`, { headers })).text()),
    );
    expect(through).toBe(direct);
    expect(through).toContain('response.completed');
    await expect.poll(said).toEqual([['Build all.', 'All is built.']]);
  });

  it('is not kept for who asks for it under another name, nor once its conversation was erased', async () => {
    const { id } = await openai.responses.create(ASKED);
    const other = new OpenAI({ baseURL: `${proxy.url}/@other/v1`, apiKey: UPSTREAM_KEY, maxRetries: 0 });
    expect((await other.responses.retrieve(id)).output_text).toBe('All is built.');
    expect(said()).toEqual([['Build all.']]);
    erase({ session: [...memory.sessions.keys()][0]! });
    expect((await openai.responses.retrieve(id)).output_text).toBe('All is built.');
    const { response } = await openai.responses.create({ model: 'gpt-4o', input: 'More.', previous_response_id: id }).withResponse();
    expect(response.headers.get('X-Total-Recall-Window')).toBe('vendor_history');
    expect(said()[0]).toEqual(['Build all.']);
  });
});

it.each([
  ['in the background', { background: true }],
  ['that its caller waits for', {}],
])('an answer %s is not kept where its conversation was erased meanwhile, and is where another one was', async (_how, how) => {
  const ask = { model: 'gpt-4o', tools: [TOOL] };
  const windowAfter = async (session: string): Promise<string | null> => {
    emulator.script = () => {
      erase({ session });
      return { text: 'All is built.' };
    };
    const { id } = await openai.responses.create({ ...ask, ...how, input: 'Build all.' });
    emulator.script = () => ({ text: 'Done.' });
    await openai.responses.retrieve(id);
    const { response } = await openai.responses.create({ ...ask, input: 'More.', previous_response_id: id }).withResponse();
    return response.headers.get('X-Total-Recall-Window');
  };
  expect(await windowAfter('another')).toBe('whole');
  expect(await windowAfter([...memory.sessions.keys()][0]!)).toBe('vendor_history');
});

import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingMemory, type RecordingMemory } from '../../testing/recording-memory.ts';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

const WINDOW = 12_000;
const TOOLS = ['build', 'test'].map((name) => ({ type: 'function' as const, function: { name, parameters: { type: 'object' } } }));
const TASK = { role: 'user', content: 'Report what is new.' } as const;

let emulator: VendorEmulator;
let memory: RecordingMemory;
let proxy: ProxyServer;

beforeAll(async () => {
  emulator = await startVendorEmulator(WINDOW);
});
beforeEach(async () => {
  emulator.refused.length = 0;
  memory = createRecordingMemory('It was E23757.');
  proxy = await openTestProxy(emulator.url, { windowTokens: WINDOW, open: () => memory });
});
afterEach(() => proxy.close());
afterAll(() => emulator.close());

type Messages = OpenAI.ChatCompletionMessageParam[];

async function ask(messages: Messages, session?: string): Promise<Messages> {
  const client = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: UPSTREAM_KEY, maxRetries: 0 });
  const headers = session === undefined ? {} : { 'X-Total-Recall-Session': session };
  const { choices } = await client.chat.completions.create({ model: 'gpt-4o', messages, tools: TOOLS }, { headers });
  return [...messages, choices[0]!.message as never];
}

/** A run of an agent that is started with the same words each time. */
async function run(answers: readonly string[], session?: string): Promise<void> {
  let messages: Messages = [TASK];
  for (const [at, text] of answers.entries()) {
    emulator.script = () => ({ text });
    messages = [...(await ask(messages, session)), { role: 'user', content: `Go on ${at}.` }];
  }
}

const held = () => [...memory.sessions].map(([session, said]) => [session.replace(/^proxy-\w+/, 'run'), said]);

describe('runs that begin with the same words', () => {
  it('are one until they differ, then a session each; nothing is lost, and nothing kept twice', async () => {
    await run(['Nothing.', 'Nothing at all.']);
    await run(['The port is 54329.', 'Nothing else.']);
    await run(['Nothing.', 'A fee.']);
    await expect.poll(held).toEqual([
      ['run', [TASK.content, 'Nothing.', 'Go on 0.', 'Nothing at all.']],
      [expect.stringMatching(/^run\.fork-\w+$/), ['The port is 54329.', 'Go on 0.', 'Nothing else.']],
      [expect.stringMatching(/^run\.fork-\w+$/), ['A fee.']],
    ]);
  });

  it('are sessions of their own from the first word on where their caller names them', async () => {
    for (const name of ['monday', 'tuesday']) await run(['Nothing.'], name);
    await expect.poll(held).toEqual([
      ['monday', [TASK.content, 'Nothing.']],
      ['tuesday', [TASK.content, 'Nothing.']],
    ]);
  });

  it('are not told what an earlier one recalled', async () => {
    let round = 0;
    emulator.script = () =>
      round++ === 0 ? { calls: [{ id: 'r1', name: 'recall', arguments: '{"queries":["x"]}' }] } : { text: 'E23757.' };
    await ask([...(await ask([TASK])), { role: 'user', content: 'And now?' }]);
    expect(emulator.calls.at(-1)!.bytes.toString('utf8')).toContain('It was E23757.');
    emulator.script = () => ({ text: 'E23757.' });
    await ask([...(await ask([TASK])), { role: 'user', content: 'And then?' }]);
    expect(emulator.calls.at(-1)!.bytes.toString('utf8')).not.toContain('It was E23757.');
    expect(emulator.refused).toEqual([]);
  });
});

it('a server that gives each call the same id gets windows that it takes, and a log of one session', async () => {
  emulator.reusesIds = true;
  let messages: Messages = [TASK];
  for (let turn = 0; turn < 60; turn++) {
    const name = TOOLS[turn % 2]!.function.name;
    emulator.script = () => ({ calls: [{ id: 'call_0', name, arguments: `{"turn":${turn}}` }] });
    const output = `${name} ${turn} wrote ${'some lines of output '.repeat(60)}and ended with E${turn * 7919}`;
    messages = [...(await ask(messages)), { role: 'tool', tool_call_id: 'call_0', content: output }];
    if (turn === 50) {
      await proxy.close();
      proxy = await openTestProxy(emulator.url, { windowTokens: WINDOW, open: () => memory });
    }
  }
  expect(emulator.refused).toEqual([]);
  expect(emulator.calls.at(-1)!.tokens).toBeLessThanOrEqual(WINDOW);
  expect(emulator.calls.at(-1)!.bytes.toString('utf8')).toContain(`E${58 * 7919}`);
  await expect.poll(() => [...memory.sessions.values()].map((said) => said.length)).toEqual([120]);
});

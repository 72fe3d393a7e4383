import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { createClient, type Client } from '@total-recall/client';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '@total-recall/proxy/testing';
import { besideName } from '@total-recall/runtime';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCli, startCli, temporaryFolder, type Started } from '../testing/run-cli.ts';

const ENV = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'warn' };
const CODE = 'E-4711-gate';
const QUESTION = 'Do you know the gate?';
const MORE = 'Good. And now?';
const SPACES = ['chat', 'messages', 'responses'] as const;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let emulator: VendorEmulator;
let running: Started[];
/** Question of each space that was answered with a recall. */
let asked: Record<string, string>;

beforeAll(async () => {
  emulator = await startVendorEmulator(100_000);
  emulator.script = (body) => {
    const last = JSON.stringify(((body.messages ?? body.input) as unknown[]).at(-1));
    return last.includes(QUESTION) && !last.includes('gate-1')
      ? { text: 'Let me look.', calls: [{ id: 'gate-1', name: 'recall', arguments: '{"queries":["code of the harbour gate"]}' }] }
      : { text: 'I do.' };
  };
});
beforeEach(async () => {
  folder = await temporaryFolder();
  running = [];
  asked = {};
});
afterEach(async () => {
  for (const one of running) await end(one, 'SIGKILL');
  await folder.remove();
});
afterAll(() => emulator.close());

async function end(started: Started, signal: NodeJS.Signals): Promise<void> {
  running = running.filter((one) => one !== started);
  started.child.kill(signal);
  await started.finished;
}

async function startProxy(args: readonly string[], env: Record<string, string> = {}) {
  const upstreams = ['--openai-url', `${emulator.url}/v1`, '--anthropic-url', emulator.url];
  const started = startCli(['proxy', '--port', '0', '--json', ...upstreams, ...args], { ...ENV, ...env });
  running.push(started);
  const told = JSON.parse(/^\{.*\}$/m.exec(await started.printed(/^\{.*\}$/m))![0]) as { url: string; serviceUrl: string; apiKey?: string };
  return { started, ...told };
}

/** Returns what the vendor is sent in the space of an SDK: the question, or what follows its answer. */
async function ask(url: string, space: (typeof SPACES)[number], goesOn: boolean): Promise<string> {
  const question = { role: 'user' as const, content: asked[space]! };
  const answer = { role: 'assistant' as const, content: 'Let me look.\n\nI do.' };
  const more = { role: 'user' as const, content: MORE };
  if (space === 'messages') {
    const client = new Anthropic({ baseURL: `${url}/@${space}`, apiKey: UPSTREAM_KEY, maxRetries: 0 });
    const content = ['Let me look.', 'I do.'].map((text) => ({ type: 'text' as const, text }));
    const messages = goesOn ? [question, { ...answer, content }, more] : [question];
    const tools = [{ name: 'build', input_schema: { type: 'object' as const } }];
    await client.messages.create({ model: 'claude-sonnet-4-5', max_tokens: 500, messages, tools });
  } else {
    const client = new OpenAI({ baseURL: `${url}/@${space}/v1`, apiKey: UPSTREAM_KEY, maxRetries: 0 });
    const parameters = { type: 'object', properties: {} };
    if (space === 'chat') {
      const tools = [{ type: 'function' as const, function: { name: 'build', parameters } }];
      await client.chat.completions.create({ model: 'gpt-4o', messages: goesOn ? [question, answer, more] : [question], tools });
    } else {
      const texts = ['Let me look.', 'I do.'].map((content) => ({ role: 'assistant' as const, content }));
      const tools = [{ type: 'function' as const, name: 'build', parameters, strict: false }];
      await client.responses.create({ model: 'gpt-4o', input: goesOn ? [question, ...texts, more] : [question], store: false, tools });
    }
  }
  return emulator.calls.at(-1)!.bytes.toString('utf8');
}

/** Seeds each space with what is asked for, asks, and waits until what was recalled is kept. Returns what goes on then. */
async function recallInEach(url: string, service: Client): Promise<string[]> {
  const sent: string[] = [];
  for (const space of SPACES) {
    const note = { kind: 'user_message' as const, text: `The code of the harbour gate is ${CODE}.` };
    await service.space(space).session('notes').append([note], { wait: 'searchable' });
    // A busy machine may not have a question in the log in time for its recall.
    let attempt = 0;
    do asked[space] = `${QUESTION} ${(attempt += 1)}`;
    while (!(await ask(url, space, false)).includes(CODE));
    await expect
      .poll(async () => (await service.space(space).sessions()).sessions.some(({ session }) => session.endsWith('.exchanges')), {
        timeout: 30_000,
      })
      .toBe(true);
    sent.push(await ask(url, space, true));
    expect(sent.at(-1)).toContain(CODE);
  }
  return sent;
}

/** A busy machine may not have read what was kept in time for the first call behind a restart. */
async function goOnInEach(url: string): Promise<string[]> {
  const sent: string[] = [];
  for (const space of SPACES) sent.push(await ask(url, space, true));
  return sent;
}

/** Texts of the events of all sessions. */
async function textsIn(service: Client): Promise<string> {
  const texts: string[] = [];
  for (const space of SPACES)
    for (const { session } of (await service.space(space).sessions()).sessions)
      for await (const { body } of service.space(space).session(session).allEvents()) texts.push(JSON.stringify(body ?? null));
  return texts.join('\n');
}

it('what was recalled within answers is sent on with the same bytes by a proxy that was killed, and by no proxy once it is erased', async () => {
  const args = ['--data-dir', join(folder.path, 'memory')];
  const first = await startProxy(args);
  const apiKey = first.apiKey!;
  const before = await recallInEach(first.url, createClient({ url: first.serviceUrl, apiKey }));
  await end(first.started, 'SIGKILL');
  const second = await startProxy(args);
  await expect.poll(() => goOnInEach(second.url), { timeout: 60_000 }).toEqual(before);
  const service = createClient({ url: second.serviceUrl, apiKey });
  expect(await textsIn(service)).toContain(CODE);
  for (const space of SPACES) await service.erase({ space, session: 'notes' });
  expect((await goOnInEach(second.url)).join()).not.toContain(CODE);
  expect(await textsIn(service)).not.toContain(CODE);
  await end(second.started, 'SIGTERM');
  const third = await startProxy(args);
  expect((await goOnInEach(third.url)).join()).not.toContain(CODE);
  expect(emulator.refused.splice(0)).toEqual([]);
});

it('a proxy before a service puts back the same behind a restart, and nothing that was erased in the service', async () => {
  const serving = startCli(['serve', '--data-dir', join(folder.path, 'memory')], ENV);
  running.push(serving);
  const output = await serving.printed(/Ctrl-C stops it/);
  const apiKey = /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)![0];
  const service = createClient({ url: /^ *API +(http:\S+)/m.exec(output)![1]!, apiKey });
  const env = { TOTAL_RECALL_URL: /^ *API +(http:\S+)/m.exec(output)![1]!, TOTAL_RECALL_API_KEY: apiKey };
  const first = await startProxy([], env);
  const before = await recallInEach(first.url, service);
  await end(first.started, 'SIGTERM');
  const second = await startProxy([], env);
  await expect.poll(() => goOnInEach(second.url), { timeout: 60_000 }).toEqual(before);
  const listed = await runCli(['sessions', 'chat'], { ...ENV, ...env });
  expect(listed.stderr).toMatch(/NAME\.exchanges .* are not conversations: [1-9]/);
  expect((await runCli(['sessions', 'chat', '--json'], { ...ENV, ...env })).stderr).not.toContain('NAME.exchanges');
  const long = 'x'.repeat(128);
  const note = { kind: 'system_note' as const, text: '{}' };
  for (const session of [long, besideName(long, 'exchanges'), besideName('other', 'exchanges')])
    await service.space('long').session(session).append([note], { wait: 'searchable' });
  expect((await runCli(['sessions', 'long'], { ...ENV, ...env })).stderr).toContain('are not conversations: 2.');
  for (const space of SPACES) await service.erase({ space, session: 'notes' });
  await expect.poll(async () => (await goOnInEach(second.url)).join(), { timeout: 30_000 }).not.toContain(CODE);
  expect(emulator.refused.splice(0)).toEqual([]);
});

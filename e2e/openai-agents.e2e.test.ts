import { Agent, OpenAIProvider, Runner, RunState, tool, Usage, type Model, type ModelResponse } from '@openai/agents';
import { createClient } from '@total-recall/client';
import { TotalRecallSession } from '@total-recall/openai-agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptedModel, type ScriptedAnswer } from './agent-loops/scripted-model.ts';
import { openVendorServer, type VendorServer } from './agent-loops/vendor-server.ts';
import { countIn, filesOf, openMemory, PDF, PICTURE, storyOf, type Memory } from './integrations/open-memory.ts';
import { runPage } from './integrations/run-page.ts';

const call = (id: string, name: string, args: object) => ({ id, name, arguments: JSON.stringify(args) });
const RECALL = call('call_r', 'recall', { query: 'port of the staging database' });

describe('the session of the OpenAI Agents SDK', () => {
  let memory: Memory;
  let vendor: VendorServer;
  let runner: Runner;

  beforeAll(async () => {
    memory = await openMemory();
    vendor = await openVendorServer();
    runner = new Runner({
      modelProvider: new OpenAIProvider({ apiKey: 'none', baseURL: `${vendor.url}/v1`, useResponses: false }),
      tracingDisabled: true,
    });
    const earlier = memory.client.space('work').session('earlier');
    await earlier.append({ kind: 'user_message', text: 'The staging database listens on port 54329.' }, { wait: 'searchable' });
  });

  afterAll(async () => {
    await memory?.close();
    await vendor?.close();
  });

  const script = (...answers: ScriptedAnswer[]) => vendor.script(scriptedModel(answers));
  const open = (session: string) => new TotalRecallSession({ client: memory.client, space: 'work', session });
  const story = (session: string) => storyOf(memory.client.space('work').session(session));
  const agentOf = (session: TotalRecallSession) => {
    const parameters = {
      type: 'object' as const,
      properties: { path: { type: 'string' } },
      required: [],
      additionalProperties: true as const,
    };
    const ls = tool({ name: 'ls', description: 'Lists.', strict: false, parameters, execute: () => 'src/login.ts' });
    return new Agent({ name: 'Fixer', instructions: 'You fix bugs.', model: 'scripted', tools: [...session.tools, ls] });
  };

  it('keeps a run with its calls, and another process goes on with it', async () => {
    const first = open('runs');
    script({ calls: [RECALL, call('call_l', 'ls', { path: 'src' })] }, { text: 'It is 54329.' });
    const { finalOutput } = await runner.run(agentOf(first), 'Which port has the staging database?', { session: first });
    expect(finalOutput).toBe('It is 54329.');
    expect(await story('runs')).toEqual([
      'user_message: Which port has the staging database?',
      'tool_call: recall',
      'tool_call: ls',
      expect.stringMatching(/^tool_result: .*54329/s),
      'tool_result: src/login.ts',
      'agent_message: It is 54329.',
    ]);

    const second = open('runs');
    script({ text: 'You are welcome.' });
    await runner.run(agentOf(second), 'Thank you.', { session: second });
    expect(vendor.refused).toEqual([]);
    const sent = JSON.stringify(vendor.requests[0]);
    for (const text of ['Which port has', 'It is 54329.', 'Thank you.', 'You fix bugs.']) expect(sent).toContain(text);
    expect((await second.getItems(2)).map((item) => 'role' in item && item.role)).toEqual(['user', 'assistant']);
  });

  it('goes on where a server gives the calls of each answer the same ids', async () => {
    for (const answer of ['First.', 'Second.', 'Third.']) {
      const session = open('same-ids');
      script({ calls: [call('call_0', 'ls', { path: answer })] }, { text: answer });
      const { finalOutput } = await runner.run(agentOf(session), `Say ${answer}`, { session });
      expect(finalOutput).toBe(answer);
      expect(vendor.refused).toEqual([]);
    }
    const sent = vendor.requests.at(-1)!['messages'] as { role: string }[];
    expect(sent.filter(({ role }) => role === 'tool')).toHaveLength(3);
    expect(JSON.stringify(sent)).toMatch(/First\.[^]*Second\.[^]*Third\./);
    const ids = (await open('same-ids').getItems(12)).flatMap((item) => (item.type === 'function_call' ? [item.callId] : []));
    expect(new Set(ids).size).toBe(3);
  });

  it('sends a window that fits where the history does not', async () => {
    const session = open('long');
    await memory.client.space('work').session('long').setPolicy({ windowTokens: 4_000 });
    for (let at = 0; at < 60; at += 1) {
      const text = `Step ${at}: ${'a word and another one. '.repeat(20)}`;
      await session.addItems([
        { role: 'user', content: text },
        { role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: `Done with step ${at}.` }] },
      ]);
    }
    script({ text: 'Done.' });
    await runner.run(agentOf(session), 'And the last one?', { session });
    const sent = JSON.stringify(vendor.requests[0]);
    expect(sent).toContain('And the last one?');
    expect(sent).toContain('Done with step 59.');
    expect(sent).not.toContain('Step 3:');
    expect(sent.length).toBeLessThan(24_000);
  });

  it('begins anew, and finds where it went on', async () => {
    const session = open('cleared');
    await session.addItems([{ role: 'user', content: 'My name is Ada.' }]);
    await session.clearSession();
    expect(JSON.stringify(await session.getItems())).not.toContain('Ada');
    await session.clearSession();
    expect(await session.getSessionId()).toBe('cleared.cleared-2');
    expect(await open('cleared').getSessionId()).toBe('cleared.cleared-2');
    expect(await story('cleared')).toEqual(['user_message: My name is Ada.']);
    await expect(session.popItem()).rejects.toThrow('keeps what was said');
    expect(await open('never').getItems()).toEqual([]);
  });

  it('leaves sessions whose names go on with a number to those who named them', async () => {
    await open('joe.2').addItems([{ role: 'user', content: 'My PIN is 4711.' }]);
    const joe = open('joe');
    expect(await joe.getItems()).toEqual([]);
    await joe.addItems([{ role: 'user', content: 'I am Joe.' }]);
    await joe.clearSession();
    await open('joe.2').addItems([{ role: 'user', content: 'And 4712.' }]);
    expect(await story('joe')).toEqual(['user_message: I am Joe.']);
    expect(await story('joe.2')).toEqual(['user_message: My PIN is 4711.', 'user_message: And 4712.']);
    const anew = await joe.getSessionId();
    expect(anew).not.toBe('joe.2');
    expect(() => open(anew)).toThrow('opened by the name that it had first, "joe"');
  });

  it('goes on where a clearing of an earlier version went on, past what others have', async () => {
    const numbered = (number: number) => memory.client.space('work').session(`old.${number}`);
    await numbered(2).append({ kind: 'system_note', text: 'The conversation begins anew.' });
    await numbered(3).append({ kind: 'user_message', text: 'I am another.' });
    await numbered(4).append({ kind: 'system_note', text: 'The conversation begins anew.' });
    await numbered(5).append({ kind: 'user_message', text: 'So am I.' });
    const session = open('old');
    expect(await session.getSessionId()).toBe('old.4');
    await session.clearSession();
    expect(await open('old').getSessionId()).toBe('old.cleared-1');
  });

  it('opens names too long for a clearing', async () => {
    const name = 'n'.repeat(128);
    await open(name).addItems([{ role: 'user', content: 'It is long.' }]);
    expect(await story(name)).toEqual(['user_message: It is long.']);
  });

  it('goes on with its history where a vendor compacts a run of its own accord', async () => {
    const session = open('compacted');
    script({ text: 'Hello, Ada.' });
    await runner.run(agentOf(session), 'My name is Ada.', { session });
    const output: ModelResponse['output'] = [
      { type: 'compaction', id: 'cmp_1', encrypted_content: 'c2VhbGVk' },
      { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'I am on it.' }] },
    ];
    const model: Model = {
      getResponse: async () => ({ usage: new Usage(), output, responseId: 'resp_1' }),
      async *getStreamedResponse() {},
    };
    await runner.run(new Agent({ name: 'Fixer', model }), 'Fix the login.', { session });
    expect(await session.getSessionId()).toBe('compacted');
    const kept = await story('compacted');
    expect(kept.slice(0, 2)).toEqual(['user_message: My name is Ada.', 'agent_message: Hello, Ada.']);
    expect(kept.at(-1)).toBe('agent_message: I am on it.');
    expect(kept.join()).not.toContain('c2VhbGVk');
  });

  it('keeps pictures and items that have no form of their own', async () => {
    const session = open('pictures');
    const image = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    await session.addItems([
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'See.' },
          { type: 'input_image', image },
        ],
      },
      { type: 'hosted_tool_call', name: 'web_search_call', arguments: '{"q":"x"}', status: 'completed', output: 'found' },
    ]);
    expect(await story('pictures')).toEqual(['user_message: See.', expect.stringContaining('web_search_call')]);
    expect(JSON.stringify(await session.getItems())).toContain(image);
  });

  it('names files that are too large for an event, and keeps the rest', async () => {
    const large = 'AAAA'.repeat(7_500_001);
    await open('large').addItems([
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'See.' },
          { type: 'input_image', image: `data:image/png;base64,${large}` },
          { type: 'input_file', file: `data:application/pdf;base64,${large}`, filename: 'a.pdf' },
          { type: 'audio', audio: large, format: 'wav' },
        ],
      },
      {
        type: 'function_call_result',
        callId: 'c1',
        name: 'look',
        status: 'completed',
        output: { type: 'file', file: { data: Buffer.from(large, 'base64'), mediaType: 'video/mp4', filename: 'a.mp4' } },
      },
    ]);
    const size = 'about 225000\\d\\d bytes, too large to keep';
    expect(await story('large')).toEqual([
      expect.stringMatching(
        `^user_message: See.\n\\[input_image: image/png, ${size}\\]\n\\[a.pdf: application/pdf, ${size}\\]\n\\[audio: audio/wav, ${size}\\]$`,
      ),
      expect.stringMatching(`^tool_result: \\[a.mp4: video/mp4, ${size}\\]$`),
    ]);
  });

  it('gives the last items word for word, also long results and pictures', async () => {
    const session = open('words');
    const image = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    const output = Array.from({ length: 500 }, (_, at) => `line ${at} of login.ts`).join('\n');
    await session.addItems([
      { type: 'function_call', callId: 'c1', name: 'ls', arguments: '{}' },
      { type: 'function_call_result', callId: 'c1', name: 'ls', status: 'completed', output },
      { role: 'user', content: [{ type: 'input_image', image }] },
    ]);
    expect(await session.getItems(2)).toMatchObject([{ output }, { role: 'user', content: [{ type: 'input_image', image }] }]);
  });

  it('gives the model files of the live request as the caller gave them, in each step', async () => {
    const session = open('files');
    const file = `data:application/pdf;base64,${PDF}`;
    const content = [
      { type: 'input_text' as const, text: 'What does the letter say?' },
      { type: 'input_file' as const, file, filename: 'letter.pdf' },
    ];
    script({ calls: [call('call_l', 'ls', {})] }, { text: 'It says hello.' });
    await runner.run(agentOf(session), [{ role: 'user', content }], { session });
    expect(countIn(vendor.requests, PDF)).toEqual([1, 1]);
    expect(await filesOf(memory.client.space('work').session('files'))).toEqual(['user_message: application/pdf']);
  });

  it('keeps pictures and files in results, and sounds, and gives them back', async () => {
    const session = open('results');
    const image = `data:image/png;base64,${PICTURE}`;
    await session.addItems([
      { type: 'function_call', callId: 'c1', name: 'look', arguments: '{}' },
      {
        type: 'function_call_result',
        callId: 'c1',
        name: 'look',
        status: 'completed',
        output: [
          { type: 'input_text', text: 'a dot' },
          { type: 'input_image', image },
        ],
      },
      { type: 'function_call', callId: 'c2', name: 'look', arguments: '{}' },
      {
        type: 'function_call_result',
        callId: 'c2',
        name: 'look',
        status: 'completed',
        output: { type: 'image', image: { data: Buffer.from(PICTURE, 'base64'), mediaType: 'image/png' } },
      },
      { role: 'user', content: [{ type: 'audio', audio: PDF, format: 'wav' }] },
    ]);
    const kept = ['tool_result: image/png', 'tool_result: image/png', 'user_message: audio/wav'];
    expect(await filesOf(memory.client.space('work').session('results'))).toEqual(kept);
    expect(countIn((await session.getItems()).slice(-5), PICTURE)).toEqual([0, 1, 0, 1, 0]);
    expect(countIn(await session.getItems(5), PICTURE)).toEqual([0, 1, 0, 1, 0]);
  });

  it('takes more items than an append, and is found again after the service was away', async () => {
    const many = Array.from({ length: 1_100 }, (_, at) => ({ role: 'user' as const, content: `Number ${at}.` }));
    let isAway = true;
    const send: typeof fetch = (...given) => (isAway ? Promise.reject(new TypeError('away')) : fetch(...given));
    const client = createClient({ url: memory.url, apiKey: memory.apiKey, fetch: send, retry: { attempts: 1 } });
    const session = new TotalRecallSession({ client, space: 'work', session: 'many' });
    await expect(session.addItems(many)).rejects.toThrow('No answer');
    isAway = false;
    await session.addItems(many);
    expect(await story('many')).toHaveLength(1_100);
  });

  it('goes on where a person was asked before a tool ran, also in another process', async () => {
    const session = open('approved');
    const parameters = { type: 'object' as const, properties: {}, required: [], additionalProperties: true as const };
    const rm = tool({ name: 'rm', description: 'Removes.', strict: false, parameters, needsApproval: true, execute: () => 'gone' });
    const agent = new Agent({ name: 'Fixer', model: 'scripted', tools: [...session.tools, rm] });
    script({ text: 'I remove it.', calls: [call('call_m', 'rm', {})] }, { text: 'It is gone.' });
    const asked = await runner.run(agent, 'Remove it.', { session });
    const state = await RunState.fromString(agent, asked.state.toString());
    state.approve(state.getInterruptions()[0]!);
    const { finalOutput } = await runner.run(agent, state, { session: open('approved') });
    expect(finalOutput).toBe('It is gone.');
    expect(vendor.refused).toEqual([]);
    expect(await story('approved')).toEqual([
      'user_message: Remove it.',
      'agent_message: I remove it.',
      'tool_call: rm',
      'tool_result: gone',
      'agent_message: It is gone.',
    ]);
  });

  it('runs the example of its page', async () => {
    script({ calls: [RECALL] }, { text: 'It is 54329.' });
    const env = { OPENAI_BASE_URL: `${vendor.url}/v1`, OPENAI_API_KEY: 'none' };
    expect(await runPage('docs/integrations/openai-agents.md', memory, env)).toEqual(['It is 54329.\n']);
    expect(await story('fix-login-agents')).toContain('agent_message: It is 54329.');
  });
});

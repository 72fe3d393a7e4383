import { AIMessage, HumanMessage, SystemMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { createClient } from '@total-recall/client';
import { memoryMiddleware } from '@total-recall/langgraph';
import { createAgent, tool } from 'langchain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, LONG_TALK, openFramework, RECALL, type Framework } from './integrations/open-framework.ts';
import { countIn, filesOf, PDF, PICTURE, storyOf } from './integrations/open-memory.ts';
import { runPage } from './integrations/run-page.ts';

describe('the middleware of LangChain', () => {
  let opened: Framework;

  beforeAll(async () => {
    opened = await openFramework();
  });

  afterAll(() => opened?.close());

  const ls = tool(() => 'src/login.ts', { name: 'ls', description: 'Lists.', schema: { type: 'object', properties: {} } });
  const agentOf = (checkpointer?: MemorySaver) =>
    createAgent({
      model: new ChatOpenAI({ model: 'scripted', apiKey: 'none', configuration: { baseURL: `${opened.vendor.url}/v1` } }),
      systemPrompt: 'You fix bugs.',
      tools: [ls],
      middleware: [memoryMiddleware({ client: opened.memory.client, space: 'work' })],
      ...(checkpointer ? { checkpointer } : {}),
    });
  const inThread = (id: string) => ({ configurable: { thread_id: id } });
  const say = (text: string) => ({ messages: [{ role: 'user', content: text }] });

  it('asks again what an earlier run asked in the thread, where nothing keeps its messages', async () => {
    const agent = agentOf();
    for (const run of [agent, agent, agentOf()]) {
      opened.script({ text: 'Nothing.' });
      await run.invoke(say('What is new?'), inThread('alike'));
      const asked = (opened.vendor.requests.at(-1)!['messages'] as unknown[]).at(-1);
      expect(JSON.stringify(asked)).toMatch(/"role":"user".*What is new\?/);
      expect(opened.vendor.refused).toEqual([]);
    }
    const story = await storyOf(opened.memory.client.space('work').session('alike'));
    expect(story.filter((line) => !line.startsWith('system_note'))).toEqual(
      Array.from({ length: 3 }, () => ['user_message: What is new?', 'agent_message: Nothing.']).flat(),
    );
  });

  it('holds the state of the threads that were used last: a busy one is not sent again for many others', async () => {
    const { url, apiKey } = opened.memory;
    let sent = 0;
    const counting: typeof fetch = (to, init) => {
      if (init?.method === 'POST') sent += (JSON.parse(String(init.body)) as { events: unknown[] }).events.length;
      return fetch(to, init);
    };
    const { afterModel } = memoryMiddleware({ client: createClient({ url, apiKey, fetch: counting }), space: 'work' });
    const follow = afterModel as unknown as (state: object, runtime: object) => Promise<void>;
    const said = ['One.', 'Two.', 'Three.'].map((text) => new HumanMessage(text));
    for (let other = 0; other < 210; other += 70) {
      await follow({ messages: said.slice(0, 1) }, inThread('busy'));
      const others = Array.from({ length: 70 }, (_, at) => inThread(`other-${other + at}`));
      await Promise.all(others.map((thread) => follow({ messages: said.slice(0, 1) }, thread)));
    }
    sent = 0;
    await follow({ messages: said }, inThread('busy'));
    expect(sent).toBe(2);
  });

  it('keeps a run with its calls, and another process goes on with the thread', async () => {
    const checkpointer = new MemorySaver();
    opened.script({ text: 'I look it up.', calls: [RECALL, call('call_l', 'ls', { path: 'src' })] }, { text: 'It is 54329.' });
    const { messages } = await agentOf(checkpointer).invoke(say('Which port has the staging database?'), inThread('runs'));
    expect(messages.at(-1)!.text).toBe('It is 54329.');
    const story = [
      'user_message: Which port has the staging database?',
      'agent_message: I look it up.',
      'tool_call: recall',
      'tool_call: ls',
      expect.stringMatching(/^tool_result: .*54329/s),
      'tool_result: src/login.ts',
      'agent_message: It is 54329.',
    ];
    expect(await storyOf(opened.session('runs'))).toEqual(story);

    opened.script({ text: 'You are welcome.' });
    await agentOf(checkpointer).invoke(say('Thank you.'), inThread('runs'));
    expect(opened.vendor.refused).toEqual([]);
    const sent = JSON.stringify(opened.vendor.requests[0]);
    for (const text of ['Which port has', 'It is 54329.', 'Thank you.', 'You fix bugs.']) expect(sent).toContain(text);
    expect(await storyOf(opened.session('runs'))).toEqual([...story, 'user_message: Thank you.', 'agent_message: You are welcome.']);
  });

  it('gives the model class of Anthropic a call among the parts that its thinking begins, where it alone reads it', async () => {
    const { wrapModelCall } = memoryMiddleware({ client: opened.memory.client, space: 'work' });
    const wrap = wrapModelCall as unknown as (
      request: object,
      handler: (given: { readonly messages: readonly BaseMessage[] }) => void,
    ) => Promise<void>;
    const args = { path: 'src' };
    const thought = { type: 'thinking', thinking: 'It may be in src.', signature: 'c2lnbmVk' };
    const content = [thought, { type: 'text', text: 'I look.' }, { type: 'tool_use', id: 'toolu_1', name: 'ls', input: args }];
    const calls = [{ id: 'toolu_1', name: 'ls', args, type: 'tool_call' as const }];
    const messages = [
      new HumanMessage('Why does the login loop?'),
      new AIMessage({ content, tool_calls: calls }),
      new ToolMessage({ tool_call_id: 'toolu_1', name: 'ls', content: 'login.ts' }),
    ];
    const request = { state: { messages }, messages, systemMessage: new SystemMessage(''), tools: [ls], runtime: inThread('thought') };
    let given: readonly BaseMessage[] = [];
    await wrap(request, (asked) => void (given = asked.messages));
    expect(given.find((message) => AIMessage.isInstance(message))).toMatchObject({ content, tool_calls: calls });
  });

  it('sends a window that fits where the messages do not, and streams', async () => {
    await opened.session('long').setPolicy({ windowTokens: 4_000 });
    opened.script({ text: 'Done.' });
    const input = { messages: [...LONG_TALK, { role: 'user', content: 'And the last one?' }] };
    let streamed = '';
    for await (const [chunk] of await agentOf().stream(input, { ...inThread('long'), streamMode: 'messages' }))
      if (chunk.type === 'ai') streamed += chunk.text;
    expect(streamed).toBe('Done.');
    expect(opened.vendor.refused).toEqual([]);
    const sent = JSON.stringify(opened.vendor.requests[0]);
    expect(sent).toContain('And the last one?');
    expect(sent).not.toContain('Step 3:');
    expect(sent.length).toBeLessThan(24_000);
    expect((await storyOf(opened.session('long'))).filter((event) => /^(user|agent)_message/.test(event))).toHaveLength(122);
  });

  it('sends a picture as it came, and tells the model of a call that the memory refuses', async () => {
    const picture = new HumanMessage({
      content: [
        { type: 'text', text: 'See.' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } },
      ],
    });
    opened.script({ calls: [call('call_o', 'open', { ref: 'e999' })] }, { text: 'Done.' });
    await agentOf().invoke({ messages: [picture] }, inThread('pictures'));
    expect(JSON.stringify(opened.vendor.requests[1])).toContain(PICTURE);
    expect(await storyOf(opened.session('pictures'))).toEqual([
      'user_message: See.',
      'tool_call: open',
      'tool_result: not_found: There is no such event here. One listed below "# session SESSION" is named SESSION/e999.',
      'agent_message: Done.',
    ]);
  });

  it('gives the model files of the live request as the caller gave them, in each step', async () => {
    const file = { type: 'file', source_type: 'base64', mime_type: 'application/pdf', data: PDF, metadata: { filename: 'letter.pdf' } };
    const said = { type: 'text', text: 'What does the letter say?' };
    opened.script({ calls: [call('call_l', 'ls', {})] }, { text: 'It says hello.' }, { text: 'You are welcome.' });
    const checkpointer = new MemorySaver();
    await agentOf(checkpointer).invoke({ messages: [new HumanMessage({ content: [said, file] })] }, inThread('files'));
    await agentOf(checkpointer).invoke(say('Thank you.'), inThread('files'));
    expect(opened.vendor.refused).toEqual([]);
    expect(countIn(opened.vendor.requests, PDF)).toEqual([1, 1, 0]);
    expect(await filesOf(opened.session('files'))).toEqual(['user_message: application/pdf']);
  });

  it('keeps blocks of all vendors, and pictures in results', async () => {
    const content = [
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: PDF } },
      { type: 'file', file: { file_data: `data:application/pdf;base64,${PDF}`, filename: `${'long '.repeat(40)}.pdf` } },
      { type: 'input_audio', input_audio: { data: PDF, format: 'wav' } },
      { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
      { type: 'file', source_type: 'id', id: 'file-1' },
      { type: 'media', file_uri: 'gs://quay/a.mp4', mime_type: 'video/mp4' },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'The quay is blue.' } },
    ];
    const result = new ToolMessage({
      tool_call_id: 'call_k',
      content: [
        { type: 'text', text: 'a dot' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } },
      ],
    });
    const looked = new AIMessage({ content: '', tool_calls: [{ id: 'call_k', name: 'look', args: {} }] });
    opened.script({ text: 'Done.' });
    const messages = [new HumanMessage({ content }), looked, result, new HumanMessage('And now?')];
    await agentOf().invoke({ messages }, inThread('blocks'));
    expect((await storyOf(opened.session('blocks'))).slice(0, 3)).toEqual([
      'user_message: [image: https://example.org/a.png]\n[file: file-1]\n[media: gs://quay/a.mp4]\nThe quay is blue.',
      'tool_call: look',
      'tool_result: a dot',
    ]);
    expect(await filesOf(opened.session('blocks'))).toEqual([
      ...['application/pdf', 'application/pdf', 'audio/wav'].map((mime) => `user_message: ${mime}`),
      'tool_result: image/png',
    ]);
    expect(countIn(opened.vendor.requests, PICTURE)).toEqual([1]);
    expect(opened.vendor.refused).toEqual([]);
  });

  it('takes a thread that is named by a number', async () => {
    opened.script({ text: 'Done.' });
    await agentOf().invoke(say('Hello.'), { configurable: { thread_id: 0 } });
    expect(await storyOf(opened.session('0'))).toEqual(['user_message: Hello.', 'agent_message: Done.']);
  });

  it('refuses a run without a thread, rather than mixing conversations', async () => {
    opened.script({ text: 'Done.' });
    await expect(agentOf().invoke(say('Hello.'))).rejects.toThrow('no thread');
  });

  it('runs the example of its page', async () => {
    opened.script({ calls: [RECALL] }, { text: 'It is 54329.' });
    const env = { OPENAI_BASE_URL: `${opened.vendor.url}/v1`, OPENAI_API_KEY: 'none' };
    expect(await runPage('docs/integrations/langgraph.md', opened.memory, env)).toEqual(['It is 54329.\n']);
    expect(await storyOf(opened.session('fix-login-graph'))).toContain('agent_message: It is 54329.');
  });
});

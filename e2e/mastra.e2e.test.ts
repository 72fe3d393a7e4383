import { Agent, type ToolsInput } from '@mastra/core/agent';
import { MockMemory } from '@mastra/core/memory';
import { createTool } from '@mastra/core/tools';
import { createMemoryProcessor } from '@total-recall/mastra';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, LONG_TALK, openFramework, RECALL, type Framework } from './integrations/open-framework.ts';
import { countIn, filesOf, PDF, PICTURE, storyOf } from './integrations/open-memory.ts';
import { runPage } from './integrations/run-page.ts';

describe('the processor of Mastra', () => {
  let opened: Framework;

  beforeAll(async () => {
    opened = await openFramework();
  });

  afterAll(() => opened?.close());

  const ls = createTool({ id: 'ls', description: 'Lists.', inputSchema: { type: 'object' }, execute: async () => 'src/login.ts' });
  function agentOf(session: string, beside?: MockMemory, tools: ToolsInput = { ls }): Agent {
    const memory = createMemoryProcessor({ session: opened.session(session) });
    return new Agent({
      id: 'fixer',
      name: 'Fixer',
      instructions: 'You fix bugs.',
      model: { providerId: 'local', modelId: 'scripted', url: `${opened.vendor.url}/v1`, apiKey: 'none' },
      maxRetries: 2,
      tools,
      inputProcessors: [memory],
      outputProcessors: [memory],
      ...(beside ? { memory: beside } : {}),
    });
  }

  it.each(['generate', 'stream'] as const)('%s: keeps a run with its calls, and another process goes on with it', async (way) => {
    const name = `runs-${way}`;
    const ask = async (text: string): Promise<string> => {
      if (way === 'generate') return (await agentOf(name).generate(text)).text;
      return (await agentOf(name).stream(text)).text;
    };
    opened.script({ text: 'I look it up.', calls: [RECALL, call('call_l', 'ls', { path: 'src' })] }, { text: 'It is 54329.' });
    expect(await ask('Which port has the staging database?')).toContain('It is 54329.');
    const story = [
      'user_message: Which port has the staging database?',
      'agent_message: I look it up.',
      'tool_call: recall',
      'tool_call: ls',
      expect.stringMatching(/^tool_result: .*54329/s),
      'tool_result: src/login.ts',
      'agent_message: It is 54329.',
    ];
    expect(await storyOf(opened.session(name))).toEqual(story);

    opened.script({ text: 'You are welcome.' });
    await ask('Thank you.');
    expect(opened.vendor.refused).toEqual([]);
    const sent = JSON.stringify(opened.vendor.requests[0]);
    for (const text of ['Which port has', 'It is 54329.', 'Thank you.', 'You fix bugs.']) expect(sent).toContain(text);
    expect(await storyOf(opened.session(name))).toEqual([...story, 'user_message: Thank you.', 'agent_message: You are welcome.']);
  });

  it('sends a window that fits where the conversation does not', async () => {
    await opened.session('long').setPolicy({ windowTokens: 4_000 });
    opened.script({ text: 'Done.' });
    await agentOf('long').generate([...LONG_TALK, { role: 'user', content: 'And the last one?' }]);
    expect(opened.vendor.refused).toEqual([]);
    const sent = JSON.stringify(opened.vendor.requests[0]);
    expect(sent).toContain('And the last one?');
    expect(sent).not.toContain('Step 3:');
    expect(sent.length).toBeLessThan(24_000);
    expect((await storyOf(opened.session('long'))).filter((event) => /^(user|agent)_message/.test(event))).toHaveLength(122);
  });

  it('keeps calls that the run ended behind, and tells the model of a call that the memory refuses', async () => {
    opened.script({ calls: [call('call_o', 'open', { ref: 'e999' })] });
    await agentOf('ended').generate('Open it.', { maxSteps: 1 });
    expect(await storyOf(opened.session('ended'))).toEqual([
      'user_message: Open it.',
      'tool_call: open',
      'tool_result: not_found: There is no such event here. One listed below "# session SESSION" is named SESSION/e999.',
    ]);
  });

  it('gives the model a file of the live request as the caller gave it, in each step, and the options of messages', async () => {
    const providerOptions = { openaiCompatible: { name: 'marked' } };
    const content = [
      { type: 'text' as const, text: 'What does the letter say?' },
      { type: 'file' as const, data: PDF, mediaType: 'application/pdf', filename: 'letter.pdf' },
      { type: 'image' as const, image: PICTURE, mediaType: 'image/png' },
    ];
    opened.script({ calls: [call('call_l', 'ls', {})] }, { text: 'It says hello.' }, { text: 'You are welcome.' });
    await agentOf('files').generate([{ role: 'user', content, providerOptions }]);
    await agentOf('files').generate('Thank you.');
    expect(opened.vendor.refused).toEqual([]);
    expect(countIn(opened.vendor.requests, PDF)).toEqual([1, 1, 0]);
    expect(countIn(opened.vendor.requests, PICTURE)).toEqual([1, 1, 1]);
    expect(countIn(opened.vendor.requests, '"name":"marked"')[0]).toBe(1);
    expect(await filesOf(opened.session('files'))).toEqual(['user_message: application/pdf', 'user_message: image/png']);
  });

  it('keeps pictures in results of tools', async () => {
    const look = createTool({
      id: 'look',
      description: 'Looks.',
      inputSchema: { type: 'object' },
      execute: async () => ({
        content: [
          { type: 'text', text: 'a dot' },
          { type: 'image', data: PICTURE, mimeType: 'image/png' },
        ],
      }),
    });
    opened.script({ calls: [call('call_k', 'look', {})] }, { text: 'A dot.' });
    await agentOf('results', undefined, { look }).generate('Look.');
    expect(await filesOf(opened.session('results'))).toEqual(['tool_result: image/png']);
    expect(countIn(opened.vendor.requests, PICTURE)).toEqual([0, 1]);
  });

  it('refuses a run whose messages a memory of Mastra brings along, and keeps nothing twice', async () => {
    const agent = agentOf('beside', new MockMemory());
    const memory = { thread: 'one', resource: 'ada' };
    opened.script({ text: 'Hello.' }, { text: 'Hello again.' });
    await agent.generate('Hello, I am Ada.', { memory });
    await expect(agent.generate('Who am I?', { memory })).rejects.toThrow('kept twice');
    expect(await storyOf(opened.session('beside'))).toEqual(['user_message: Hello, I am Ada.', 'agent_message: Hello.']);
  });

  it('runs the example of its page', async () => {
    opened.script({ calls: [RECALL] }, { text: 'It is 54329.' });
    const env = { OPENAI_BASE_URL: `${opened.vendor.url}/v1`, OPENAI_API_KEY: 'none' };
    expect(await runPage('docs/integrations/mastra.md', opened.memory, env)).toEqual(['It is 54329.\n']);
    expect(await storyOf(opened.session('fix-login-mastra'))).toContain('agent_message: It is 54329.');
  });
});

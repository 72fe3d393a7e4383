import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { memoryMiddleware } from '@total-recall/ai-sdk';
import { createClient, createHistory, type SessionClient } from '@total-recall/client';
import { generateText, isStepCount, jsonSchema, streamText, tool, wrapLanguageModel, type LanguageModel, type ModelMessage } from 'ai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scriptedModel, type ScriptedAnswer } from './agent-loops/scripted-model.ts';
import { openVendorServer, type VendorServer } from './agent-loops/vendor-server.ts';
import { countIn, filesOf, openMemory, PDF, PICTURE, storyOf, type Memory } from './integrations/open-memory.ts';
import { runPage } from './integrations/run-page.ts';

const call = (id: string, name: string, args: object) => ({ id, name, arguments: JSON.stringify(args) });
const RECALL = call('call_r', 'recall', { query: 'port of the staging database' });
const LS = call('call_l', 'ls', { path: 'src' });
const ls = tool({
  inputSchema: jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }),
  execute: ({ path }) => `${path}/login.ts`,
});

describe('the middleware of the AI SDK', () => {
  let memory: Memory;
  let vendor: VendorServer;

  beforeAll(async () => {
    memory = await openMemory();
    vendor = await openVendorServer();
    const earlier = memory.client.space('work').session('earlier');
    await earlier.append({ kind: 'user_message', text: 'The staging database listens on port 54329.' }, { wait: 'searchable' });
  });

  beforeEach(() => vendor.script(scriptedModel([])));

  afterAll(async () => {
    await memory?.close();
    await vendor?.close();
  });

  const session = (name: string): SessionClient => memory.client.space('work').session(name);
  function modelOver(client: SessionClient, options: { readonly maxRounds?: number; readonly tools?: boolean } = {}): LanguageModel {
    const model = createOpenAICompatible({ name: 'local', baseURL: `${vendor.url}/v1`, apiKey: 'none', includeUsage: true })('scripted');
    return wrapLanguageModel({ model, middleware: memoryMiddleware({ session: client, ...options }) });
  }
  const script = (...answers: ScriptedAnswer[]) => vendor.script(scriptedModel(answers));

  it('asks the model no further where the reader of a stream leaves during a recall', async () => {
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let open = 0;
    const slow: typeof fetch = async (to, init) => {
      open += 1;
      if (String(to).endsWith('/recall')) {
        asked.resolve();
        await gate.promise;
      }
      return fetch(to, init).finally(() => (open -= 1));
    };
    const client = createClient({ url: memory.url, apiKey: memory.apiKey, fetch: slow }).space('work').session('left');
    script({ text: 'I look it up.', calls: [RECALL] }, { text: 'It is 54329.' });
    // The stream of streamText is parted for several readers, of which none ends it.
    const { doStream } = modelOver(client) as ReturnType<typeof wrapLanguageModel>;
    const content = [{ type: 'text' as const, text: 'Which port has the staging database?' }];
    const ask = async () => doStream({ prompt: [{ role: 'user', content }] });
    // The server is busy once.
    const { stream } = await ask().catch(ask);
    const reader = stream.getReader();
    const left = (async () => {
      while (!(await reader.read()).done);
    })();
    await asked.promise;
    await reader.cancel();
    await left;
    gate.resolve();
    await expect.poll(() => storyOf(session('left'))).toContainEqual(expect.stringMatching(/^tool_result: .*54329/s));
    await expect.poll(() => open).toBe(0);
    expect(vendor.requests).toHaveLength(1);
  });

  it.each(['generate', 'stream'] as const)('%s: answers recall inside, runs the tools of the caller, and keeps it all', async (way) => {
    const client = session(`loop-${way}`);
    script(
      { text: 'I look it up.', calls: [RECALL] },
      { calls: [call('call_s', 'recall', { query: 'staging port' }), LS] },
      { text: 'It is 54329.' },
    );
    const input = {
      model: modelOver(client),
      system: 'You fix bugs.',
      prompt: 'Which port has the staging database?',
      tools: { ls },
      stopWhen: isStepCount(5),
    };
    const result = way === 'generate' ? await generateText(input) : streamText(input);
    const steps = await result.steps;
    expect((await result.text).endsWith('It is 54329.')).toBe(true);
    expect((await result.steps)[0]!.text).toBe('I look it up.');
    // Two calls of the model, each with a prompt of one token and an output of one; in streams the vendor does not tell.
    const told = { generate: { inputTokens: 1, outputTokens: 2 }, stream: { inputTokens: undefined, outputTokens: undefined } };
    expect(steps[0]!.usage).toMatchObject(told[way]);
    expect(steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName))).toEqual(['ls']);
    expect(vendor.refused).toEqual([]);
    const shown = vendor.requests.map((request) => JSON.stringify(request));
    expect(shown[0]).toContain('You fix bugs.');
    expect(shown[1]).toContain('54329');
    expect(shown[2]).toContain('src/login.ts');
    expect(await storyOf(client)).toEqual([
      'user_message: Which port has the staging database?',
      'agent_message: I look it up.',
      'tool_call: recall',
      expect.stringMatching(/^tool_result: .*54329/s),
      'tool_call: ls',
      'tool_call: recall',
      expect.stringMatching(/^tool_result: .*54329/s),
      'tool_result: src/login.ts',
      'agent_message: It is 54329.',
    ]);
  });

  describe.each(['generate', 'stream'] as const)('%s: a model that recalls again and again', (way) => {
    const ask = async (client: SessionClient, tools: { readonly ls?: typeof ls }) => {
      script(...Array.from({ length: 6 }, (_, at) => ({ text: `Try ${at}.`, calls: [{ ...RECALL, id: `call_${at}` }] })));
      const input = { model: modelOver(client, { maxRounds: 2 }), prompt: 'Which port has the staging database?', tools };
      const result = way === 'generate' ? await generateText(input) : streamText(input);
      return { steps: await result.steps, reason: await result.finishReason };
    };
    const declared = () =>
      vendor.requests.map(({ tools }) => ((tools ?? []) as { function: { name: string } }[]).map((one) => one.function.name));

    it('is answered the given number of times, then ends without its calls', async () => {
      const client = session(`again-${way}`);
      const { steps, reason } = await ask(client, { ls });
      expect(vendor.requests).toHaveLength(3);
      expect(declared().map((names) => names.includes('recall'))).toEqual([true, true, false]);
      expect(declared()[2]).toEqual(['ls']);
      expect(steps).toHaveLength(1);
      expect(steps[0]!.toolCalls).toEqual([]);
      expect(reason).toBe('stop');
      const story = await storyOf(client);
      expect(story.filter((event) => event === 'tool_call: recall')).toHaveLength(2);
      expect(story.at(-1)).toBe('agent_message: Try 2.');
    });

    it('is left the declarations, without a choice, where the caller has no tools', async () => {
      await ask(session(`again-alone-${way}`), {});
      expect(vendor.requests).toHaveLength(3);
      expect(declared().map((names) => names.includes('recall'))).toEqual([true, true, true]);
      expect(vendor.requests.map((request) => request['tool_choice'])).toEqual(['auto', 'auto', 'none']);
    });
  });

  it('stores a conversation once that grows, that another process sends again, and that is edited', async () => {
    const client = session('growing');
    const messages: ModelMessage[] = [{ role: 'user', content: 'One.' }];
    script({ text: 'First.' }, { text: 'Second.' }, { text: 'Third.' }, { text: 'Fourth.' }, { text: 'Fifth.' });
    messages.push(...(await generateText({ model: modelOver(client), messages })).response.messages, { role: 'user', content: 'Two.' });
    messages.push(...(await generateText({ model: modelOver(session('growing')), messages })).response.messages);
    const story = ['user_message: One.', 'agent_message: First.', 'user_message: Two.', 'agent_message: Second.'];
    expect(await storyOf(client)).toEqual(story);

    const model = modelOver(client);
    const edited: ModelMessage[] = [...messages.slice(0, 2), { role: 'user', content: 'Two, otherwise.' }];
    await generateText({ model, messages: [...messages, { role: 'user', content: 'Three.' }] });
    await generateText({ model, messages: edited });
    const note = expect.stringMatching(/^system_note: The conversation was edited/);
    const after = ['user_message: Three.', 'agent_message: Third.', note, 'user_message: Two, otherwise.', 'agent_message: Fourth.'];
    expect(await storyOf(client)).toEqual([...story, ...after]);
    await generateText({
      model: modelOver(session('growing')),
      messages: [...edited, { role: 'assistant', content: 'Fourth.' }, { role: 'user', content: 'So?' }],
    });
    expect(await storyOf(client)).toEqual([...story, ...after, 'user_message: So?', 'agent_message: Fifth.']);
  });

  it.each(['generate', 'stream'] as const)('%s: keeps a turn once whose calls have arguments that are no JSON, or none', async (way) => {
    const client = session(`written-${way}`);
    script(
      { calls: [{ id: 'c1', name: 'ls', arguments: '' }] },
      { calls: [{ id: 'c2', name: 'ls', arguments: '{bad' }] },
      { text: 'Done.' },
    );
    const asked = { model: modelOver(client), prompt: 'List src.', tools: { ls }, stopWhen: isStepCount(5) };
    await (way === 'generate' ? generateText(asked) : streamText(asked).consumeStream());
    const story = await storyOf(client);
    expect(story.filter((said) => said.startsWith('user_message'))).toEqual(['user_message: List src.']);
    expect(story.at(-1)).toBe('agent_message: Done.');
  });

  it('sends a window that fits where the messages do not', async () => {
    const client = session('long');
    await client.setPolicy({ windowTokens: 4_000 });
    const old = Array.from({ length: 60 }, (_, at): ModelMessage[] => [
      { role: 'user', content: `Step ${at}: ${'a word and another one. '.repeat(20)}` },
      { role: 'assistant', content: `Done with step ${at}.` },
    ]).flat();
    script({ text: 'Done.' });
    await generateText({ model: modelOver(client), messages: [...old, { role: 'user', content: 'And the last one?' }] });
    const sent = JSON.stringify(vendor.requests[0]);
    expect(sent).toContain('And the last one?');
    expect(sent).not.toContain('Step 3:');
    expect(sent.length).toBeLessThan(24_000);
    expect((await storyOf(client)).filter((event) => /^(user|agent)_message/.test(event))).toHaveLength(122);
  });

  it('answers a recall whose id is longer than an event takes, as some servers write signatures into theirs', async () => {
    script({ calls: [{ ...RECALL, id: `call_r__thought__${'Q'.repeat(600)}` }] }, { text: 'It is 54329.' });
    const { text } = await generateText({ model: modelOver(session('long-id')), prompt: 'Which port has the staging database?' });
    expect(text).toBe('It is 54329.');
    expect(JSON.stringify(vendor.requests.at(-1))).toContain('listens on port 54329');
    expect(vendor.refused).toEqual([]);
  });

  it.each(['generate', 'stream'] as const)('%s: tells the model of a call to the memory that its answer ended within', async (way) => {
    const client = session(`cut-${way}`);
    script({ calls: [call('call_u', 'update_task_state', { goals: ['half'] })], isCut: true }, { text: 'Again, then.' });
    const input = { model: modelOver(client), prompt: 'Note what is to be done.' };
    const result = way === 'generate' ? await generateText(input) : streamText(input);
    expect(await result.text).toBe('Again, then.');
    expect((await storyOf(client)).slice(1)).toEqual([
      'tool_call: update_task_state',
      expect.stringMatching(/^tool_result: The answer ended \(length\) within this call of update_task_state, so it was not run/),
      'agent_message: Again, then.',
    ]);
  });

  it.each(['generate', 'stream'] as const)('%s: leaves the tools of the memory out where it is told to', async (way) => {
    const client = session(`no-tools-${way}`);
    script({ text: 'Hello.' }, { calls: [LS] }, { text: 'A file.' });
    const ask = async (tools: { readonly ls?: typeof ls }) => {
      const input = { model: modelOver(client, { tools: false }), prompt: 'Hi.', tools, stopWhen: isStepCount(3) };
      return (way === 'generate' ? await generateText(input) : streamText(input)).text;
    };
    expect(await ask({})).toBe('Hello.');
    expect(await ask({ ls })).toBe('A file.');
    const declared = vendor.requests.map(({ tools }) =>
      (tools as { function: { name: string } }[] | undefined)?.map((one) => one.function.name),
    );
    expect(declared).toEqual([undefined, ['ls'], ['ls']]);
    expect(JSON.stringify(vendor.requests.map(({ messages }) => messages))).not.toMatch(/call recall/i);
    expect(await storyOf(client)).toContain('agent_message: Hello.');
  });

  it('gives the model a file of the live request as the caller gave it, in each step', async () => {
    const client = session('a-file');
    script({ calls: [RECALL] }, { calls: [LS] }, { text: 'It says hello.' });
    const data = Buffer.from('%PDF-1.4 hello');
    const file = { type: 'file' as const, data, mediaType: 'application/pdf', filename: 'letter.pdf' };
    const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'What does the letter say?' }, file] }];
    await generateText({ model: modelOver(client), messages, tools: { ls }, stopWhen: isStepCount(5) });
    expect(vendor.refused).toEqual([]);
    expect(vendor.requests).toHaveLength(3);
    for (const request of vendor.requests) expect(JSON.stringify(request)).toContain(data.toString('base64'));
  });

  it('gives the options of messages to the provider, such as marks of a cache', async () => {
    const client = session('marked');
    // The server refuses a mark of a cache, which a provider writes in the same way.
    const providerOptions = { openaiCompatible: { name: 'marked' } };
    script({ calls: [RECALL] }, { text: 'First.' }, { text: 'Second.' });
    const model = modelOver(client);
    // This provider reads the options of a message that is one text from its part.
    const said = (text: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text, providerOptions }] });
    const system = { role: 'system' as const, content: 'You fix bugs.', providerOptions };
    await generateText({ model, system, messages: [said('One.')] });
    const messages: ModelMessage[] = [said('One.'), { role: 'assistant', content: 'First.' }, said('Two.')];
    await generateText({ model, system, messages });
    const marked = vendor.requests.map((request) =>
      (request['messages'] as { role: string; name?: string }[]).flatMap(({ role, name }) => (name ? [role] : [])),
    );
    expect(marked).toEqual([
      ['system', 'user'],
      ['system', 'user'],
      ['system', 'user', 'user'],
    ]);
  });

  it('keeps pictures in results of tools, and gives the model the files in them', async () => {
    const client = session('results');
    const value = [
      { type: 'text' as const, text: 'a dot' },
      { type: 'file' as const, mediaType: 'image/png', data: { type: 'data' as const, data: PICTURE } },
      { type: 'file' as const, mediaType: 'application/pdf', data: { type: 'data' as const, data: PDF } },
    ];
    const look = tool({
      inputSchema: jsonSchema({ type: 'object' }),
      execute: () => 'seen',
      toModelOutput: () => ({ type: 'content', value }),
    });
    script({ calls: [call('call_k', 'look', {})] }, { text: 'A dot.' });
    await generateText({ model: modelOver(client), prompt: 'Look.', tools: { look }, stopWhen: isStepCount(3) });
    expect(await filesOf(client)).toEqual(['tool_result: image/png', 'tool_result: application/pdf']);
    expect(countIn(vendor.requests, PICTURE)).toEqual([0, 1]);
    expect(countIn(vendor.requests, PDF)).toEqual([0, 1]);
    expect(await storyOf(client)).toContain('tool_result: a dot');
  });

  it('keeps any number of files with any names, and pictures whose type is said in general', async () => {
    const client = session('many-files');
    script({ text: 'Dots.' });
    const many = Array.from({ length: 20 }, (_, at) => ({
      type: 'file' as const,
      mediaType: 'image',
      data: PICTURE,
      filename: `${'long '.repeat(40)}${at}.png`,
    }));
    await generateText({ model: modelOver(client), messages: [{ role: 'user', content: many }] });
    expect(await filesOf(client)).toEqual(many.map(() => 'user_message: image/png'));
  });

  it('sends what is new alone, also where the session is chosen anew by each call', async () => {
    let sent = 0;
    const send: typeof fetch = (url, init) => {
      if (String(url).endsWith('/events')) sent += (JSON.parse(String(init?.body)) as { events: unknown[] }).events.length;
      return fetch(url, init);
    };
    const client = createClient({ url: memory.url, apiKey: memory.apiKey, fetch: send });
    const provider = createOpenAICompatible({ name: 'local', baseURL: `${vendor.url}/v1`, apiKey: 'none' })('scripted');
    const middleware = memoryMiddleware({ session: () => client.space('work').session('chosen') });
    const model = wrapLanguageModel({ model: provider, middleware });
    const messages: ModelMessage[] = [];
    for (const text of ['One.', 'Two.', 'Three.']) {
      script({ text: `Said ${text}` });
      messages.push({ role: 'user', content: text });
      messages.push(...(await generateText({ model, messages })).response.messages);
    }
    expect(sent).toBe(6);
  });

  it('leaves a tool to the caller who declares it under a name of the memory', async () => {
    script({ calls: [RECALL] }, { text: 'Done.' });
    const recall = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => 'mine' });
    const { steps } = await generateText({
      model: modelOver(session('mine')),
      prompt: 'Hello.',
      tools: { recall },
      stopWhen: isStepCount(3),
    });
    expect(steps[0]!.toolResults.map(({ output }) => output)).toEqual(['mine']);
  });

  it('keeps an edit before another one whole and once, also for another process', async () => {
    const edited = memory.client.space('work').session('edited-twice');
    const told = (...texts: string[]) => texts.map((text) => ({ kind: 'user_message' as const, text }));
    const history = createHistory(edited, 'test');
    const earlier = told('One.', 'Before.', 'After.');
    for (const conversation of [told('One.', 'Two.', 'Three.'), told('One.', 'Two.', 'Other.'), earlier])
      await history.follow(conversation);
    await createHistory(edited, 'test').follow(earlier);
    const note = expect.stringMatching(/^system_note: The conversation was edited/) as string;
    const story = (await storyOf(edited)).map((line) => line.replace('user_message: ', ''));
    expect(story).toEqual(['One.', 'Two.', 'Three.', note, 'Other.', note, 'Before.', 'After.']);
  });

  it('asks again what an earlier run asked in the session, whose answer is none to this one', async () => {
    const run = (model: LanguageModel) => generateText({ model, prompt: 'What is new?', tools: { ls }, stopWhen: isStepCount(3) });
    const note = expect.stringMatching(/^system_note: The conversation was edited/) as string;
    const asked = () => (vendor.requests.at(-1)!['messages'] as unknown[]).at(-1);
    const call1 = ['tool_call: ls', 'tool_result: src/login.ts', 'agent_message: First.'];
    script({ calls: [LS] }, { text: 'First.' });
    await run(modelOver(session('alike')));
    const second = modelOver(session('alike'));
    for (const text of ['Second.', 'Third.']) {
      script({ text });
      expect((await run(second)).text).toBe(text);
      expect(JSON.stringify(asked())).toMatch(/"role":"user".*What is new\?/);
      expect(vendor.refused).toEqual([]);
    }
    script({ text: 'Fourth.' });
    await run(modelOver(session('alike')));
    expect(JSON.stringify(asked())).toMatch(/"role":"user".*What is new\?/);
    const again = ['Second.', 'Third.', 'Fourth.'].flatMap((text) => [note, 'user_message: What is new?', `agent_message: ${text}`]);
    expect(await storyOf(session('alike'))).toEqual(['user_message: What is new?', ...call1, ...again]);
  });

  it('takes any number of conversations, without a name or with one, into a session that knows as many writers as it may', async () => {
    const many = memory.client.space('work').session('many');
    const follow = (text: string, writer?: string) => createHistory(many, writer).follow([{ kind: 'user_message', text }]);
    const writers = Array.from({ length: 256 }, (_, at) => `writer-${at}`);
    for (let at = 0; at < writers.length; at += 16)
      await Promise.all(writers.slice(at, at + 16).map((writer) => follow('By a writer.', writer)));
    const problem = (at: number) =>
      many.append({ kind: 'user_message', text: 'By one more.', sequence: 1 }, { source: `one-more-${at}` }).then(
        () => '',
        (error: Error) => error.message,
      );
    let more = 0;
    await expect.poll(() => problem(more++), { timeout: 30_000 }).toContain('at most 256 sources');
    for (let run = 1; run <= 3; run += 1) await follow(`Run ${run}.`);
    await follow('Run 4.', 'a-writer-too-many');
    expect((await storyOf(many)).slice(-4)).toEqual([1, 2, 3, 4].map((run) => `user_message: Run ${run}.`));
  });

  it('follows an edit in a conversation without a name', async () => {
    const edited = memory.client.space('work').session('edited-unnamed');
    const told = (...texts: string[]) => texts.map((text) => ({ kind: 'user_message' as const, text }));
    const history = createHistory(edited);
    for (const conversation of [
      told('One.'),
      told('One.', 'Two.'),
      told('One.', 'Two.', 'Three.'),
      told('One.', 'Other.'),
      told('Before.'),
    ])
      await history.follow(conversation);
    const said = (await storyOf(edited)).filter((line) => !line.startsWith('compaction'));
    const story = said.map((line) => line.replace('user_message: ', ''));
    const note = expect.stringMatching(/^system_note: The conversation was edited/) as string;
    expect(story).toEqual(['One.', 'Two.', 'Three.', note, 'Other.', note, 'Before.']);
  });

  it('runs the example of its page', async () => {
    script({ calls: [RECALL] }, { text: 'It is 54329.' });
    const env = { OPENAI_BASE_URL: `${vendor.url}/v1`, OPENAI_API_KEY: 'none' };
    expect(await runPage('docs/integrations/ai-sdk.md', memory, env)).toEqual(['It is 54329.\n']);
    expect(await storyOf(session('fix-login-ai'))).toContain('agent_message: It is 54329.');
  });
});

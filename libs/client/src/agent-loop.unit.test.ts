import { newEvent, problemOf } from '@total-recall/contracts';
import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import type { ModelResponse } from './responses/read-response.ts';
import type { ToolHandlers } from './tools/tool-runner.ts';

interface Sent {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: { readonly events: readonly Record<string, unknown>[] } & Record<string, unknown>;
}

type Route = (body: Sent['body']) => unknown;

/** Opens a session whose service answers by the last part of the path; appends get an empty answer. */
function open(routes: Readonly<Record<string, Route>> = {}) {
  const sent: Sent[] = [];
  const client = createClient({
    url: 'http://memory.test',
    apiKey: 'tr_key',
    retry: { attempts: 1 },
    fetch: async (url, init) => {
      const path = String(url).split('/').at(-1)!;
      const body = JSON.parse(String(init?.body ?? '{}')) as Sent['body'];
      sent.push({ path, key: new Headers(init?.headers).get('Idempotency-Key') ?? undefined, body });
      const answer = routes[path]?.(body) ?? { events: [] };
      if (answer instanceof Error) throw answer;
      return answer instanceof Response ? answer : new Response(JSON.stringify(answer));
    },
  });
  const events = () => sent.filter(({ path }) => path === 'events').flatMap(({ body }) => body.events);
  return { session: client.space('a').session('s'), sent, events };
}

const call = (id: string, name: string, args: string) => ({ id, type: 'function', function: { name, arguments: args } });
const completion = (content: string | null, ...calls: ReturnType<typeof call>[]) => ({
  id: 'chatcmpl-1',
  choices: [{ message: { content, ...(calls.length > 0 ? { tool_calls: calls } : {}) } }],
});
const refused = (code: 'invalid_request' | 'unavailable') => {
  const body = problemOf(code, 'queries: is needed', 'r-1');
  return new Response(JSON.stringify(body), { status: body.status });
};

describe('what a model answered', () => {
  const blocks = (...given: object[]) => given as { type: string }[];
  const step = (...content: object[]) => ({ content: blocks(...content), response: { id: 'x' } });
  const CALL = { kind: 'tool_call', call: { id: 'c', name: 'f', arguments: '{"a":1}' } };
  const TEXT = { kind: 'agent_message', text: 'hi' };
  const CASES: readonly [name: string, response: ModelResponse, events: object[]][] = [
    ['a chat completion', completion('hi', call('c', 'f', '{"a":1}')), [TEXT, CALL]],
    [
      'a chat completion in parts, with arguments that are no text, as some servers write them',
      {
        choices: [
          {
            message: {
              content: [
                { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
                { type: 'text', text: 'h' },
                { type: 'text', text: 'i' },
              ],
              tool_calls: [{ id: 'c', function: { name: 'f', arguments: { a: 1 } } }],
            },
          },
        ],
      },
      [{ kind: 'thinking', text: 'hm' }, TEXT, CALL],
    ],
    [
      'the message of a chat completion in parts',
      { role: 'assistant', ...completion(null, call('c', 'f', '{"a":1}')).choices[0]!.message, content: [{ type: 'text', text: 'hi' }] },
      [TEXT, CALL],
    ],
    [
      'a chat completion that was spoken',
      { choices: [{ message: { ...completion(null, call('c', 'f', '{"a":1}')).choices[0]!.message, audio: { transcript: 'hi' } } }] },
      [TEXT, CALL],
    ],
    [
      'the message of a chat completion',
      { role: 'assistant', ...completion('hi', call('c', 'f', '{"a":1}')).choices[0]!.message },
      [TEXT, CALL],
    ],
    [
      'a chat completion with reasoning, a refusal and a tool of the vendor',
      {
        choices: [
          {
            message: {
              content: null,
              refusal: 'no',
              reasoning_content: 'hm',
              tool_calls: [{ id: 'c', custom: { name: 'f', input: 'x' } }],
            },
          },
        ],
      },
      [
        { kind: 'thinking', text: 'hm' },
        { kind: 'agent_message', text: 'no' },
        { kind: 'tool_call', call: { id: 'c', name: 'f', arguments: 'x' } },
      ],
    ],
    [
      'a chat completion of DeepSeek, which wants its reasoning back',
      {
        model: 'deepseek-reasoner',
        choices: [{ message: { ...completion(null, call('c', 'f', '{"a":1}')).choices[0]!.message, reasoning_content: 'hm' } }],
      },
      [{ kind: 'thinking', text: 'hm', thinking: { vendor: 'deepseek' } }, CALL],
    ],
    [
      'a result of the AI SDK by a model of DeepSeek',
      {
        steps: Promise.resolve([
          {
            content: blocks({ type: 'reasoning', text: 'hm' }, { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: { a: 1 } }),
            response: { id: 'x', modelId: 'deepseek-chat' },
          },
        ]),
      },
      [{ kind: 'thinking', text: 'hm', thinking: { vendor: 'deepseek' } }, CALL],
    ],
    [
      'a response',
      {
        id: 'resp_1',
        output: blocks(
          { type: 'reasoning', summary: [{ text: 'hm' }] },
          { type: 'message', content: [{ type: 'output_text', text: 'hi' }] },
          { type: 'web_search_call' },
          { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":1}' },
        ),
      },
      [{ kind: 'thinking', text: 'hm' }, TEXT, CALL],
    ],
    [
      'a response with sealed reasoning',
      {
        id: 'resp_2',
        output: blocks(
          { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'enc' },
          { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":1}' },
        ),
      },
      [{ kind: 'thinking', text: '', thinking: { vendor: 'openai', signature: 'rs_1', redacted: 'enc' } }, CALL],
    ],
    [
      'a message with a call to an MCP server',
      {
        id: 'msg_2',
        content: blocks(
          { type: 'mcp_tool_use', id: 'm', name: 'g', server_name: 's', input: {} },
          { type: 'mcp_tool_result', tool_use_id: 'm', content: [{ type: 'text', text: 'ok' }] },
          { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } },
        ),
      },
      [
        { kind: 'tool_call', call: { id: 'm', name: 'g', arguments: '{}' } },
        { kind: 'tool_result', call: { id: 'm', name: 'g' }, text: '[{"type":"text","text":"ok"}]' },
        CALL,
      ],
    ],
    [
      'a result of the AI SDK whose calls and thinking other vendors sealed',
      {
        steps: Promise.resolve([
          step(
            { type: 'reasoning', text: 'hm', providerMetadata: { google: { thoughtSignature: 'thought' } } },
            {
              type: 'reasoning',
              text: '',
              providerMetadata: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'enc' } },
            },
            { type: 'reasoning', text: '', providerMetadata: { openai: { itemId: 'rs_2', reasoningEncryptedContent: null } } },
            {
              type: 'tool-call',
              toolCallId: 'c',
              toolName: 'f',
              input: { a: 1 },
              providerMetadata: { google: { thoughtSignature: 'sig' } },
            },
          ),
        ]),
      },
      [
        { kind: 'thinking', text: 'hm', thinking: { vendor: 'google', redacted: 'thought' } },
        { kind: 'thinking', text: '', thinking: { vendor: 'openai', signature: 'rs_1', redacted: 'enc' } },
        { kind: 'thinking', text: '', thinking: { vendor: 'google', redacted: 'sig', callId: 'c' } },
        CALL,
      ],
    ],
    [
      'a message with thinking of both kinds',
      {
        id: 'msg_1',
        content: blocks(
          { type: 'thinking', thinking: 'hm', signature: 'sig' },
          { type: 'redacted_thinking', data: 'seal' },
          { type: 'text', text: 'hi' },
          { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } },
        ),
      },
      [
        { kind: 'thinking', text: 'hm', thinking: { signature: 'sig' } },
        { kind: 'thinking', text: '', thinking: { redacted: 'seal' } },
        TEXT,
        CALL,
      ],
    ],
    [
      'a result of the AI SDK, in steps, with what it ran itself',
      {
        steps: Promise.resolve([
          step(
            { type: 'reasoning', text: 'hm', providerMetadata: { anthropic: { signature: 'sig' } } },
            { type: 'tool-call', toolCallId: 'd', toolName: 'g', input: {} },
            { type: 'tool-result', toolCallId: 'd', toolName: 'g', output: { rows: 2 } },
          ),
          step(
            { type: 'text', text: 'hi' },
            { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: { a: 1 } },
            { type: 'tool-call', toolCallId: 'e', toolName: 'g', input: '{"a":' },
            { type: 'tool-error', toolCallId: 'e', toolName: 'g', error: new TypeError('no JSON') },
          ),
        ]),
      },
      [
        { kind: 'thinking', text: 'hm', thinking: { signature: 'sig' } },
        { kind: 'tool_call', call: { id: 'd', name: 'g', arguments: '{}' } },
        { kind: 'tool_result', call: { id: 'd', name: 'g' }, text: '{"rows":2}' },
        TEXT,
        CALL,
        { kind: 'tool_call', call: { id: 'e', name: 'g', arguments: '{"a":' } },
        { kind: 'tool_result', call: { id: 'e', name: 'g' }, text: 'TypeError: no JSON', isError: true },
      ],
    ],
  ];

  it.each(CASES)('is read from %s', async (_name, response, expected) => {
    const { session, events } = open();
    const { calls, done } = await session.appendResponse(response);
    expect(events()).toEqual(expected.map((event) => expect.objectContaining(event)));
    expect(calls.map(({ id }) => id)).toEqual(['c']);
    expect(done).toBe(false);
  });

  it('says the last text, and that it is done', async () => {
    const { session } = open();
    expect(await session.appendResponse(completion('hi'))).toEqual({ text: 'hi', calls: [], done: true, events: [] });
  });

  describe('where the vendor ran tools itself', () => {
    const SEARCH = { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'port' } };
    const FOUND = { type: 'web_search_tool_result', tool_use_id: 's', content: [] };
    const message = (stop_reason: string, ...content: object[]) => ({ id: 'msg_1', stop_reason, content: blocks(...content) });
    const searched = { type: 'tool-call', toolCallId: 's', toolName: 'web_search', input: {}, providerExecuted: true };
    const FINISHED: readonly [name: string, response: ModelResponse][] = [
      ['Anthropic', message('end_turn', SEARCH, FOUND, { type: 'text', text: 'It is 54329.' })],
      [
        'a provider of the AI SDK',
        {
          steps: Promise.resolve([
            step(
              searched,
              { type: 'tool-result', toolCallId: 's', toolName: 'web_search', output: [] },
              { type: 'text', text: 'It is 54329.' },
            ),
          ]),
        },
      ],
    ];

    it.each(FINISHED)('is done with the answer of %s', async (_name, response) => {
      const { session, events } = open();
      expect(await session.appendResponse(response)).toMatchObject({ done: true, calls: [], text: 'It is 54329.' });
      expect(events().map(({ kind }) => kind)).toEqual(['tool_call', 'tool_result', 'agent_message']);
    });

    it('leaves the calls of the vendor to it, beside one of the program and where the turn is paused', async () => {
      const { session } = open();
      const both = await session.appendResponse(message('tool_use', SEARCH, { type: 'tool_use', id: 'c', name: 'f', input: {} }));
      expect([both.done, both.calls.map(({ id }) => id)]).toEqual([false, ['c']]);
      expect(await session.appendResponse(message('pause_turn', SEARCH))).toMatchObject({ done: false, calls: [] });
      const paused = { steps: Promise.resolve([{ ...step(searched), rawFinishReason: 'pause_turn' }]) };
      expect(await session.appendResponse(paused)).toMatchObject({ done: false, calls: [] });
    });

    it('keeps a text whole that citations split', async () => {
      const { session, events } = open();
      const texts = ['The port is', ' ', '54329', ', says the wiki.'].map((text) => ({ type: 'text', text }));
      const whole = 'The port is 54329, says the wiki.';
      const sources = texts.flatMap((text) => [text, { type: 'source', sourceType: 'url', id: '1', url: 'https://wiki.test' }]);
      for (const response of [message('end_turn', ...texts), { steps: [step(...sources)] }])
        expect((await session.appendResponse(response)).text).toBe(whole);
      expect(events().map(({ text }) => text)).toEqual([whole, whole]);
    });
  });

  it('is of the agent that gave it, where one is named', async () => {
    const { session, events } = open();
    await session.appendResponse(completion('I look.', call('c1', 'f', '{}')), { agent: 'planner' });
    const meta = { agent: 'planner' };
    expect(events()).toMatchObject([
      { kind: 'agent_message', meta },
      { kind: 'tool_call', meta },
    ]);
  });

  it('gives calls an id and a name where a local model left them out, and texts that are no Unicode a form that is', async () => {
    const { session, events } = open();
    const { calls } = await session.appendResponse(completion('\ud83d hm', call('', '', '{}'), call('', 'f', '{}')));
    expect(calls.map(({ name }) => name)).toEqual(['unknown', 'f']);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(events()[0]).toMatchObject({ text: '\ufffd hm' });
  });

  it('is stored once however often it is given, also where the first append failed', async () => {
    let lost = true;
    const { session, sent } = open({ events: () => (lost ? new TypeError('fetch failed') : { events: [] }) });
    const response = completion('hi', call('', 'f', '{}'));
    await expect(session.appendResponse(response)).rejects.toMatchObject({ name: 'TotalRecallConnectionError' });
    lost = false;
    await session.appendResponse(response);
    expect(sent[1]).toEqual(sent[0]);
    await session.appendResponse(completion('hi', call('', 'f', '{}')));
    expect(sent[2]!.key).not.toBe(sent[0]!.key);
  });

  it('is not asked for in a form that there is none of', async () => {
    const { session, sent } = open();
    await expect(session.window({ format: 'open-ai' as never })).rejects.toThrow(
      /one of blocks, openai, openai-responses, deepseek, anthropic, ai/,
    );
    expect(sent).toEqual([]);
  });

  it('is refused with advice where it is no answer', async () => {
    const { session } = open();
    for (const wrong of [undefined, 'hi', {}, { choices: 'x' }, { role: 'user', content: 'hi' }])
      await expect(session.appendResponse(wrong as never)).rejects.toThrow(/appendResponse takes .*finalMessage/s);
  });
});

describe('calls of a model', () => {
  async function answers(handlers: ToolHandlers, ...calls: ReturnType<typeof call>[]) {
    const opened = open({
      recall: ({ arguments: written, session }) =>
        session === 's' && String(written).includes('queries') ? { rendered: 'evidence' } : refused('invalid_request'),
    });
    const { calls: made } = await opened.session.appendResponse(completion(null, ...calls));
    const runs = await opened.session.runTools(made, handlers);
    return { ...opened, runs, made };
  }

  it('are answered all, in their order, errors in words for the model', async () => {
    const handlers: ToolHandlers = {
      read: async ({ path }: { path: string }) => ({ path }),
      fail: () => {
        throw new Error('no such file');
      },
      quiet: () => undefined,
    };
    const { events } = await answers(
      handlers,
      call('1', 'read', '{"path":"a"}'),
      call('2', 'fail', ''),
      call('3', 'read', '{"path":'),
      call('4', 'read', '[1]'),
      call('5', 'toString', '{}'),
      call('6', 'recall', '{"queries":["a"]}'),
      call('7', 'recall', '{}'),
      call('8', 'quiet', '{}'),
    );
    const results = events().filter(({ kind }) => kind === 'tool_result');
    expect(results.map(({ call: one, text, isError }) => [(one as { id: string }).id, text, isError])).toEqual([
      ['1', '{"path":"a"}', undefined],
      ['2', 'no such file', true],
      ['3', expect.stringMatching(/^The arguments of read are not valid JSON \(.*\)\. Call read again with a JSON object\.$/), true],
      ['4', 'The arguments of read are not a JSON object. Call read again with a JSON object.', true],
      ['5', expect.stringMatching(/^There is no tool "toString"\. There are: read, fail, quiet, recall/), true],
      ['6', 'evidence', undefined],
      ['7', expect.stringContaining('queries: is needed'), true],
      ['8', '', undefined],
    ]);
  });

  it('whose results are larger than a request are kept as far as an append takes them', async () => {
    const handlers: ToolHandlers = {
      huge: () => 'x'.repeat(17_000_000),
      count: () => ({ lines: 5n }),
      odd: () => {
        throw 5n;
      },
    };
    const { sent, events } = await answers(
      handlers,
      call('1', 'huge', '{}'),
      call('2', 'huge', '{}'),
      call('3', 'count', '{}'),
      call('4', 'odd', '{}'),
    );
    const results = events().filter(({ kind }) => kind === 'tool_result');
    for (const result of results) expect(newEvent.safeParse(result)).toMatchObject({ success: true });
    expect(results.map(({ text }) => String(text).slice(-13))).toEqual(
      ['777216 at most]', '777216 at most]', '{"lines":"5"}', '5'].map((end) => end.slice(-13)),
    );
    const keys = sent.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('that fail with something else than an error say it in words', async () => {
    const thrown: readonly unknown[] = [{ code: 'ENOENT', message: 'no such file' }, undefined, Symbol('odd'), circular()];
    const handlers = Object.fromEntries(
      thrown.map((one, at): [string, () => never] => [
        `f${at}`,
        () => {
          throw one;
        },
      ]),
    );
    const { runs } = await answers(handlers, ...thrown.map((_, at) => call(`${at}`, `f${at}`, '{}')));
    expect(runs.map(({ text, isError }) => [text, isError])).toEqual(
      ['{"code":"ENOENT","message":"no such file"}', 'undefined', 'Symbol(odd)', 'The tool failed.'].map((text) => [text, true]),
    );

    function circular(): object {
      const one: { self?: object } = {};
      return Object.assign(one, { self: one });
    }
  });

  it('are run once, however often they are given', async () => {
    let times = 0;
    const { session, sent, made } = await answers({ read: () => ++times }, call('1', 'read', '{}'));
    await session.runTools(made, { read: () => ++times });
    expect(times).toBe(1);
    expect(sent.at(-1)).toEqual(sent.at(-2));
  });

  it('asks the memory by the id that the log has of a call', async () => {
    const { session, sent, events } = open({ recall: () => ({ rendered: 'found' }) });
    const { calls } = await session.appendResponse(completion(null, call('i'.repeat(300), 'recall', '{"queries":["a"]}')));
    await session.runTools(calls);
    const asked = sent.find(({ path }) => path === 'recall')!.body['callId'] as string;
    expect(asked.length).toBe(128);
    expect(events().map((event) => (event['call'] as { id: string }).id)).toEqual([asked, asked]);
  });

  it('reject where the service is away, and may be given again', async () => {
    let away = true;
    const { session, events } = open({ recall: () => (away ? refused('unavailable') : { rendered: 'evidence' }) });
    const { calls } = await session.appendResponse(completion(null, call('1', 'recall', '{"queries":["a"]}')));
    await expect(session.runTools(calls)).rejects.toMatchObject({ code: 'unavailable' });
    away = false;
    expect(await session.runRecall(calls[0]!)).toMatchObject({ text: 'evidence', isError: false });
    expect(events().at(-1)).toMatchObject({ kind: 'tool_result', text: 'evidence' });
  });

  it('of other tools are left to the caller by runRecall', async () => {
    const { session, sent } = open();
    expect(await session.runRecall({ id: '1', name: 'read', arguments: '{}' })).toBeUndefined();
    expect(sent).toEqual([]);
  });

  it('end with the signal, which handlers get too', async () => {
    const ending = new AbortController();
    const { session, events } = open();
    const stopped = session.runTools(
      [{ id: '1', name: 'wait', arguments: '{}' }],
      {
        wait: (_args, { signal }) => {
          ending.abort(new Error('the user left'));
          signal!.throwIfAborted();
        },
      },
      { signal: ending.signal },
    );
    await expect(stopped).rejects.toThrow('the user left');
    expect(events()).toEqual([]);
  });

  it('have the names that the caller gave the tools, where the window had to write them another way', async () => {
    const reply = { openai: { messages: [], tools: [] }, renamed: { tools: { do_it_1a2b3c4d: 'do it' }, calls: {} } };
    const { session, events } = open({ window: () => reply });
    const window = await session.window({ format: 'openai' });
    expect(window.openai).toEqual({ messages: [] });
    const { calls } = await session.appendResponse(completion(null, call('1', 'do_it_1a2b3c4d', '{}')));
    await session.runTools(calls, { 'do it': () => 'done' });
    expect(events()).toMatchObject([{ call: { name: 'do it' } }, { call: { name: 'do it' }, text: 'done' }]);
  });
});

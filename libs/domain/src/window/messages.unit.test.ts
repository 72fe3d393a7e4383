import { describe, expect, it } from 'vitest';
import { openAiProblems } from '../../testing/index.ts';
import { toAnthropicMessages } from './to-anthropic-messages.ts';
import { toOpenAiMessages } from './to-openai-messages.ts';
import type { WindowBlock } from './window-request.ts';

const event = (eventKind: WindowBlock['eventKind'], text: string, fields: Partial<WindowBlock> = {}): WindowBlock => ({
  kind: 'event',
  eventKind,
  text,
  tokens: 1,
  turn: 1,
  eventId: text,
  ...fields,
});
const call = (callId: string, fields: Partial<WindowBlock> = {}): WindowBlock =>
  event('tool_call', `f(${callId})`, { callId, toolName: 'f', arguments: '{"a":1}', ...fields });
const result = (callId: string, text: string, fields: Partial<WindowBlock> = {}): WindowBlock =>
  event('tool_result', text, { callId, toolName: 'f', ...fields });
/** Returns the id of a tool use, or of the use that a result answers. */
const idOf = (part: object): string | undefined =>
  Object.entries(part).find(([name]) => name === 'id' || name === 'tool_use_id')?.[1] as string;
const typesOf = (blocks: readonly WindowBlock[]) =>
  toAnthropicMessages(blocks).messages.map(({ content }) => content.map(({ type }) => type));
const image = [{ id: 'art_1', mime: 'image/png', sizeBytes: 3 }];

describe('messages', () => {
  it('send what a vendor sealed to no other', () => {
    const blocks = [
      event('user_message', 'Go'),
      event('thinking', 'hm', { thinking: { vendor: 'openai', signature: 'rs_1', redacted: 'enc' } }),
      event('thinking', '', { thinking: { vendor: 'google', redacted: 'sig', callId: '1' } }),
      event('thinking', 'own', { thinking: { signature: 'sig' } }),
      call('1'),
      result('1', 'one'),
    ];
    const [, answer] = toAnthropicMessages(blocks).messages;
    expect(answer!.content).toEqual([
      { type: 'thinking', thinking: 'own', signature: 'sig' },
      { type: 'tool_use', id: '1', name: 'f', input: { a: 1 } },
    ]);
    expect(JSON.stringify(toOpenAiMessages(blocks))).not.toMatch(/enc|sig/);
  });

  it('name what the agent itself settled, which stands with the messages of the user', () => {
    const blocks = [
      event('user_message', 'Go'),
      event('decision', 'Use ULIDs.', { artifacts: image }),
      event('delegation', 'Delegated lint to session a.'),
      event('report', 'Report on lint.'),
      event('decision', ' '),
      event('decision', 'Use UUIDs.', { superseded: true }),
      event('objective', 'Ship it.'),
      event('constraint', 'Always tabs.', { superseded: true }),
      event('objective', 'Ship on Monday.', { superseded: true }),
      event('user_message', 'Wait', { superseded: true }),
    ];
    const said = [
      'Go',
      '[decision of the agent]\nUse ULIDs.\n[image]',
      '[delegation of the agent]\nDelegated lint to session a.',
      '[report of an executor]\nReport on lint.',
      '[decision of the agent]\nUse UUIDs.',
      'Ship it.',
      '[superseded constraint]\nAlways tabs.',
      '[superseded objective]\nShip on Monday.',
      '[superseded message]\nWait',
    ];
    expect(toOpenAiMessages(blocks).messages).toEqual(said.map((content) => ({ role: 'user', content })));
    expect(toAnthropicMessages(blocks).messages).toEqual([{ role: 'user', content: said.map((text) => ({ type: 'text', text })) }]);
  });

  it('say of a picture of the front that it is there, as no system prompt takes one', () => {
    const known = { ...event('knowledge', 'The plan of the quay.', { artifacts: image }), kind: 'knowledge' as const };
    const blocks = [known, event('user_message', 'Go')];
    const images = new Map([['art_1', 'QUJD']]);
    expect(toOpenAiMessages(blocks, { images }).messages[0]).toEqual({ role: 'system', content: 'The plan of the quay.\n[image]' });
    expect(toAnthropicMessages(blocks, { images }).system).toBe('The plan of the quay.\n[image]');
  });

  it('put the calls of one response into one message, its results directly after', () => {
    const blocks = [
      event('thinking', 'hm'),
      event('agent_message', 'I look.'),
      call('1'),
      result('1', 'one'),
      call('2'),
      result('2', 'two', { isError: true }),
      event('user_message', 'Thanks', { turn: 2 }),
    ];
    const toolCall = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{"a":1}' } });
    expect(toOpenAiMessages(blocks).messages).toEqual([
      { role: 'assistant', content: 'I look.', tool_calls: [toolCall('1'), toolCall('2')] },
      { role: 'tool', tool_call_id: '1', content: 'one' },
      { role: 'tool', tool_call_id: '2', content: 'two' },
      { role: 'user', content: 'Thanks' },
    ]);
    expect(toAnthropicMessages(blocks).messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: '[Start of the session]' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: '1', name: 'f', input: { a: 1 } },
          { type: 'tool_use', id: '2', name: 'f', input: { a: 1 } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: '1', content: 'one' },
          { type: 'tool_result', tool_use_id: '2', content: 'two', is_error: true },
          { type: 'text', text: 'Thanks' },
        ],
      },
    ]);
  });

  it('keep responses of different turns apart, and a second text of one turn', () => {
    const blocks = [event('agent_message', 'a'), event('agent_message', 'b'), event('agent_message', 'c', { turn: 2 })];
    expect(toOpenAiMessages(blocks).messages.map(({ content }) => content)).toEqual(['a', 'b', 'c']);
  });

  it('begin a call with the thinking of its response where the vendor searched in between, and keep an answer behind its results', () => {
    const mine = { messageId: 'msg_1' };
    const searched = [
      event('user_message', 'go', { turn: 0 }),
      event('thinking', 'hm', { ...mine, thinking: { signature: 'sig' } }),
      call('s', mine),
      result('s', 'found'),
      event('agent_message', 'I look further.', mine),
    ];
    expect(typesOf([...searched, call('1', mine), result('1', 'one')])).toEqual([
      ['text'],
      ['thinking', 'tool_use', 'text', 'tool_use'],
      ['tool_result', 'tool_result'],
    ]);
    expect(typesOf(searched)).toEqual([['text'], ['thinking', 'tool_use'], ['tool_result'], ['text'], ['text']]);
    const next = { messageId: 'msg_2' };
    expect(typesOf([...searched, call('1', next), result('1', 'one')])[3]).toEqual(['text', 'tool_use']);
  });

  it('begin a message with thinking and end none with it, also where the vendor searched in between', () => {
    const mine = { messageId: 'msg_1', turn: 2 };
    const thought = (text: string, fields: Partial<WindowBlock> = mine) =>
      event('thinking', text, { ...fields, thinking: { signature: 's' } });
    const asked = event('user_message', 'go');
    const searched = [asked, thought('a'), call('s', mine), result('s', 'found', mine)];
    const text = event('agent_message', 'done', mine);
    expect(typesOf([...searched, thought('b'), text])).toEqual([
      ['text'],
      ['thinking', 'tool_use'],
      ['tool_result'],
      ['thinking', 'text'],
      ['text'],
    ]);
    const called = [...searched, text, thought('b'), call('1', mine), result('1', 'one', mine)];
    expect(typesOf(called)).toEqual([
      ['text'],
      ['thinking', 'tool_use'],
      ['tool_result'],
      ['thinking', 'text', 'tool_use'],
      ['tool_result'],
    ]);
    expect(typesOf([asked, thought('cut')])).toEqual([['text']]);
    expect(typesOf([...searched, thought('cut')])).toEqual([['text'], ['thinking', 'tool_use'], ['tool_result']]);
    expect(typesOf([asked, text, thought('cut')])).toEqual([['text'], ['text'], ['text']]);
  });

  it('keep a response that begins with thinking apart from the one before it, as the words in between did', () => {
    const next = { turn: 2, messageId: 'msg_2' };
    const blocks = [
      event('user_message', 'go', { turn: 0 }),
      event('agent_message', 'I begin.'),
      event('thinking', 'hm', { ...next, thinking: { redacted: 'x' } }),
      call('1', next),
      result('1', 'one', next),
    ];
    expect(typesOf(blocks)).toEqual([['text'], ['text'], ['text'], ['redacted_thinking', 'tool_use'], ['tool_result']]);
    expect(toAnthropicMessages(blocks).messages[2]).toEqual(toAnthropicMessages(blocks.slice(0, 2)).messages[2]);
  });

  it('number a call id that is used again, and write ids as Anthropic takes them', () => {
    const blocks = [
      event('user_message', 'go'),
      call('f:0'),
      result('f:0', 'one'),
      call('f:0', { turn: 2 }),
      result('f:0', 'two', { turn: 2 }),
    ];
    const ids = toAnthropicMessages(blocks).messages.flatMap(({ content }) => content.flatMap((part) => idOf(part) ?? []));
    expect(ids).toEqual(['f_0', 'f_0', 'f_0_2', 'f_0_2']);
    expect(JSON.stringify(toOpenAiMessages(blocks))).toContain('"f:0_2"');
  });

  it('tell a call that cannot be read as a note', () => {
    const lost = event('tool_call', '[unreadable]');
    expect(toOpenAiMessages([lost]).messages).toEqual([{ role: 'user', content: '[unreadable]' }]);
    expect(toAnthropicMessages([lost]).messages).toEqual([{ role: 'user', content: [{ type: 'text', text: '[unreadable]' }] }]);
  });

  it('show pictures where their bytes are there, and say where they are not', () => {
    const blocks = [event('user_message', '', { artifacts: image })];
    const images = new Map([['art_1', 'QUJD']]);
    expect(toOpenAiMessages(blocks, { images }).messages).toEqual([
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } }] },
    ]);
    expect(toAnthropicMessages(blocks, { images }).messages[0]!.content).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } },
    ]);
    expect(toOpenAiMessages(blocks).messages).toEqual([{ role: 'user', content: '[image]' }]);
    expect(toAnthropicMessages(blocks).messages[0]!.content).toEqual([{ type: 'text', text: '[image]' }]);
    const shot = [event('user_message', 'go'), call('1'), result('1', '', { artifacts: image })];
    expect(toOpenAiMessages(shot).messages.at(-1)).toEqual({ role: 'tool', tool_call_id: '1', content: '[image]' });
    expect(toAnthropicMessages(shot, { images }).messages.at(-1)!.content[0]).toMatchObject({
      type: 'tool_result',
      content: [{ type: 'image' }],
    });
  });

  it('show OpenAI the pictures of results behind all results of their response, and which is whose', () => {
    const images = new Map([['art_1', 'QUJD']]);
    const blocks = [
      event('user_message', 'go'),
      call('1'),
      call('2'),
      call('x] [y'),
      result('1', 'one', { artifacts: image }),
      result('2', 'two'),
      result('x] [y', '', { artifacts: image }),
      event('agent_message', 'done', { turn: 2 }),
    ];
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } };
    const { messages } = toOpenAiMessages(blocks, { images });
    expect(messages.slice(2)).toEqual([
      { role: 'tool', tool_call_id: '1', content: 'one\n[image]' },
      { role: 'tool', tool_call_id: '2', content: 'two' },
      { role: 'tool', tool_call_id: 'x] [y', content: '[image]' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '[image of the result of 1]' },
          picture,
          { type: 'text', text: '[image of the result of x___y]' },
          picture,
        ],
      },
      { role: 'assistant', content: 'done' },
    ]);
    expect(openAiProblems({ messages })).toEqual([]);
    const strict = toOpenAiMessages(blocks, { images, template: 'strict' }).messages;
    expect(openAiProblems({ messages: strict }, 'strict')).toEqual([]);
    expect(JSON.stringify(strict).split('image_url')).toHaveLength(5);
  });

  it.each([
    ['{"a":1}', { a: 1 }],
    ['', {}],
    ['[1]', { value: [1] }],
    ['null', { value: null }],
    ['{"a":', { raw: '{"a":' }],
  ])('give the arguments %j as an object', (args, input) => {
    const { messages } = toAnthropicMessages([event('user_message', 'go'), call('1', { arguments: args }), result('1', 'ok')]);
    expect(messages[1]!.content[0]).toMatchObject({ input });
    const [, call1] = toOpenAiMessages([event('user_message', 'go'), call('1', { arguments: args }), result('1', 'ok')]).messages;
    expect(JSON.parse((call1 as { tool_calls: { function: { arguments: string } }[] }).tool_calls[0]!.function.arguments)).toEqual(input);
  });

  it('put what stands before the history into the system prompt, a card after it into the flow', () => {
    const card: WindowBlock = { kind: 'task_state', text: 'card', tokens: 1 };
    const system: WindowBlock = { kind: 'system', text: 'be brief', tokens: 1 };
    const before = [system, card, event('user_message', 'hi')];
    expect(toAnthropicMessages(before)).toMatchObject({
      system: 'be brief\n\ncard',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    });
    expect(toOpenAiMessages(before).messages).toEqual([
      { role: 'system', content: 'be brief\n\ncard' },
      { role: 'user', content: 'hi' },
    ]);
    const after = [system, event('user_message', 'hi'), card];
    expect(toAnthropicMessages(after).messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'text', text: 'card' },
        ],
      },
    ]);
    expect(toOpenAiMessages(after).messages.slice(1)).toEqual([
      { role: 'user', content: 'hi' },
      { role: 'user', content: 'card' },
    ]);
  });

  it('name tools and calls as the API takes them, and say what they are in the log', () => {
    const name = 'mcp.server/do thing';
    const id = 'i'.repeat(60);
    const blocks = [event('user_message', 'go'), call(id, { toolName: name }), result(id, 'x', { toolName: name })];
    const tools = [{ type: 'function', function: { name, parameters: {} } }];
    const { messages, tools: declared, renamed } = toOpenAiMessages(blocks, { tools });
    const [written] = Object.keys(renamed.tools);
    expect(written).toMatch(/^mcp_server_do_thing_[0-9a-f]{8}$/);
    expect(renamed.tools).toEqual({ [written!]: name });
    expect(declared).toEqual([{ type: 'function', function: { name: written, parameters: {} } }]);
    const [shown] = Object.keys(renamed.calls);
    expect(renamed.calls).toEqual({ [shown!]: id });
    expect(messages[1]).toMatchObject({ tool_calls: [{ id: shown, function: { name: written } }] });
    expect(messages[2]).toMatchObject({ tool_call_id: shown });
    expect(toAnthropicMessages(blocks).renamed).toMatchObject({ tools: { [written!]: name }, calls: { [shown!]: id } });
    expect(toOpenAiMessages([call('c')]).renamed).toEqual({ tools: {}, calls: {} });
  });

  it('declare a tool once', () => {
    const own = { name: 'recall', input_schema: { type: 'object' } };
    expect(toAnthropicMessages([], { tools: [own, { ...own, description: 'another' }] }).tools).toEqual([own]);
  });

  it('say of an empty result that it is empty', () => {
    const blocks = [event('user_message', 'go'), call('1'), result('1', ''), call('2'), result('2', ' ', { isError: true })];
    expect(toOpenAiMessages(blocks).messages.slice(2)).toMatchObject([{ content: '[no output]' }, { content: '[error without output]' }]);
    expect(toAnthropicMessages(blocks).messages.at(-1)!.content).toMatchObject([
      { content: '[no output]' },
      { content: '[error without output]', is_error: true },
    ]);
  });

  it('give two open calls of one id their own results by the name of the tool', () => {
    const blocks = [event('user_message', 'go'), call('x', { toolName: 'A' }), call('x', { toolName: 'B' })];
    const answers = [result('x', 'of B', { toolName: 'B' }), result('x', 'of A', { toolName: 'A' })];
    expect(toOpenAiMessages([...blocks, ...answers]).messages.slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'x', content: 'of A' },
      { role: 'tool', tool_call_id: 'x_2', content: 'of B' },
    ]);
  });

  it('split more calls than a message may have', () => {
    const many = Array.from({ length: 130 }, (_, at) => `p${at}`);
    const blocks = [event('agent_message', 'all'), ...many.map((id) => call(id)), ...many.map((id) => result(id, id))];
    const { messages } = toOpenAiMessages([event('user_message', 'go'), ...blocks]);
    const calls = messages.flatMap((message) => (message.role === 'assistant' ? [message.tool_calls!.length] : []));
    expect(calls).toEqual([128, 2]);
    expect(messages.filter(({ content }) => content === 'all')).toHaveLength(1);
  });

  it('let the user have the last word at Anthropic, and end no text in white space', () => {
    const blocks = [event('user_message', 'go'), event('agent_message', 'done  \n')];
    expect(toAnthropicMessages(blocks).messages.at(-1)).toEqual({ role: 'user', content: [{ type: 'text', text: '[Go on]' }] });
    expect(toOpenAiMessages(blocks).messages.at(-1)).toEqual({ role: 'assistant', content: 'done' });
  });

  it('take turns for a strict template', () => {
    const say = (role: 'user' | 'agent', text: string) => event(`${role}_message`, text, { turn: text.length });
    const blocks = [
      say('agent', 'I begin'),
      say('user', 'a'),
      say('user', 'b'),
      call('1', { turn: 3 }),
      result('1', 'one', { turn: 3 }),
      say('user', 'stop'),
      say('agent', 'ok'),
    ];
    const { messages } = toOpenAiMessages(blocks, { template: 'strict' });
    expect(messages.map(({ role, content }) => `${role}: ${String(content)}`)).toEqual([
      'user: [Start of the session]',
      'assistant: I begin',
      'user: a\n\nb',
      'assistant: null',
      'tool: one',
      'assistant: [No reply]',
      'user: stop',
      'assistant: ok',
      'user: [Go on]',
    ]);
  });
});

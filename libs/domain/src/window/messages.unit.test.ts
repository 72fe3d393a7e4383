import { describe, expect, it } from 'vitest';
import { toAnthropicMessages } from './to-anthropic-messages.ts';
import { toOpenAiMessages } from './to-openai-messages.ts';
import type { WindowBlock } from './window-request.ts';

const event = (eventKind: string, text: string, fields: Partial<WindowBlock> = {}): WindowBlock => ({
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
const image = [{ id: 'art_1', mime: 'image/png', sizeBytes: 3 }];

describe('messages', () => {
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
    expect(toOpenAiMessages(blocks)).toEqual([
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
    expect(toOpenAiMessages(blocks).map(({ content }) => content)).toEqual(['a', 'b', 'c']);
  });

  it('number a call id that is used again, and write ids as Anthropic takes them', () => {
    const blocks = [
      event('user_message', 'go'),
      call('f:0'),
      result('f:0', 'one'),
      call('f:0', { turn: 2 }),
      result('f:0', 'two', { turn: 2 }),
    ];
    const ids = toAnthropicMessages(blocks).messages.flatMap(({ content }) => content.flatMap((part) => part.id ?? part.tool_use_id ?? []));
    expect(ids).toEqual(['f_0', 'f_0', 'f_0_2', 'f_0_2']);
    expect(JSON.stringify(toOpenAiMessages(blocks))).toContain('"f:0_2"');
  });

  it('tell a call that cannot be read as a note', () => {
    const lost = event('tool_call', '[unreadable]');
    expect(toOpenAiMessages([lost])).toEqual([{ role: 'user', content: '[unreadable]' }]);
    expect(toAnthropicMessages([lost]).messages).toEqual([{ role: 'user', content: [{ type: 'text', text: '[unreadable]' }] }]);
  });

  it('show pictures where their bytes are there, and say where they are not', () => {
    const blocks = [event('user_message', '', { artifacts: image })];
    const images = new Map([['art_1', 'QUJD']]);
    expect(toOpenAiMessages(blocks, images)).toEqual([
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } }] },
    ]);
    expect(toAnthropicMessages(blocks, images).messages[0]!.content).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } },
    ]);
    expect(toOpenAiMessages(blocks)).toEqual([{ role: 'user', content: '[image]' }]);
    expect(toAnthropicMessages(blocks).messages[0]!.content).toEqual([{ type: 'text', text: '[image]' }]);
    const shot = [event('user_message', 'go'), call('1'), result('1', '', { artifacts: image })];
    expect(toOpenAiMessages(shot, images).at(-1)).toEqual({ role: 'tool', tool_call_id: '1', content: '[image]' });
    expect(toAnthropicMessages(shot, images).messages.at(-1)!.content[0]).toMatchObject({
      type: 'tool_result',
      content: [{ type: 'image' }],
    });
  });

  it.each([
    ['{"a":1}', { a: 1 }],
    ['', {}],
    ['[1]', { value: [1] }],
    ['null', { value: null }],
    ['{"a":', { raw: '{"a":' }],
  ])('give Anthropic the arguments %j as an object', (args, input) => {
    const { messages } = toAnthropicMessages([event('user_message', 'go'), call('1', { arguments: args }), result('1', 'ok')]);
    expect(messages[1]!.content[0]!.input).toEqual(input);
  });

  it('put what stands before the history into the system prompt, a card after it into the flow', () => {
    const card: WindowBlock = { kind: 'task_state', text: 'card', tokens: 1 };
    const system: WindowBlock = { kind: 'system', text: 'be brief', tokens: 1 };
    expect(toAnthropicMessages([system, card, event('user_message', 'hi')])).toEqual({
      system: 'be brief\n\ncard',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    });
    const after = toAnthropicMessages([system, event('user_message', 'hi'), card]);
    expect(after).toEqual({
      system: 'be brief',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'hi' },
            { type: 'text', text: 'card' },
          ],
        },
      ],
    });
  });
});

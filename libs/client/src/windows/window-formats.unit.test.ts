import { describe, expect, it } from 'vitest';
import { toAiWindow } from './ai-window.ts';
import { toDeepSeekWindow } from './deepseek-window.ts';
import { toResponsesWindow } from './responses-window.ts';

const PARAMETERS = { type: 'object' as const, properties: {} };

const SEALED = [
  { eventKind: 'thinking', messageId: 'm0', text: 'lost', thinking: { vendor: 'openai', redacted: 'no call' } },
  { eventKind: 'thinking', messageId: 'm1', text: 'hm', thinking: { vendor: 'openai', signature: 'rs_1', redacted: 'enc' } },
  { eventKind: 'thinking', messageId: 'm1', text: '', thinking: { signature: 'of Anthropic' } },
  { eventKind: 'thinking', messageId: 'm1', text: '', thinking: { vendor: 'google', redacted: 'sig', callId: 'call one' } },
  { eventKind: 'tool_call', messageId: 'm1', text: '', callId: 'call one' },
  { eventKind: 'tool_call', messageId: 'm1', text: '', callId: '2' },
];
const WRITTEN = { call_one: 'call one' };

describe('what vendors sealed', () => {
  it('goes back to the AI SDK under the name of its provider, with the call or before it', () => {
    const calls = ['call_one', '2'].map((id) => ({ type: 'tool_use' as const, id, name: 'f', input: {} }));
    const { messages } = toAiWindow({ messages: [{ role: 'assistant', content: calls }] }, SEALED, WRITTEN);
    expect(messages[0]!.content).toEqual([
      { type: 'reasoning', text: 'hm', providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'enc' } } },
      {
        type: 'tool-call',
        toolCallId: 'call_one',
        toolName: 'f',
        input: {},
        providerOptions: { google: { thoughtSignature: 'sig' } },
      },
      { type: 'tool-call', toolCallId: '2', toolName: 'f', input: {} },
    ]);
  });

  it('goes back to the Responses API where it is of OpenAI, before the call that it led to', () => {
    const calls = ['call_one', '2'].map((id) => ({ id, type: 'function' as const, function: { name: 'f', arguments: '{}' } }));
    const { input } = toResponsesWindow({ messages: [{ role: 'assistant', content: null, tool_calls: calls }] }, SEALED, WRITTEN);
    expect(input).toEqual([
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'enc' },
      { type: 'function_call', call_id: 'call_one', name: 'f', arguments: '{}' },
      { type: 'function_call', call_id: '2', name: 'f', arguments: '{}' },
    ]);
  });
});

const DEEP = { vendor: 'deepseek' };

describe('calls whose ids were used again', () => {
  const blocks = [
    { eventKind: 'thinking', messageId: 'm1', text: 'first', thinking: { vendor: 'openai', signature: 'rs_1', redacted: 'one' } },
    { eventKind: 'thinking', messageId: 'm1', text: '', thinking: { vendor: 'google', redacted: 'ofFirst', callId: 'c' } },
    { eventKind: 'tool_call', messageId: 'm1', text: '', callId: 'c' },
    { eventKind: 'tool_call', messageId: 'm2', text: '', callId: 'c' },
    { eventKind: 'thinking', messageId: 'm3', text: 'third', thinking: { vendor: 'openai', signature: 'rs_3', redacted: 'three' } },
    { eventKind: 'tool_call', messageId: 'm3', text: '', callId: 'c' },
  ];
  const ids = ['c', 'c_2', 'c_3'];
  const written = { c_2: 'c', c_3: 'c' };

  it('have their own seals, and none has those of another', () => {
    const messages = ids.map((id) => ({ role: 'assistant' as const, content: [{ type: 'tool_use' as const, id, name: 'f', input: {} }] }));
    const parts = toAiWindow({ messages }, blocks, written).messages.flatMap(({ content }) => content as { providerOptions?: object }[]);
    expect(parts.map(({ providerOptions }) => JSON.stringify(providerOptions ?? {}))).toEqual([
      '{"openai":{"itemId":"rs_1","reasoningEncryptedContent":"one"}}',
      '{"google":{"thoughtSignature":"ofFirst"}}',
      '{}',
      '{"openai":{"itemId":"rs_3","reasoningEncryptedContent":"three"}}',
      '{}',
    ]);
    const calls = ids.map((id) => ({
      role: 'assistant' as const,
      content: null,
      tool_calls: [{ id, type: 'function' as const, function: { name: 'f', arguments: '{}' } }],
    }));
    const { input } = toResponsesWindow({ messages: calls }, blocks, written);
    expect(input.map((item) => ('id' in item ? item.id : 'call_id' in item ? item.call_id : ''))).toEqual([
      'rs_1',
      'c',
      'c_2',
      'rs_3',
      'c_3',
    ]);
  });

  it('keep a seal that stands before a parallel call', () => {
    const parallel = [
      { eventKind: 'thinking', messageId: 'm1', text: '', thinking: { vendor: 'google', redacted: 'ofSecond', callId: 'b' } },
      { eventKind: 'tool_call', messageId: 'm1', text: '', callId: 'a' },
      { eventKind: 'tool_call', messageId: 'm1', text: '', callId: 'b' },
    ];
    const content = ['a', 'b'].map((id) => ({ type: 'tool_use' as const, id, name: 'f', input: {} }));
    const [message] = toAiWindow({ messages: [{ role: 'assistant', content }] }, parallel).messages;
    expect(message!.content).toMatchObject([
      { toolCallId: 'a' },
      { toolCallId: 'b', providerOptions: { google: { thoughtSignature: 'ofSecond' } } },
    ]);
    expect((message!.content as { providerOptions?: object }[])[0]!.providerOptions).toBeUndefined();
  });
});

describe('reasoning of DeepSeek', () => {
  const call = (id: string) => ({ id, type: 'function' as const, function: { name: 'f', arguments: '{}' } });
  const blocks = [
    { eventKind: 'user_message', text: 'one' },
    { eventKind: 'thinking', messageId: 'm1', text: 'old', thinking: DEEP },
    { eventKind: 'tool_call', messageId: 'm1', text: '', callId: 'a' },
    { eventKind: 'user_message', text: 'two' },
    { eventKind: 'thinking', messageId: 'm2', text: 'hm', thinking: DEEP },
    { eventKind: 'thinking', messageId: 'm2', text: 'of another', thinking: { vendor: 'openai', redacted: 'x', signature: 'y' } },
    { eventKind: 'tool_call', messageId: 'm2', text: '', callId: 'b' },
  ];

  it('goes back with every message of the model, as its API demands, and empty where it left the window', () => {
    const messages = [
      { role: 'user' as const, content: 'one' },
      { role: 'assistant' as const, content: null, tool_calls: [call('a')] },
      { role: 'tool' as const, tool_call_id: 'a', content: 'x' },
      { role: 'assistant' as const, content: 'Said.' },
      { role: 'assistant' as const, content: 'I look.', tool_calls: [call('b'), call('c')] },
    ];
    expect(toDeepSeekWindow({ messages }, blocks).messages).toEqual([
      messages[0],
      { ...messages[1], reasoning_content: 'old' },
      messages[2],
      { ...messages[3], reasoning_content: '' },
      { ...messages[4], reasoning_content: 'hm' },
    ]);
  });

  it('goes to the AI SDK in the running turn only, and to the Responses API never', () => {
    const content = ['a', 'b'].map((id) => ({ type: 'tool_use' as const, id, name: 'f', input: {} }));
    const { messages } = toAiWindow({ messages: [{ role: 'assistant', content }] }, blocks);
    const parts = messages[0]!.content as { type: string; text?: string; providerOptions?: object }[];
    expect(parts.filter(({ type }) => type === 'reasoning')[0]).toEqual({
      type: 'reasoning',
      text: 'hm',
      providerOptions: { deepseek: {} },
    });
    expect(parts.map(({ type }) => type)).toEqual(['tool-call', 'reasoning', 'reasoning', 'tool-call']);
    const calls = [{ role: 'assistant' as const, content: null, tool_calls: [call('a'), call('b')] }];
    expect(JSON.stringify(toResponsesWindow({ messages: calls }, blocks))).not.toMatch(/old|hm/);
  });
});

describe('windows made from others', () => {
  it('the AI SDK: results with their tools, errors, pictures and signed thinking', () => {
    const image = { type: 'image' as const, source: { type: 'base64' as const, media_type: 'image/png' as const, data: 'QUJD' } };
    const window = toAiWindow({
      system: 'be brief',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'go' }, image] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'sig' },
            { type: 'redacted_thinking', data: 'seal' },
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: '1', name: 'f', input: { a: 1 } },
            { type: 'tool_use', id: '2', name: 'g', input: {} },
            { type: 'tool_use', id: '3', name: 'f', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: '1', content: 'one' },
            { type: 'tool_result', tool_use_id: '2', content: 'broken', is_error: true },
            { type: 'tool_result', tool_use_id: '3', content: [{ type: 'text', text: 'shot' }, image] },
            { type: 'text', text: 'and now?' },
          ],
        },
      ],
      tools: [{ name: 'f', description: 'does f', input_schema: PARAMETERS }],
    });
    expect(window.system).toBe('be brief');
    expect(window.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'go' },
          { type: 'file', data: 'QUJD', mediaType: 'image/png' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 'sig' } } },
          { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: 'seal' } } },
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', toolCallId: '1', toolName: 'f', input: { a: 1 } },
          { type: 'tool-call', toolCallId: '2', toolName: 'g', input: {} },
          { type: 'tool-call', toolCallId: '3', toolName: 'f', input: {} },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: '1', toolName: 'f', output: { type: 'text', value: 'one' } },
          { type: 'tool-result', toolCallId: '2', toolName: 'g', output: { type: 'error-text', value: 'broken' } },
          {
            type: 'tool-result',
            toolCallId: '3',
            toolName: 'f',
            output: {
              type: 'content',
              value: [
                { type: 'text', text: 'shot' },
                { type: 'file', data: { type: 'data', data: 'QUJD' }, mediaType: 'image/png' },
              ],
            },
          },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'and now?' }] },
    ]);
    const schema = window.tools['f']!.inputSchema['~standard'];
    expect(window.tools['f']!.description).toBe('does f');
    expect(schema.jsonSchema.input({})).toEqual(PARAMETERS);
    expect(schema.validate({ a: 1 })).toEqual({ value: { a: 1 } });
  });

  it('the Responses API: instructions, items, flat tools', () => {
    const call = { id: '1', type: 'function' as const, function: { name: 'f', arguments: '{}' } };
    const window = toResponsesWindow({
      messages: [
        { role: 'system', content: 'be brief' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'go' },
            { type: 'image_url', image_url: { url: 'data:x' } },
          ],
        },
        { role: 'assistant', content: 'I look.', tool_calls: [call] },
        { role: 'tool', tool_call_id: '1', content: 'one' },
        { role: 'assistant', content: null, tool_calls: [call] },
      ],
      tools: [{ type: 'function', function: { name: 'f', description: 'does f', parameters: PARAMETERS } }],
    });
    const item = { type: 'function_call', call_id: '1', name: 'f', arguments: '{}' };
    expect(window).toEqual({
      instructions: 'be brief',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'go' },
            { type: 'input_image', image_url: 'data:x', detail: 'auto' },
          ],
        },
        { role: 'assistant', content: 'I look.' },
        item,
        { type: 'function_call_output', call_id: '1', output: 'one' },
        item,
      ],
      tools: [{ type: 'function', name: 'f', description: 'does f', parameters: PARAMETERS, strict: false }],
    });
    const flat = { type: 'function', name: 'g', parameters: PARAMETERS, strict: true };
    expect(toResponsesWindow({ messages: [], tools: [flat as never] }).tools).toEqual([flat]);
  });

  it('the Responses API: pictures of results in their outputs, and those of the user where they were', () => {
    const calls = ['1', '2', 'x y'].map((id) => ({ id, type: 'function' as const, function: { name: 'f', arguments: '{}' } }));
    const picture = (url: string) => ({ type: 'image_url' as const, image_url: { url } });
    const text = (said: string) => ({ type: 'text' as const, text: said });
    const sent = (image_url: string) => ({ type: 'input_image', image_url, detail: 'auto' });
    const { input } = toResponsesWindow({
      messages: [
        { role: 'user', content: [text('go'), picture('data:a')] },
        { role: 'assistant', content: null, tool_calls: calls },
        { role: 'tool', tool_call_id: '1', content: 'one\n[image]' },
        { role: 'tool', tool_call_id: '2', content: 'two' },
        { role: 'tool', tool_call_id: 'x y', content: '[image]\n[image]' },
        {
          role: 'user',
          content: [text('[image of the result of 1]'), picture('data:b'), text('[image of the result of x_y]'), picture('data:c')],
        },
        { role: 'user', content: [text('[image of the result of 1]'), picture('data:d')] },
      ],
    });
    expect(input.slice(4)).toEqual([
      { type: 'function_call_output', call_id: '1', output: [{ type: 'input_text', text: 'one' }, sent('data:b')] },
      { type: 'function_call_output', call_id: '2', output: 'two' },
      { type: 'function_call_output', call_id: 'x y', output: [{ type: 'input_text', text: '[image]' }, sent('data:c')] },
      { role: 'user', content: [{ type: 'input_text', text: '[image of the result of 1]' }, sent('data:d')] },
    ]);
    expect(input[0]).toEqual({ role: 'user', content: [{ type: 'input_text', text: 'go' }, sent('data:a')] });
  });
});

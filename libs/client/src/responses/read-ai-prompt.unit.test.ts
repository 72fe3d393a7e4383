import { describe, expect, it } from 'vitest';
import { readAiAnswer, readAiPrompt } from './read-ai-prompt.ts';

const PIXEL = new Uint8Array([1, 2, 3]);
const URL_OF = new URL('https://example.org/a.pdf');
const SIGNED = { anthropic: { signature: 'sig' } };
const FILE = { type: 'file', mediaType: 'image/png', filename: 'a.png' };
const PDF = { type: 'file', mediaType: 'application/pdf' };
const CALL = { toolCallId: 'c', toolName: 'f' };

interface Part {
  readonly type: string;
  readonly [name: string]: unknown;
}
const parts = (...given: readonly Part[]): readonly Part[] => given;

/** The same conversation in the two forms of a prompt. */
const prompt = (user: readonly Part[], content: readonly Part[]) => [
  { role: 'system', content: 'You fix bugs.' },
  { role: 'user', content: parts({ type: 'text', text: 'Look.' }, ...user) },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'hm', providerOptions: SIGNED },
      { type: 'reasoning', text: 'unsigned' },
      { type: 'tool-call', ...CALL, input: { a: 1 } },
    ],
  },
  { role: 'system', content: 'Be brief.' },
  { role: 'tool', content: parts({ type: 'tool-result', ...CALL, output: { type: 'content', value: content } }) },
];

const EVENTS = [
  {
    kind: 'user_message',
    text: 'Look.\n[application/pdf: https://example.org/a.pdf]',
    attachments: [
      { mime: 'image/png', data: 'AQID', title: 'a.png' },
      { mime: 'application/octet-stream', data: 'AQID' },
    ],
  },
  { kind: 'thinking', text: 'hm', messageId: expect.any(String) as string, thinking: { signature: 'sig' } },
  { kind: 'tool_call', call: { id: 'c', name: 'f', arguments: '{"a":1}' }, messageId: expect.any(String) as string },
  {
    kind: 'tool_result',
    call: { id: 'c', name: 'f' },
    text: 'rows: 2\n[file-url: https://example.org/a.pdf]',
    attachments: [{ mime: 'image/png', data: 'AQID' }],
  },
];

describe('a prompt of the AI SDK', () => {
  it.for([
    [
      'whose files are bytes or an address',
      [
        { ...FILE, data: PIXEL },
        { ...PDF, data: URL_OF },
        { type: 'file', mediaType: 'image/*', data: 'AQID' },
      ],
      [
        { type: 'text', text: 'rows: 2' },
        { type: 'media', mediaType: 'image/png', data: 'AQID' },
        { type: 'file-url', url: URL_OF.href },
      ],
    ],
    [
      'whose files name how they come',
      [
        { ...FILE, data: { type: 'data', data: PIXEL } },
        { ...PDF, data: { type: 'url', url: URL_OF } },
        { type: 'file', mediaType: 'image/*', data: { type: 'data', data: 'AQID' } },
      ],
      [
        { type: 'text', text: 'rows: 2' },
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' } },
        { type: 'file', filename: 'file-url', data: { type: 'url', url: URL_OF } },
      ],
    ],
  ] as const)('%s becomes the same events', ([, user, content]) => {
    expect(readAiPrompt(prompt(user, content))).toEqual({ system: 'You fix bugs.\n\nBe brief.', events: EVENTS });
  });

  it('has an id of its own for each answer, which all parts of the answer share', () => {
    const answer = {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool-call', ...CALL, input: {} },
      ],
    };
    const [text, call, other] = readAiPrompt([answer, answer]).events;
    expect(call!.messageId).toBe(text!.messageId);
    expect(other!.messageId).not.toBe(text!.messageId);
  });

  it('without a system text or a word of the user has neither', () => {
    expect(readAiPrompt([{ role: 'user', content: parts({ type: 'text', text: ' ' }) }])).toEqual({ events: [] });
  });

  it.for([
    [{ type: 'json', value: { rows: 2 } }, { text: '{"rows":2}' }],
    [
      { type: 'error-text', value: 'no such table' },
      { text: 'no such table', isError: true },
    ],
    [{ type: 'execution-denied' }, { text: 'The call was denied.', isError: true }],
    ['rows: 2', { text: 'rows: 2' }],
  ] as const)('has a result of the form %o', ([output, expected]) => {
    const { events } = readAiPrompt([{ role: 'tool', content: parts({ type: 'tool-result', ...CALL, output }) }]);
    expect(events).toEqual([{ kind: 'tool_result', call: { id: 'c', name: 'f' }, ...expected }]);
  });

  it('says of an answer what a later prompt will', () => {
    const call = [{ type: 'tool-call', ...CALL, input: '{ "a": 1 }' }];
    expect(readAiAnswer(call, 'm')).toEqual([{ kind: 'tool_call', call: { id: 'c', name: 'f', arguments: '{"a":1}' }, messageId: 'm' }]);
    const result = { kind: 'tool_result', call: { id: 'c', name: 'f' } };
    const given = parts({ type: 'tool-result', ...CALL, output: { rows: 2 } });
    expect(readAiAnswer(given, 'm')).toEqual([{ ...result, text: '{"rows":2}' }]);
    const wrapped = parts({ type: 'tool-result', ...CALL, output: { type: 'json', value: { rows: 2 } } });
    expect(readAiAnswer(wrapped, 'm')).toEqual([{ ...result, text: '{"rows":2}' }]);
    const failed = [{ type: 'tool-result', ...CALL, result: 'busy', isError: true }];
    expect(readAiAnswer(failed, 'm')).toEqual([{ ...result, text: 'busy', isError: true }]);
    expect(readAiAnswer(parts({ type: 'tool-error', ...CALL, error: new RangeError('no') }), 'm')).toEqual([
      { ...result, text: 'RangeError: no', isError: true },
    ]);
  });
});

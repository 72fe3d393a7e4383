import { describe, expect, it } from 'vitest';
import { asGiven } from './as-given.ts';

interface Message {
  readonly role: string;
  readonly content: unknown;
  readonly providerOptions?: object;
}

const text = (said: string) => ({ type: 'text', text: said });
const said = (role: 'user' | 'assistant', words: string, more: object = {}): Message => ({ role, content: [text(words)], ...more });
const result = (toolCallId: string, output: object): Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName: 'f', output }],
});
const PDF = { type: 'file', mediaType: 'application/pdf', filename: 'a.pdf', data: 'JVBERi0=' };
const AT_URL = { type: 'file', mediaType: 'image/png', data: { type: 'url', url: new URL('https://example.org/a.png') } };
const PICTURE = { type: 'file', mediaType: 'image/png', data: 'AQID' };
const CACHE = { anthropic: { cacheControl: { type: 'ephemeral' } } };

describe('a window as the caller gave it', () => {
  it('has the files of the live request that it has no form for, and none of earlier ones', () => {
    const earlier = { role: 'user', content: [text('Before.'), PDF] };
    const given = [
      earlier,
      said('assistant', 'Yes.'),
      { role: 'user', content: [AT_URL] },
      { role: 'user', content: [text('Look.'), PICTURE, PDF] },
    ];
    const window = [said('user', 'Before.'), said('assistant', 'Yes.'), { role: 'user', content: [text('Look.'), PICTURE] }];
    expect(asGiven<Message>(window, given)).toEqual([
      ...window.slice(0, 2),
      { role: 'user', content: [text('Look.'), PICTURE, AT_URL, PDF] },
    ]);
  });

  it('has the files that a result of the live request brought', () => {
    const work = [said('user', 'Read it.'), said('assistant', 'I do.')];
    const given = [...work, result('c1', { type: 'content', value: [text('a.pdf'), PDF] }), result('c2', { type: 'text', value: 'none' })];
    const window = [...work, result('c1', { type: 'text', value: 'a.pdf' }), result('c2', { type: 'text', value: 'none' })];
    expect(asGiven<Message>(window, given)).toEqual(given);
    const failed = [...work, result('c1', { type: 'error-text', value: 'gone' })];
    expect(asGiven<Message>(failed, given)).toEqual(failed);
  });

  it('has the options of the system text, and of messages that still stand there', () => {
    const given = [
      { role: 'system', content: 'You fix bugs.', providerOptions: CACHE },
      { role: 'system', content: 'Be brief.', providerOptions: { other: { a: 1 } } },
      said('user', 'Gone.', { providerOptions: { first: { a: 1 } } }),
      said('user', 'Two in', { providerOptions: { two: { a: 1 } } }),
      said('user', 'a row.', { providerOptions: { two: { b: 2 } } }),
      said('assistant', 'Yes.', { providerOptions: { answer: { a: 1 } } }),
      { role: 'user', content: [text('Go on.'), { ...text('Now.'), providerOptions: CACHE }] },
    ];
    const window = [
      { role: 'system', content: 'You fix bugs.\n\nBe brief.' },
      said('assistant', 'A beginning.'),
      said('user', 'Two in\na row.'),
      said('assistant', 'I look.'),
      result('ours', { type: 'text', value: 'found' }),
      said('assistant', 'Yes.'),
      said('user', 'Go on.\nNow.'),
    ];
    const made = asGiven<Message>(window, given);
    expect(made.map(({ providerOptions }) => providerOptions)).toEqual([
      { ...CACHE, other: { a: 1 } },
      undefined,
      { first: { a: 1 }, two: { a: 1, b: 2 } },
      undefined,
      undefined,
      { answer: { a: 1 } },
      undefined,
    ]);
    expect(made.at(-1)!.content).toEqual([{ ...text('Go on.\nNow.'), providerOptions: CACHE }]);
  });

  it('has no options of a message without a text on another one', () => {
    const alone = { role: 'user', content: [PICTURE], providerOptions: CACHE };
    const window = [said('user', 'Before.'), said('assistant', 'Yes.')];
    expect(asGiven<Message>(window, [said('user', 'Before.'), said('assistant', 'Yes.'), alone])).toEqual(window);
    const empty = { role: 'user', content: [text(''), PICTURE], providerOptions: CACHE };
    expect(asGiven<Message>(window, [said('user', 'Before.'), said('assistant', 'Yes.'), empty])).toEqual(window);
  });

  it('is itself where nothing was given beside it', () => {
    const window = [said('user', 'Hello.')];
    expect(asGiven<Message>(window, window)).toEqual(window);
    expect(asGiven<Message>(window, [])).toEqual(window);
  });
});

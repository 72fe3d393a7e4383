import { describe, expect, it } from 'vitest';
import { CHAT_DIALECT } from '../dialects/chat-dialect.ts';
import { MESSAGES_DIALECT } from '../dialects/messages-dialect.ts';
import { eventsOf } from '../memory/events-of.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { createKnownMessages, readMessages } from './read-conversation.ts';

const called = (args: string) =>
  JSON.stringify({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'build', arguments: args } }],
  });
const used = (input: object) => JSON.stringify({ role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'build', input }] });
const chatChain = (args: string) => readMessages(CHAT_DIALECT, ['{"role":"user","content":"Go."}', called(args)], '').at(-1)!.chain;
const messagesChain = (input: object) => readMessages(MESSAGES_DIALECT, [used(input)], '').at(-1)!.chain;

describe('a conversation whose calls an SDK has written anew', () => {
  it.each([
    ['in another order', '{"b":{"y":1,"x":[{"d":2,"c":3}]},"a":1.0}', '{"a": 1, "b": {"x": [{"c": 3, "d": 2}], "y": 1}}'],
    ['as an object, where they are none', '', '{}'],
    ['that are no JSON', '{"a":', '{"a":'],
  ])('is the same one: arguments %s', (_, told, sent) => {
    expect(chatChain(sent)).toBe(chatChain(told));
  });

  it('is the same one at the other vendor', () => {
    expect(messagesChain({ a: 1, b: { x: 2, y: 3 } })).toBe(messagesChain({ b: { y: 3, x: 2 }, a: 1 }));
  });

  it.each([
    ['{"a":1}', '{"a":2}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":"1"}', '{"a":1}'],
  ])('is another one where they say something else: %s, %s', (one, other) => {
    expect(chatChain(one)).not.toBe(chatChain(other));
  });
});

describe('what the program around a model writes in the name of its user', () => {
  const REMINDER = '<system-reminder>The list of tasks is empty.</system-reminder>';
  const user = (...content: object[]) => JSON.stringify({ role: 'user', content });
  const text = (said: string) => ({ type: 'text', text: said });
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'done' };
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
  const kindsOf = (...raws: string[]) => readMessages(MESSAGES_DIALECT, raws, '').flatMap(({ parts }) => parts.map(({ kind }) => kind));

  it.each([
    ['behind a result', user(result, text(REMINDER)), ['tool_result', 'system_note']],
    ['alone', user(text(REMINDER)), ['system_note']],
    ['before a prompt', user(text(REMINDER), text('Fire the kiln.')), ['user_message']],
    ['with a picture', user(image, text(REMINDER)), ['user_message']],
    ['as an answer of the model', JSON.stringify({ role: 'assistant', content: [text(REMINDER)] }), ['agent_message']],
  ])('is a note where it is all that is said: %s', (_name, raw, kinds) => {
    expect(kindsOf(raw)).toEqual(kinds);
  });

  it('leaves a conversation what it was called before', () => {
    const chain = readMessages(MESSAGES_DIALECT, [user(text('Fire the kiln.')), user(result, text(REMINDER))], '').at(-1)!.chain;
    expect(chain).toBe('5f294cd498eb7dc78a96eec4e94f82b5');
  });

  it('is kept as a note', () => {
    const NOTE = user(text(REMINDER));
    const messages = readMessages(MESSAGES_DIALECT, [user(text('Fire the kiln.')), NOTE, NOTE], '');
    expect(eventsOf(messages, []).map(({ kind }) => kind)).toEqual(['user_message', 'system_note', 'system_note']);
  });
});

describe('messages that were read before', () => {
  const dense = (at: number) => `{"role":"user","content":"${at}","x":[${'{},'.repeat(99_999)}{}]}`;

  it('are kept as long as what they hold is in bounds, and not by the length of their texts', () => {
    const raws = Array.from({ length: 20 }, (_, at) => dense(at));
    expect(raws.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(PROXY_LIMITS.readBytes / 10);
    const known = createKnownMessages();
    readMessages(CHAT_DIALECT, raws, '', known);
    const kept = raws.filter((raw) => known(CHAT_DIALECT).get(raw) !== undefined);
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.length).toBeLessThan(raws.length);
    expect(kept).toEqual(raws.slice(-kept.length));
  });

  it('count their parts like new ones', () => {
    const raws = [JSON.stringify({ role: 'assistant', tool_calls: [{}, {}, {}] }), '{"role":"user","content":"Go."}'];
    const known = createKnownMessages();
    for (let read = 0; read < 2; read++) {
      expect(readMessages(CHAT_DIALECT, raws, '', known, { parts: 4, messageParts: 3 })).toHaveLength(2);
      expect(() => readMessages(CHAT_DIALECT, raws, '', known, { parts: 3, messageParts: 3 })).toThrow(/messages have more than 3 parts/);
      expect(() => readMessages(CHAT_DIALECT, raws, '', known, { parts: 4, messageParts: 2 })).toThrow(/A message has more than 2 parts/);
    }
  });
});

it('arguments with too many values are not read, as they are a text of JSON within another one', () => {
  const dense = `[${'{},'.repeat(PROXY_LIMITS.values / 2)}{}]`;
  for (const known of [undefined, createKnownMessages()])
    expect(() => readMessages(CHAT_DIALECT, [called(dense)], '', known)).toThrow(/arguments of a call have too many values/);
  expect(readMessages(CHAT_DIALECT, [called(JSON.stringify({ text: dense }))], '')).toHaveLength(1);
});

import { describe, expect, it } from 'vitest';
import { CHAT_DIALECT } from '../dialects/chat-dialect.ts';
import { MESSAGES_DIALECT } from '../dialects/messages-dialect.ts';
import { readMessages } from './read-conversation.ts';

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

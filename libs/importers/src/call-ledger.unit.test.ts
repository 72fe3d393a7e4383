import { describe, expect, it } from 'vitest';
import { importSession } from './import-session.ts';

type Message = Readonly<Record<string, unknown>>;

const ask = (...names: string[]): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: names.map((name) => ({ id: 'call_0', function: { name, arguments: '{}' } })),
});
const answer = (content: string, name?: string): Message => ({ role: 'tool', tool_call_id: 'call_0', content, ...(name && { name }) });
const said: Message = { role: 'user', content: 'Go on' };

it('takes each message of a chat for an answer of its own, where a server gave all one id', () => {
  const messages = [{ ...ask('a', 'b'), content: 'I look.', id: 'chatcmpl-1' }, answer('of a', 'a'), { ...ask('a'), id: 'chatcmpl-1' }];
  const { sessions } = importSession({ name: 'chat.json', bytes: Buffer.from(JSON.stringify(messages)) });
  const [text, first, second, , other] = sessions[0]!.events.map(({ messageId }) => messageId);
  expect([first, second]).toEqual([text, text]);
  expect(other).not.toBe(text);
});

/** Returns the name of the call that each result answers, with the result's text, and what was odd. */
function pairsOf(messages: readonly Message[]) {
  const { sessions, warnings } = importSession({ name: 'chat.json', bytes: Buffer.from(JSON.stringify(messages)) });
  const { events } = sessions[0]!;
  const calls = new Map(events.filter(({ kind }) => kind === 'tool_call').map(({ call }) => [call!.id, call!.name]));
  const results = events.filter(({ kind }) => kind === 'tool_result');
  expect(new Set(results.map(({ call }) => call!.id)).size).toBe(results.length);
  return { pairs: results.map(({ call, text }) => [calls.get(call!.id), text]), warnings: warnings.map(({ reason }) => reason) };
}

describe('results of calls that share an id', () => {
  it.each<[string, Message[], [string | undefined, string][]]>([
    [
      'parallel calls, results by name',
      [ask('a', 'b'), answer('of b', 'b'), answer('of a', 'a')],
      [
        ['b', 'of b'],
        ['a', 'of a'],
      ],
    ],
    [
      'parallel calls, results without names',
      [ask('a', 'b'), answer('of a'), answer('of b')],
      [
        ['a', 'of a'],
        ['b', 'of b'],
      ],
    ],
    [
      'a name that no call has',
      [ask('a', 'b'), answer('of a', 'x'), answer('of b', 'x')],
      [
        ['a', 'of a'],
        ['b', 'of b'],
      ],
    ],
    [
      'one call behind the other',
      [ask('a'), answer('of a'), ask('b'), answer('of b')],
      [
        ['a', 'of a'],
        ['b', 'of b'],
      ],
    ],
    ['a call that got no result', [ask('a'), said, ask('b'), answer('of b')], [['b', 'of b']]],
    ['a call that got none, in the same turn', [ask('a'), ask('b'), answer('of b')], [['b', 'of b']]],
    [
      'a late result',
      [ask('a'), said, ask('b'), answer('of b'), answer('of a')],
      [
        ['b', 'of b'],
        ['a', 'of a'],
      ],
    ],
    ['a name that an earlier call has', [ask('a'), said, ask('b'), answer('of a', 'a')], [['a', 'of a']]],
  ])('answer the calls that they are of: %s', (_name, messages, pairs) => {
    expect(pairsOf(messages)).toEqual({ pairs, warnings: [] });
  });

  it('are told as odd where no call waits for them', () => {
    expect(pairsOf([ask('a', 'b'), answer('1'), answer('2'), answer('3')])).toEqual({
      pairs: [
        ['a', '1'],
        ['b', '2'],
        [undefined, '3'],
      ],
      warnings: ['second result of one call'],
    });
  });

  it('keep the ids that they had where each comes behind its call', () => {
    const messages = [ask('a'), answer('1'), ask('b'), answer('2'), said, ask('c'), answer('3')];
    const { sessions } = importSession({ name: 'chat.json', bytes: Buffer.from(JSON.stringify(messages)) });
    expect(sessions[0]!.events.map(({ call }) => call?.id)).toEqual([
      'call_0',
      'call_0',
      'call_0#2',
      'call_0#2',
      undefined,
      'call_0#3',
      'call_0#3',
    ]);
  });

  it('are paired in one go where all calls share one', { timeout: 10_000 }, () => {
    const many = 20_000;
    const calls = ask(...Array.from({ length: many }, (_, n) => `f${n % 7}`));
    const results = Array.from({ length: many }, (_, n) => answer(`${n}`, `f${n % 7}`));
    const { warnings } = importSession({ name: 'chat.json', bytes: Buffer.from(JSON.stringify([calls, ...results])) });
    expect(warnings).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { importSession } from './import-session.ts';

const read = (name: string, content: string) => importSession({ name, bytes: new TextEncoder().encode(content) });

describe('a file that would be more than its bytes', () => {
  const nested = (depth: number): string => {
    const blocks = Array.from({ length: depth }, () => '{"type":"tool_result","content":[');
    return `${blocks.join('')}${']}'.repeat(depth)}`;
  };

  it('is left out before anything is built of it: a document whole, a log by its lines', () => {
    const hollow = read('hollow.json', `{"messages":[${'{},'.repeat(600_000)}{}]}`);
    expect([hollow.format, hollow.skipped]).toEqual(['unknown', [{ line: 1, reason: 'more than 1000000 keys and elements' }]]);
    const log = [
      JSON.stringify({ role: 'user', content: 'Where does the kiln stand?' }),
      `{"role":"user","content":[${'{},'.repeat(200_000)}{}]}`,
      // Cut off within a string: the lines behind it are read by themselves.
      '{"role":"user","content":"The ki',
      JSON.stringify({ role: 'assistant', content: 'By the [[[[ door.' }),
    ];
    const { sessions, skipped } = read('kiln.jsonl', log.join('\n'));
    expect(sessions[0]!.events.map(({ text }) => text)).toEqual(['Where does the kiln stand?', 'By the [[[[ door.']);
    expect(skipped).toEqual([
      { line: 2, reason: 'more than 250000 keys and elements' },
      { line: 3, reason: 'truncated JSON' },
    ]);
  });

  it('is read up to its millionth line', () => {
    const { sessions, skipped } = read('long.jsonl', `{"role":"user","content":"x"}\n${'{}\n'.repeat(1_000_000)}`);
    expect(sessions[0]!.events).toHaveLength(1);
    expect(skipped.at(-1)).toEqual({ line: 1_000_001, reason: 'more than 1000000 lines; this and those behind it are left out' });
  });

  it.each([
    ['in a message', (deep: string) => `[{"role":"user","content":[${deep}]}]`],
    ['in the system prompt', (deep: string) => `{"system":[${deep}],"messages":[{"role":"user","content":"Hello."}]}`],
    ['beside the messages', (deep: string) => `{"messages":[{"role":"user","content":"Hello.","x":${deep}}]}`],
  ])('is left out by its depth %s', (_where, of) => {
    expect(read('deep.json', of(nested(20_000))).skipped).toEqual([{ line: 1, reason: 'nested more than 256 deep' }]);
    expect(read('less-deep.json', of(nested(100))).skippedLines).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { importSession } from './import-session.ts';

const MESSAGES = ['one', 'two', 'three', 'four'].map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }));
const lines = MESSAGES.map((message) => JSON.stringify(message)).join(',\n');
const read = (content: string, name = 'talk.json') => importSession({ name, bytes: new TextEncoder().encode(content) });

describe('a document with a message in each line', () => {
  it.each([
    ['openai-chat', `[\n${lines}\n]`],
    ['openai-chat', `\n[${lines}\n]\n`],
    ['openai-chat', `{"messages": [\n${lines}\n]}`],
    ['anthropic-messages', `{"system": "Be brief.", "messages": [\n${lines}\n]}`],
    ['tau-bench', `{"traj": [\n${lines}\n]}`],
  ])('is read whole as %s: %j', (format, content) => {
    const { sessions, format: found, skippedLines } = read(content);
    expect([found, skippedLines]).toEqual([format, 0]);
    expect(sessions[0]!.events.map(({ text }) => text).filter((text) => text !== 'Be brief.')).toEqual(['one', 'two', 'three', 'four']);
  });

  it('is read by its lines where it breaks off', () => {
    const { sessions, format } = read(`[\n${MESSAGES.map((message) => JSON.stringify(message)).join('\n')}\n`);
    expect([format, sessions[0]!.events.length]).toEqual(['jsonl', 4]);
  });
});

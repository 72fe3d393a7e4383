import { expect, it } from 'vitest';
import { CHAT_DIALECT } from '../dialects/chat-dialect.ts';
import { MESSAGES_DIALECT } from '../dialects/messages-dialect.ts';
import { joinPieces, type Piece } from './join-pieces.ts';

const piece = (role: string, text: string, isNew = false): Piece => {
  const value = { role, content: [{ type: 'text', text }] };
  return { raw: JSON.stringify(value), value, isNew };
};

/** Returns the texts of each message that is sent. */
const saidIn = (texts: readonly string[]): string[] =>
  texts.map((raw) => (JSON.parse(raw) as { content: { text: string }[] }).content.map(({ text }) => text).join());

it('joins neighbours of one role where one of them is new, and all that follow one that is new', () => {
  const user = (text: string, isNew = false) => piece('user', text, isNew);
  const agent = (text: string, isNew = false) => piece('assistant', text, isNew);
  const joined = (...pieces: Piece[]) => saidIn(joinPieces(MESSAGES_DIALECT, pieces));
  expect(joined(user('a'), user('b'), agent('c'))).toEqual(['a', 'b', 'c']);
  expect(joined(user('a'), user('b', true), user('c'), user('d', true))).toEqual(['a,b', 'c,d']);
  expect(joined(user('a', true), user('b'), user('c'), agent('d', true), agent('e'), user('f'))).toEqual(['a,b,c', 'd,e', 'f']);
  expect(joinPieces(CHAT_DIALECT, [user('a', true), user('b', true)])).toHaveLength(2);
});

it('writes a message once, however many are joined behind a marker', () => {
  let writes = 0;
  const block = {
    type: 'text',
    get text() {
      writes += 1;
      return 'So.';
    },
  };
  const value = { role: 'user', content: [block] };
  const pieces = [piece('user', 'marker', true), ...Array.from({ length: 1_000 }, () => ({ raw: '', value, isNew: false }))];
  const [text, ...others] = joinPieces(MESSAGES_DIALECT, pieces);
  expect([others, saidIn([text!])[0]!.split(',').length]).toEqual([[], 1_001]);
  expect(writes).toBe(1_000);
});

import { describe, expect, it } from 'vitest';
import { holdsAnswer } from './holds-answer.ts';

describe('holdsAnswer', () => {
  it.each([
    ['The limit is 17 a day.', '17', true],
    ['Built in 2017.', '17', false],
    ['It weighs 17.5 tonnes.', '17', false],
    ['It weighs 3.17 tonnes.', '17', false],
    ['It ended at 17.', '17', true],
    ['Ask Jorun\n  Vale about it.', 'jorun vale', true],
    ['{"text":"Ask Jorun\\nVale"}', 'Jorun Vale', true],
    ['{"cmd":"say \\"go\\" now"}', 'say "go" now', true],
    ['Das Fagottspiel', 'Fagott', false],
    ['彼は京都に住んでいる', '京都', true],
    ['Anything', '', false],
  ])('%j holds %j: %s', (text, answer, held) => {
    expect(holdsAnswer(text, answer)).toBe(held);
  });
});

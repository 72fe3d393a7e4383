import { describe, expect, it } from 'vitest';
import { createErasedSpeech } from './erased-speech.ts';

const analyse = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
/** Pairs of characters, as the analyser makes of scripts without blanks. */
const pairs = (text: string): string[] => Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));
const run = (steps: Generator<number, void>): number[] => [...steps];

function speechOf(erased: readonly string[], kept: readonly string[], by = analyse) {
  const speech = createErasedSpeech(by);
  for (const text of erased) run(speech.erase(text));
  for (const text of kept) run(speech.keep(text));
  return speech;
}

describe('what only erased texts say', () => {
  it('is their words, and the order of common words, but nothing that another text says', () => {
    const speech = speechOf(['The crane lifts the red gull'], ['A red crane', 'the gull lifts nothing']);
    expect(['lifts nothing', 'gull red', 'a boat'].map(speech.repeats)).toEqual([false, false, false]);
    expect(['it lifts the red one', 'a red gull'].map(speech.repeats)).toEqual([true, true]);
    expect(speech.isEmpty()).toBe(false);
    expect(speechOf(['the gull'], ['here is the gull again']).isEmpty()).toBe(true);
  });

  it('is found across the pieces of a long text, which are analysed in short steps', () => {
    const words = Array.from({ length: 20_000 }, (_, at) => `w${at}`);
    const long = words.join(' ');
    const speech = createErasedSpeech(analyse);
    const steps = run(speech.erase(long));
    expect(Math.max(...steps)).toBeLessThanOrEqual(8_192);
    for (let at = 0; at + 3 <= words.length; at += 1) {
      const three = words.slice(at, at + 3).join(' ');
      if (!speech.repeats(three)) throw new Error(`${three} is not found.`);
    }
    // Every word stands alone in what is kept, so only runs are left; then the runs go as well, whatever the pieces are.
    run(speech.keep(words.map((word) => `${word} x`).join(' ')));
    expect(speech.repeats('w5')).toBe(false);
    expect(words.slice(1).every((word, at) => speech.repeats(`${words[at]!} ${word}`))).toBe(true);
    run(speech.keep(`something before that moves each piece ${long}`));
    expect(speech.isEmpty()).toBe(true);
  });

  it('is found where no blank parts a long text', () => {
    const long = Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000))).join('');
    const speech = createErasedSpeech(pairs);
    expect(Math.max(...run(speech.erase(long)))).toBeLessThanOrEqual(8_192);
    for (const at of [8_189, 8_190, 8_191, 16_300, 19_990]) {
      const other = speechOf([long], [long.slice(0, at), long.slice(at + 1)], pairs);
      expect(other.repeats(long.slice(at - 1, at + 1))).toBe(true);
    }
    run(speech.keep(`一${long}`));
    expect(speech.isEmpty()).toBe(true);
  });
});

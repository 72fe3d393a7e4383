import { describe, expect, it } from 'vitest';
import { withKnownWords, type QueryWord } from './reformulate.ts';

const query = 'quince jam and the walnut boat';
const word = (surface: string, seen = true): QueryWord => {
  const start = query.indexOf(surface);
  return { surface, start, end: start + surface.length, seen };
};
const words = [word('quince'), word('jam'), word('walnut'), word('boat')];

describe('withKnownWords', () => {
  it('leaves out words that the store never held', () => {
    expect(withKnownWords([word('quince', false), ...words.slice(1)])).toBe('jam walnut boat');
  });

  it('changes nothing where all are known or none is', () => {
    expect(withKnownWords(words)).toBeUndefined();
    expect(withKnownWords([word('quince', false)])).toBeUndefined();
    expect(withKnownWords([])).toBeUndefined();
  });

  it('writes a name once where it is analysed whole and in parts', () => {
    expect(withKnownWords([{ ...word('quince'), end: 10, surface: 'quince jam' }, word('jam'), word('boat', false)])).toBe('quince jam');
  });
});

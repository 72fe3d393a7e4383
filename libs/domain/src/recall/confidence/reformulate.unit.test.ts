import { describe, expect, it } from 'vitest';
import { reformulate, type QueryWord } from './reformulate.ts';

const query = 'quince jam and the walnut boat';
const word = (surface: string, weight: number, seen = true, exact = false): QueryWord => {
  const start = query.indexOf(surface);
  return { surface, start, end: start + surface.length, weight, seen, exact };
};
const words = [word('quince', 4), word('jam', 1), word('walnut', 3), word('boat', 2)];

describe('reformulate', () => {
  it('splits where things are listed', () => {
    expect(reformulate('parts', query, words)).toEqual(['quince jam', 'the walnut boat']);
    expect(reformulate('parts', 'where is the walnut boat?', words)).toEqual([]);
  });

  it('leaves out words that the store never held, and changes nothing where all or none are known', () => {
    expect(reformulate('known_words', query, [word('quince', 9, false), ...words.slice(1)])).toEqual(['jam walnut boat']);
    expect(reformulate('known_words', query, words)).toEqual([]);
    expect(reformulate('known_words', query, [word('quince', 9, false)])).toEqual([]);
  });

  it('keeps identifiers and the rarer half', () => {
    expect(reformulate('telling_words', query, words)).toEqual(['quince walnut']);
    expect(reformulate('telling_words', query, [words[0]!, words[2]!, word('boat', 0.1, true, true), word('jam', 0.2)])).toEqual([
      'quince walnut boat',
    ]);
    expect(reformulate('telling_words', query, words.slice(0, 2))).toEqual([]);
  });

  it('writes a name once where it is analysed whole and in parts', () => {
    const whole = { ...word('quince', 5), end: 10 };
    expect(reformulate('known_words', query, [{ ...whole, surface: 'quince jam' }, word('jam', 1), word('boat', 7, false)])).toEqual([
      'quince jam',
    ]);
  });
});

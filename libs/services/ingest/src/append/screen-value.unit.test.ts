import { describe, expect, it } from 'vitest';
import { screenValue } from './screen-value.ts';

const screened = (value: object): [string, unknown][] => Object.entries(screenValue(value, 'mask', { names: true }).value);

describe('names of fields that are equal once they are screened', () => {
  it('are numbered, past names that are taken', () => {
    expect(screened({ 'ann@harbour.example': 1, '[redacted:email]_2': 2, 'bob@harbour.example': 3, 'cy@harbour.example': 4 })).toEqual([
      ['[redacted:email]', 1],
      ['[redacted:email]_2', 2],
      ['[redacted:email]_3', 3],
      ['[redacted:email]_4', 4],
    ]);
  });

  it('are numbered once each, however many there are', () => {
    const fields = screened(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`user${at}@harbour.example`, at])));
    expect(new Set(fields.map(([name]) => name)).size).toBe(50_000);
    expect(fields.at(-1)).toEqual(['[redacted:email]_50000', 49_999]);
  });
});

import { describe, expect, it } from 'vitest';
import { indexNames, vectorAlias, vectorIndexOf, vectorIndicesAmong } from './index-names.ts';

const MODEL = '0123456789abcdef';
const held = (prefix: string, generation: string): string => vectorIndexOf(vectorAlias(prefix, MODEL, 384, generation));

describe('names of indices', () => {
  it('end in the generation, or are the aliases of the current one', () => {
    expect(indexNames({ prefix: 'tr', generation: 'g1' }).texts).toBe('tr-texts-g1');
    expect(indexNames({}).texts).toBe('total-recall-texts');
  });

  it('refuse what could name another index', () => {
    for (const bad of ['', '*', 'a,b', 'A', '../a', '-a', '_a', 'a'.repeat(65)]) {
      expect(() => indexNames({ prefix: bad })).toThrow(expect.objectContaining({ code: 'invalid_request' }));
      expect(() => indexNames({ generation: bad })).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    }
  });

  it('tell vectors of one generation from those of others that look alike', () => {
    const names = [
      held('tr', 'g1'),
      held('tr', 'g1-next'),
      held('tr', 'next-g1'),
      held('tr', 'g11'),
      held('tr-x', 'g1'),
      'tr-vectors-g1',
      'tr-texts-g1',
    ];
    expect(vectorIndicesAmong(names, 'tr', 'g1')).toEqual([{ index: held('tr', 'g1'), model: MODEL }]);
    expect(vectorIndicesAmong(names, 'tr', 'g1-next')).toEqual([{ index: held('tr', 'g1-next'), model: MODEL }]);
  });
});

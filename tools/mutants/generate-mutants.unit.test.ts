import { describe, expect, it } from 'vitest';
import { applyMutant, generateMutants } from './generate-mutants.ts';

const changed = (source: string): string[] => generateMutants(source).map((mutant) => applyMutant(source, mutant));

describe('generateMutants', () => {
  it('moves a boundary, turns a condition round, and takes each side of a decision', () => {
    expect(changed('if (a < b) run();')).toEqual(['if (true) run();', 'if (false) run();', 'if (a <= b) run();', 'if (a < b) ;']);
    expect(changed('x = a && !b;')).toEqual(['x = a || !b;', 'x = a && (b);']);
  });

  it('changes arithmetic and constants, not the joining of texts', () => {
    expect(changed('x = a + 2;')).toEqual(['x = a - 2;', 'x = a + 3;', 'x = a + 1;']);
    expect(changed("x = a + 'b';")).toEqual([]);
  });

  it('empties what is returned', () => {
    expect(changed('function f() { return [a]; }')).toEqual(['function f() { return []; }']);
    expect(changed('function f() { return a; }')).toEqual(['function f() { return undefined; }']);
  });

  it('leaves types, imports and tables of data alone', () => {
    expect(changed("import { a } from 'b';\ntype T = 1 | true;\ninterface I { readonly a: 2 }\n")).toEqual([]);
    expect(changed('const table = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];')).toEqual([]);
  });

  it('names the line of a place', () => {
    expect(generateMutants('const a = b;\nconst c = a > b;').map(({ line, operator }) => [line, operator])).toEqual([[2, 'boundary']]);
  });
});

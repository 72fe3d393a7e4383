import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { orderOf } from './check-fixed.ts';
import { FIXED_MUTANTS, type FixedMutant } from './fixed-mutants.ts';

const MUTANT: FixedMutant = { file: 'a.ts', text: 'b < c', replacement: 'b <= $&', tests: ['a.unit.test.ts'], why: 'Why.' };

it('a mutant is applied where its text stands once, and says so where it does not', () => {
  expect(orderOf(MUTANT, 'if (b < c) d();')).toMatchObject({ source: 'if (b <= $&) d();' });
  expect(orderOf(MUTANT, 'if (b > c) d();')).toContain('stands 0 times in a.ts');
  expect(orderOf(MUTANT, 'if (b < c || b < c) d();')).toContain('stands 2 times in a.ts');
});

it.each(FIXED_MUTANTS.map((mutant) => [`${mutant.file}: ${mutant.why}`, mutant] as const))('%s', (_, mutant) => {
  expect(orderOf(mutant, readFileSync(mutant.file, 'utf8'))).toMatchObject({ source: expect.not.stringContaining(mutant.text) });
});

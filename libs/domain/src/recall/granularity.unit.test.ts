import { describe, expect, it } from 'vitest';
import { chooseGranularity } from './granularity.ts';

const of = (query: string, more: Partial<Parameters<typeof chooseGranularity>[0]> = {}) =>
  chooseGranularity({ queries: [query], hasIdentifier: false, budgetTokens: 4_000, ...more });

describe('granularity', () => {
  it('follows the form of the query', () => {
    expect(of('which port does the relay use?')).toBe('local');
    expect(of('give me the exact message of the relay')).toBe('exact');
    expect(of('who said "the kiln cracked"?')).toBe('exact');
    expect(of('where did it fail', { hasIdentifier: true })).toBe('exact');
    expect(of('give me an overview of the migration')).toBe('thematic');
    expect(of('what have we discussed so far?')).toBe('thematic');
  });

  it('stays with events while debugging, and where the budget is small', () => {
    expect(of('summary of the migration', { phase: 'debug' })).toBe('local');
    expect(of('summary of the migration', { phase: 'plan' })).toBe('thematic');
    expect(of('exact error', { budgetTokens: 500 })).toBe('local');
  });
});

import { describe, expect, it } from 'vitest';
import { standingOf, isOfLine } from './generation-line.ts';

describe('the line of generations', () => {
  it('is the first and what is named after it by a number', () => {
    expect(['g-v3', 'g-v3-2', 'g-v3-10', 'g-v3-41'].map((name) => isOfLine(name, 'g-v3'))).toEqual([true, true, true, true]);
    const others = ['g-v31', 'g-v3-', 'g-v3-1', 'g-v3-02', 'g-v3-2x', 'g-v2', 'h-v3', 'g-v3-2-2'];
    expect(others.map((name) => isOfLine(name, 'g-v3'))).toEqual(others.map(() => false));
  });

  const stand = (first: string, all: readonly string[], current?: string): unknown[] => {
    const { toFill, isBegun, left } = standingOf(first, all, current);
    return [toFill, isBegun, left];
  };

  it('goes on with what was begun, and begins the next where nothing was', () => {
    expect(stand('g', ['g'], 'g')).toEqual(['g-2', false, []]);
    expect(stand('g', ['g', 'g-2'], 'g')).toEqual(['g-2', true, []]);
    expect(stand('g', ['g', 'g-2'], 'g-2')).toEqual(['g-3', false, ['g']]);
    expect(stand('g', ['g-10', 'g-9'], 'g-9')).toEqual(['g-10', true, []]);
  });

  it('begins with the first where another line is read, or none', () => {
    expect(stand('g-v4', ['g-v3', 'g-v3-2'], 'g-v3-2')).toEqual(['g-v4', false, ['g-v3']]);
    expect(stand('g-v4', ['g-v3', 'g-v4'], 'g-v3')).toEqual(['g-v4', true, []]);
    expect(stand('g', [])).toEqual(['g', false, []]);
  });
});

import { describe, expect, it } from 'vitest';
import { jsonLeaves } from './json-leaves.ts';

describe('jsonLeaves', () => {
  it('are the strings and numbers in order', () => {
    expect([...jsonLeaves({ a: ['x', 1, { b: true, c: null }], d: { e: '' }, f: 2.5 })]).toEqual(['x', '1', '', '2.5']);
    expect([...jsonLeaves('alone')]).toEqual(['alone']);
    expect([...jsonLeaves(null)]).toEqual([]);
  });

  it('are read of a value as wide or as deep as an event may bring', () => {
    const wide = JSON.parse(`[${'0,'.repeat(500_000)}1]`) as unknown;
    expect([...jsonLeaves(wide)]).toHaveLength(500_001);
    const deep = JSON.parse(`${'['.repeat(50_000)}7${']'.repeat(50_000)}`) as unknown;
    expect([...jsonLeaves({ deep, wide: 'end' })]).toEqual(['7', 'end']);
  });
});

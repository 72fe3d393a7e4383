import { describe, expect, it } from 'vitest';
import { createHeldMemory } from './held-memory.ts';

describe('held memory', () => {
  it('adds up what several hold of one part, as it is when it is asked for', () => {
    const held = createHeldMemory();
    let own = 5;
    held.count('rows', () => own);
    held.count('rows', () => 7);
    held.count('texts', () => 0);
    expect(held.read()).toEqual({ rows: 12, texts: 0 });
    own = 0;
    expect(held.read()).toEqual({ rows: 7, texts: 0 });
  });

  it('tells caches how much of their room they may use, those too that open later', () => {
    const held = createHeldMemory();
    const told: [string, number][] = [];
    held.count('rows', () => 5);
    held.count(
      'postings',
      () => 5,
      (share) => void told.push(['postings', share]),
    );
    held.shrink(0.5);
    held.shrink(0.5);
    held.count(
      'vectors',
      () => 5,
      (share) => void told.push(['vectors', share]),
    );
    held.shrink(1);
    expect(told).toEqual([
      ['postings', 1],
      ['postings', 0.5],
      ['vectors', 0.5],
      ['postings', 1],
      ['vectors', 1],
    ]);
  });
});

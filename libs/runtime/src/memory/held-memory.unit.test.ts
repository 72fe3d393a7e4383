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
});

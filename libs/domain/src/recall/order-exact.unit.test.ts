import { describe, expect, it } from 'vitest';
import { orderExact } from './order-exact.ts';

const rawOf = (events: readonly { readonly raw: number }[]): number[] => events.map(({ raw }) => raw);

describe('events with every identifier of the query', () => {
  it('share out their scores in the order of their text, and leave the others alone', () => {
    const events = [
      { exactShare: 1, raw: 2 },
      { exactShare: 0, raw: 9 },
      { exactShare: 1, raw: 5 },
      { exactShare: 0.6, raw: 8 },
      { exactShare: 1, raw: 3 },
    ];
    expect(orderExact(events, rawOf(events), [4, 3, 2, 1, 0])).toEqual([0, 3, 4, 1, 2]);
  });

  it('keep the order of the fused score where their text is worth the same', () => {
    const events = [
      { exactShare: 1, raw: 2 },
      { exactShare: 1, raw: 2 },
    ];
    expect(orderExact(events, rawOf(events), [1, 3])).toEqual([1, 3]);
  });

  it('stay where nobody holds all, or one alone does', () => {
    expect(orderExact([{ exactShare: 0 }], [1], [7])).toEqual([7]);
    expect(orderExact([{ exactShare: 1 }, { exactShare: 0 }], [1, 2], [1, 2])).toEqual([1, 2]);
  });
});

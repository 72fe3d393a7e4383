import { describe, expect, it } from 'vitest';
import { makeEntry } from '../../../testing/index.ts';
import { findGaps, GAP_TOKENS, mostGaps, renderGap } from './find-gaps.ts';
import { countRoughly } from '../../../testing/index.ts';

const placed = (fromOrdinal: number, fromTurn: number, toTurn: number, templateVersion = 3) => ({
  fromOrdinal,
  fromTurn,
  toTurn,
  templateVersion,
});
const entryAt = (turn: number, kind: Parameters<typeof makeEntry>[1] = 'user_message') => makeEntry(turn, kind, 10, { turn });

describe('the places where turns are missing', () => {
  it('are those behind an entry that stays within the range of a marker', () => {
    const entries = [entryAt(1), entryAt(187), entryAt(207)];
    expect(findGaps({ entries, markers: [placed(2, 2, 206)] })).toEqual([{ before: 'E207', fromTurn: 188, toTurn: 206 }]);
  });

  it('are none where a marker stands, nor where nothing is missing but what stands at the front', () => {
    const entries = [entryAt(1), entryAt(20), entryAt(21, 'constraint'), entryAt(22), entryAt(40)];
    expect(findGaps({ entries, markers: [placed(2, 2, 19), placed(23, 23, 39)] })).toEqual([]);
  });

  it('are told by no marker of a former template, whose windows stay as they were (I-15)', () => {
    const entries = [entryAt(1), entryAt(187), entryAt(207)];
    expect(findGaps({ entries, markers: [placed(2, 2, 206, 2)] })).toEqual([]);
  });

  it('are at most as many as turns are missing between entries', () => {
    const entries = [entryAt(1), entryAt(2), entryAt(9), entryAt(30)];
    expect(mostGaps(entries)).toBe(2);
  });

  it('have a note that takes no more tokens than it is counted with', () => {
    expect(renderGap({ fromTurn: 188, toTurn: 206 })).toBe('[Events T188-T206 evicted, see above.]');
    expect(countRoughly(renderGap({ fromTurn: 1_000_000, toTurn: 9_999_999 }))).toBeLessThanOrEqual(GAP_TOKENS);
  });
});

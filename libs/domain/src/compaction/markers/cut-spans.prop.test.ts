import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeEntry } from '../../../testing/index.ts';
import type { SessionEntry } from '../../session/session-state.ts';
import { cutSpans, type EvictedSpan } from './cut-spans.ts';
import type { Marker } from './marker.ts';

const standing = (fromOrdinal: number, toOrdinal: number): Marker => ({
  id: `m${fromOrdinal}`,
  eventId: 'c',
  fromTurn: fromOrdinal,
  toTurn: toOrdinal,
  fromOrdinal,
  toOrdinal,
  topics: [],
  level: 0,
  eventCount: 1,
  evictedTokens: 1,
  tokens: 20,
  fromTime: 0,
  toTime: 0,
});
const cut = (evicted: readonly SessionEntry[], markers: readonly Marker[], most: number, shiftBefore = (_at: number) => 0) =>
  cutSpans({ evicted, markers, most, shiftBefore });
const placesOf = (spans: readonly EvictedSpan[]) =>
  spans.map(({ entries, joins }) => [entries.map(({ ordinal }) => ordinal), ...(joins ? [joins.id] : [])]);
/** Requests of three entries each, 200 tokens an entry. */
const requests = (count: number): SessionEntry[] =>
  Array.from({ length: 3 * count }, (_, at) =>
    makeEntry(at + 1, at % 3 === 0 ? 'user_message' : 'agent_message', 200, { turn: at + 1, request: 1 + Math.floor(at / 3) }),
  );

describe('cutting what a compaction evicts', () => {
  it('cuts where requests begin, into even parts, and not into more than it may', () => {
    expect(placesOf(cut(requests(4), [], 4)).map(([ordinals]) => ordinals)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
      [10, 11, 12],
    ]);
    expect(cut(requests(8), [], 2).map(({ entries }) => entries.length)).toEqual([12, 12]);
    expect(cut(requests(8), [], 1)).toHaveLength(1);
  });

  it('cuts one long request where the subject changes', () => {
    const steps = Array.from({ length: 12 }, (_, at) => makeEntry(at + 1, 'agent_message', 200, { turn: at + 1 }));
    expect(cut(steps, [], 2, (at) => (at === 8 ? 1 : 0)).map(({ entries }) => entries.length)).toEqual([8, 4]);
  });

  it('cuts behind a live request that stays between, where both sides are worth a marker and no atom is split', () => {
    const between = (evicted: readonly SessionEntry[], behind: number, most = 2) =>
      cutSpans({ evicted, markers: [], most: 1, behind: { ordinal: behind, most }, shiftBefore: () => 0 }).map(({ entries }) =>
        entries.map(({ ordinal }) => ordinal),
      );
    const steps = Array.from({ length: 14 }, (_, at) => makeEntry(at + 1, 'agent_message', 200, { turn: at + 1 }));
    const left = steps.toSpliced(10, 1);
    expect(between(left, 11)).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      [12, 13, 14],
    ]);
    expect(between(left, 11, 1)).toHaveLength(1);
    expect(between(left.slice(0, 11), 11)).toHaveLength(1);
    const late = makeEntry(12, 'tool_result', 600, { turn: 12, atom: 10 });
    expect(between([...left.slice(0, 9), makeEntry(10, 'tool_call', 200, { turn: 10 }), late], 11)).toHaveLength(1);
  });

  it('parts no call from its result, and leaves nothing too small to be worth a marker', () => {
    const call = makeEntry(3, 'tool_call', 300, { turn: 2 });
    const result = makeEntry(4, 'tool_result', 300, { turn: 3, atom: 3, request: 2 });
    const entries = [makeEntry(1, 'agent_message', 300), makeEntry(2, 'agent_message', 300), call, result];
    expect(placesOf(cut(entries, [], 4))).toEqual([[[1, 2]], [[3, 4]]]);
    expect(cut(requests(1), [], 4)).toHaveLength(1);
  });

  it('joins a marker only with what lies in it or is little before it, and never reaches over one', () => {
    const entries = requests(6);
    expect(placesOf(cut(entries, [standing(19, 30)], 1))).toEqual([[entries.map(({ ordinal }) => ordinal)]]);
    expect(placesOf(cut([entries[0]!, ...entries.slice(4, 7)], [standing(2, 4), standing(6, 6)], 6))).toEqual([
      [[1, 5], 'm2'],
      [[6], 'm6'],
      [[7]],
    ]);
  });

  it('I-06 gives every evicted event one span; spans overlap neither each other nor a marker that they do not join', () => {
    const runs = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 400 }), fc.boolean()), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(
        runs,
        fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 99 }),
        (gaps, marks, most, behind) => {
          let ordinal = 0;
          const markers: Marker[] = [];
          const evicted = gaps.map(([step, size, isRequest], at) => {
            if (marks[at]! && step > 1) markers.push(standing(ordinal + 1, ordinal + step - 1));
            ordinal += step;
            return makeEntry(ordinal, isRequest ? 'user_message' : 'agent_message', size, { turn: ordinal, request: at });
          });
          const spans = cutSpans({ evicted, markers, most, behind: { ordinal: behind, most }, shiftBefore: () => 0 });
          expect(spans.flatMap(({ entries }) => entries.map(({ id }) => id)).sort()).toEqual(evicted.map(({ id }) => id).sort());
          const kept = markers.filter((marker) => !spans.some(({ joins }) => joins === marker));
          const ranges = [
            ...kept.map(({ fromOrdinal, toOrdinal }) => [fromOrdinal, toOrdinal]),
            ...spans.map(({ entries, joins }) => [
              Math.min(entries[0]!.ordinal, joins?.fromOrdinal ?? Infinity),
              Math.max(entries.at(-1)!.ordinal, joins?.toOrdinal ?? 0),
            ]),
          ].sort((a, b) => a[0]! - b[0]!);
          for (const [at, range] of ranges.entries()) if (at > 0) expect(range[0]!).toBeGreaterThan(ranges[at - 1]![1]!);
          expect(new Set(spans.flatMap(({ joins }) => joins ?? [])).size).toBe(spans.filter(({ joins }) => joins).length);
        },
      ),
      { numRuns: 200 },
    );
  });
});

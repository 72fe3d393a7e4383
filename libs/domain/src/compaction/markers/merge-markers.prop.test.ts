import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRoughly, makeEntry, makeState, policyOf } from '../../../testing/index.ts';
import { checkMarkers } from '../../invariants.ts';
import { applyCompaction } from '../../session/apply-compaction.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';
import { composeCompaction } from '../outcome/compose-compaction.ts';
import type { Marker } from './marker.ts';
import { mergeMarkers, pairToMerge } from './merge-markers.ts';

const leveled = (...levels: number[]): Marker[] =>
  levels.map((level, at) => ({
    id: `m${at}`,
    eventId: `c${at}`,
    fromTurn: at,
    toTurn: at,
    fromOrdinal: 10 * at,
    toOrdinal: 10 * at + 5,
    topics: [`topic${at}`],
    level,
    eventCount: 3,
    evictedTokens: 100,
    tokens: 20,
    fromTime: at,
    toTime: at + 1,
  }));

/** Evicts the given entries as one span, without asking the planner. */
function evict(state: SessionState, evicted: readonly SessionEntry[], markerCap: number) {
  const policy = policyOf({ windowTokens: 32_768, markerCap });
  const tokensBefore = state.entries.reduce((sum, entry) => sum + entry.tokens.whole, 0) + 10_000;
  const record = composeCompaction({
    plan: { kind: 'plan', trigger: 'demand', signature: '', evicted, forms: new Map(), tokensBefore, targetTokens: 0 },
    state,
    policy,
    sketches: new Map(),
    cuts: new Map(),
    eventId: `C${state.cycle + 1}`,
    countTokens: countRoughly,
  })!;
  return { record, state: applyCompaction(state, record)! };
}

describe('merging', () => {
  it.each([
    [[0, 0, 0], 0],
    [[1, 0, 0], 1],
    [[1, 1, 0, 0], 2],
    [[2, 2, 1, 1, 0], 2],
    [[2, 1, 0], 0],
    [[0, 1, 0, 1], 0],
    [[3, 1, 1, 2, 1, 1], 1],
  ])('takes of levels %j the pair at %i', (levels, at) => {
    expect(pairToMerge(leveled(...levels))).toBe(at);
  });

  it('merges a pair that is parted after others of equal levels, and before pairs of unequal ones', () => {
    expect(pairToMerge(leveled(1, 1, 0, 0), (at) => at === 2)).toBe(0);
    expect(pairToMerge(leveled(2, 1, 0, 0), (at) => at === 2)).toBe(2);
  });

  it('unites ranges, times and counts, and keeps the text that was counted', () => {
    const [first, second] = leveled(0, 0);
    const merged = mergeMarkers([second!, first!], { id: 'm9.p', eventId: 'c9', level: 1, topics: ['a'], countTokens: countRoughly });
    expect(merged).toMatchObject({
      id: 'm9.p',
      eventId: 'c9',
      level: 1,
      topics: ['a'],
      fromTurn: 0,
      toTurn: 1,
      fromOrdinal: 0,
      toOrdinal: 15,
      eventCount: 6,
      evictedTokens: 200,
      fromTime: 0,
      toTime: 2,
    });
    expect(merged.text).toBe('[Events T0-T1 evicted. Key topics: a. Use recall(query) to retrieve details.]');
    expect(merged.tokens).toBe(countRoughly(merged.text!));
  });

  it.each([2, 4, 20])('I-06 keeps to the cap of %i and to O(log C) levels over hundreds of cycles', (cap) => {
    let state = makeState(Array.from({ length: 600 }, (_, at) => makeEntry(at + 1, 'agent_message', 100, { turn: at + 1 })));
    for (let cycle = 1; cycle <= 500; cycle++) {
      ({ state } = evict(state, [state.entries[0]!], cap));
      expect(checkMarkers(state, cap)).toEqual([]);
      expect(Math.max(...state.markers.map((marker) => marker.level))).toBeLessThanOrEqual(Math.log2(cycle));
    }
    expect(state.markers.reduce((sum, marker) => sum + marker.eventCount, 0)).toBe(500);
    expect(state.markers.length).toBeLessThanOrEqual(cap);
  });

  it('I-06 spans at random places join the markers they reach into; every event is behind exactly one marker', () => {
    let joins = 0;
    let parents = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1_000), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 3 })), { maxLength: 40, size: 'max' }),
        fc.integer({ min: 2, max: 6 }),
        (spans, cap) => {
          let state = makeState(
            Array.from({ length: 150 }, (_, at) => makeEntry(at + 1, 'agent_message', 100, { turn: 1 + Math.floor(at / 3) })),
          );
          const behind = new Map<string, readonly string[]>();
          for (const [start, length, stride] of spans) {
            // Only every stride-th entry: the others count as guarded and stay within the marker's range.
            const from = start % Math.max(1, state.entries.length);
            const span = state.entries.slice(from, from + length).filter((_, at) => at % stride === 0);
            if (span.length === 0) continue;
            const { record, state: next } = evict(state, span, cap);
            expect(checkMarkers(next, cap)).toEqual([]);
            for (const { marker, manifest, parts } of record.made) {
              behind.set(`${marker.eventId} ${marker.id}`, [
                ...manifest.eventIds,
                ...parts.flatMap((part) => behind.get(`${part.eventId} ${part.markerId}`)!),
              ]);
              if (manifest.eventIds.length > 0 && parts.length > 0) joins += 1;
              if (manifest.eventIds.length === 0) parents += 1;
            }
            state = next;
          }
          const evicted = state.markers.flatMap((marker) => behind.get(`${marker.eventId} ${marker.id}`)!);
          expect([...evicted, ...state.entries.map(({ id }) => id)].sort()).toEqual(
            Array.from({ length: 150 }, (_, at) => `E${at + 1}`).sort(),
          );
          for (const marker of state.markers) {
            const ordinals = behind.get(`${marker.eventId} ${marker.id}`)!.map((id) => Number(id.slice(1)));
            expect(marker).toMatchObject({
              eventCount: ordinals.length,
              evictedTokens: 100 * ordinals.length,
              fromOrdinal: Math.min(...ordinals),
              toOrdinal: Math.max(...ordinals),
            });
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(Math.min(joins, parents)).toBeGreaterThan(50);
  });

  it('ranges over all turns and times of its span, also where a late result names an earlier turn', () => {
    const late = (ordinal: number, turn: number, occurredAt: number) => makeEntry(ordinal, 'tool_result', 100, { turn, occurredAt });
    const state = makeState([late(1, 4, 40), late(2, 6, 60), late(3, 3, 30), makeEntry(4, 'agent_message', 9, { turn: 9 })]);
    const { record } = evict(state, state.entries.slice(0, 3), 20);
    expect(record.markers[0]).toMatchObject({
      fromTurn: 3,
      toTurn: 6,
      fromOrdinal: 1,
      toOrdinal: 3,
      fromTime: 30,
      toTime: 60,
      eventCount: 3,
    });
  });

  it('names every marker of a compaction by itself, the parent after its cycle', () => {
    let state = makeState(Array.from({ length: 20 }, (_, at) => makeEntry(at + 1, 'agent_message', 100)));
    for (let cycle = 1; cycle <= 4; cycle++) ({ state } = evict(state, [state.entries[0]!], 20));
    const { record } = evict(state, [state.entries[0]!], 2);
    expect(record.made.map(({ marker, parts }) => [marker.id, marker.level, parts.map((part) => part.markerId)])).toEqual([
      ['m5', 0, []],
      ['m5.p', 1, ['m1', 'm2']],
      ['m5.p2', 1, ['m3', 'm4']],
      ['m5.p3', 2, ['m5.p', 'm5.p2']],
    ]);
    expect(record.markers.map(({ id }) => id)).toEqual(['m5.p3', 'm5']);
  });
});

import { createAlikeCount, type LinePlace } from './alike-count.ts';
import { FREELY_ALIKE } from './order-lines.ts';
import type { PackableEvent } from './packable-event.ts';
import type { TakenLines } from './take-lines.ts';

/** Fewer lines that are left out are not worth a note. */
const LEAST_LEFT = 3;

/** Most lines of an event that may be left out as alike to others; 0 where too few are for a note. */
export function mostAlike(events: readonly PackableEvent[], event: number): number {
  const all = countAll(events, event);
  return noted([...all.values()].map((count) => count - 1).filter((left) => left >= FREELY_ALIKE));
}

/**
 * Returns for each event that is shown how many of its lines were left out beside enough lines that are alike. Only lines
 * of the passages at hand are counted, each once.
 */
export function leftOutAlike(events: readonly PackableEvent[], taken: readonly TakenLines[]): ReadonlyMap<number, number> {
  const left = new Map<number, number>();
  for (const [event, own] of Map.groupBy(taken, (each) => each.event)) {
    const places = own.flatMap(({ passage, lines }) => lines.map((line) => ({ event, passage, line })));
    const full = [...countAlike(events, event, places)].filter(([, count]) => count >= FREELY_ALIKE);
    if (full.length === 0) continue;
    const all = countAll(events, event);
    const count = noted(full.map(([shape, shown]) => all.get(shape)! - shown));
    if (count > 0) left.set(event, count);
  }
  return left;
}

function noted(counts: readonly number[]): number {
  const sum = counts.reduce((all, count) => all + count, 0);
  return sum < LEAST_LEFT ? 0 : sum;
}

/** Counts of all lines by event, as an answer asks for them at each of its renderings. */
const counted = new WeakMap<PackableEvent, ReadonlyMap<string, number>>();

function countAll(events: readonly PackableEvent[], event: number): ReadonlyMap<string, number> {
  const own = events[event]!;
  const before = counted.get(own);
  if (before !== undefined) return before;
  const places = own.passages.flatMap(({ lines }, passage) => lines.map((_, line) => ({ event, passage, line })));
  const all = countAlike(events, event, places);
  counted.set(own, all);
  return all;
}

function countAlike(events: readonly PackableEvent[], event: number, places: readonly LinePlace[]): ReadonlyMap<string, number> {
  const counts = createAlikeCount(events);
  const seen = new Set<number>();
  for (const place of places) {
    const { fromByte } = events[event]!.passages[place.passage]!.lines[place.line]!;
    if (seen.has(fromByte)) continue;
    seen.add(fromByte);
    counts.add(place);
  }
  return counts.in(event);
}

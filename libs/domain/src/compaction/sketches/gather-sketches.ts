import { answerKey } from '../../session/pull-limit.ts';
import type { SessionEntry } from '../../session/session-state.ts';
import type { EventSketch } from './event-sketch.ts';
import { placeTerms, type PlacedTerms } from '../../terms/placed-terms.ts';
import type { SketchedEntry } from './sketched-entry.ts';

/** Combined sketches of the events that a compaction evicts. */
export interface GatheredSketches {
  /** Index of each event among the evicted, by id. */
  readonly placeOf: ReadonlyMap<string, number>;
  readonly sketched: readonly SketchedEntry[];
  /** The live requests, which stay in the window: what was done for them is evicted without them. */
  readonly asking: readonly SketchedEntry[];
  /** All terms, and the terms of each event. */
  readonly placed: PlacedTerms;
  /** Strength of the change of subject before each event, 0..1. */
  readonly shifts: readonly number[];
}

/** Combines the sketches of evicted events, and of the live requests. Pure; O(terms). */
export function gatherSketches(
  evicted: readonly SessionEntry[],
  sketches: ReadonlyMap<string, EventSketch>,
  live: readonly SessionEntry[] = [],
): GatheredSketches {
  const pulls = new Set(evicted.filter(({ isPull }) => isPull === true).map(answerKey));
  // Results of a caller's own tool of such a name are told like any others; our answers have a sketch without terms.
  const isOfPull = (entry: SessionEntry): boolean =>
    entry.callId !== undefined && (entry.kind === 'tool_call' || entry.isError === true) && pulls.has(answerKey(entry));
  // An erased event contributes nothing, even if its sketch is still cached; nor do the words of a question to the memory.
  const withSketch = (entry: SessionEntry): SketchedEntry => {
    const sketch = entry.state === 'readable' ? sketches.get(entry.id) : undefined;
    return { entry, ...(sketch && { sketch }) };
  };
  const sketched = evicted.map((entry): SketchedEntry => (isOfPull(entry) ? { entry, isOfPull: true } : withSketch(entry)));
  const placed = placeTerms(sketched.map(({ sketch }) => sketch?.terms ?? []));
  return {
    placeOf: new Map(evicted.map(({ id }, place) => [id, place])),
    sketched,
    asking: live.toSorted((a, b) => a.ordinal - b.ordinal).map(withSketch),
    placed,
    shifts: subjectShifts(placed, evicted.length),
  };
}

/**
 * Measures the change of subject before each event, 0..1: the fewer terms occur on both sides, the stronger. Near
 * occurrences count more.
 */
function subjectShifts(placed: PlacedTerms, places: number): number[] {
  const { starts, at } = placesOfTerms(placed);
  // Differences between neighbouring places: a link over (a, b] adds at a + 1 and subtracts at b + 1.
  const steps = new Float64Array(places + 2);
  for (let index = 0; index + 1 < starts.length; index++) {
    for (let next = starts[index]! + 1; next < starts[index + 1]!; next++) {
      const [from, to] = [at[next - 1]!, at[next]!];
      steps[from + 1]! += 1 / (to - from);
      steps[to + 1]! -= 1 / (to - from);
    }
  }
  const held: number[] = [];
  let sum = 0;
  for (let place = 0; place < places; place++) held.push((sum += steps[place]!));
  const most = held.reduce((high, value) => Math.max(high, value), 0);
  return held.map((value) => (most === 0 ? 0 : 1 - value / most));
}

/**
 * Lists the places of each term, one term after the other: those of term `index` are from `starts[index]` up to
 * `starts[index + 1]`.
 */
function placesOfTerms({ terms, from, held }: PlacedTerms): { readonly starts: Uint32Array; readonly at: Uint32Array } {
  const starts = new Uint32Array(terms.length + 1);
  for (let index = 0; index < terms.length; index++) starts[index + 1] = starts[index]! + terms[index]!.texts;
  const ends = starts.slice(0, terms.length);
  const at = new Uint32Array(held.length);
  for (let place = 0; place + 1 < from.length; place++)
    for (let next = from[place]!; next < from[place + 1]!; next++) at[ends[held[next]!]!++] = place;
  return { starts, at };
}

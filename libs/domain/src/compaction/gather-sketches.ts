import type { SessionEntry } from '../session/session-state.ts';
import type { EventSketch } from './event-sketch.ts';
import { placeTerms, type HeldTerm, type PlacedTerm } from './placed-terms.ts';
import { requestWords } from './request-topics.ts';
import type { SketchedEntry } from './sketched-entry.ts';
import { tellingTerms } from './telling-terms.ts';

/** Terms that a space is asked about for one compaction, and the runs of events that name them. */
const ASKED_TERMS = 128;
const ASKING_RUNS = 6;
const REQUEST_SHARE = 0.25;

/** The sketches of what a compaction evicts, put together. */
export interface GatheredSketches {
  /** Their places among each other, by id. */
  readonly placeOf: ReadonlyMap<string, number>;
  readonly sketched: readonly SketchedEntry[];
  /** All terms, and those of each event, by place. */
  readonly terms: readonly PlacedTerm[];
  readonly held: readonly (readonly HeldTerm[])[];
  /** How much the subject changes before each place, 0..1. */
  readonly shifts: readonly number[];
}

/** Puts the sketches of what a compaction evicts together. Pure; O(terms). */
export function gatherSketches(evicted: readonly SessionEntry[], sketches: ReadonlyMap<string, EventSketch>): GatheredSketches {
  // An erased event says nothing, should somebody still have a sketch of it.
  const sketched = evicted.map((entry) => ({ entry, sketch: entry.state === 'readable' ? sketches.get(entry.id) : undefined }));
  const { terms, held } = placeTerms(sketched.map(({ sketch }) => sketch?.terms ?? []));
  return {
    placeOf: new Map(evicted.map(({ id }, place) => [id, place])),
    sketched,
    terms,
    held,
    shifts: subjectShifts(terms, evicted.length),
  };
}

/** The terms whose rarity in the space decides what is said of the events: those that tell most without it, and the words of requests. */
export function askedTerms({ sketched, terms, held }: GatheredSketches): string[] {
  const asked = new Set(requestWords(sketched, Math.floor(REQUEST_SHARE * ASKED_TERMS)));
  const runs = Math.min(ASKING_RUNS, held.length);
  const limit = Math.floor((ASKED_TERMS - asked.size) / Math.max(1, runs));
  for (let run = 0; run < runs; run++) {
    const own = held.slice(Math.floor((run * held.length) / runs), Math.floor(((run + 1) * held.length) / runs));
    for (const term of tellingTerms({ own, terms, texts: held.length, limit })) asked.add(term);
  }
  return [...asked];
}

/** How much the subject changes before each place, 0..1: by how few terms stand on both sides, near ones counting more. */
function subjectShifts(terms: readonly PlacedTerm[], places: number): number[] {
  // Differences between neighbouring places: a link over (a, b] adds at a + 1 and takes at b + 1.
  const steps = new Float64Array(places + 2);
  for (const { at } of terms) {
    for (let index = 1; index < at.length; index++) {
      const [from, to] = [at[index - 1]!, at[index]!];
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

import { SPOKEN_POWER, type ChosenTerm } from '../../terms/distinctive-terms.ts';

/**
 * Content of the events behind a marker, beyond what fits its text; merged markers choose their terms from it. The span
 * is cut into slices in order. Parallel lists keep it small, because every compaction's record holds the profiles of
 * all markers.
 */
export interface MarkerProfile {
  /** Number of events in each slice, in order, at most 24. Older markers have the amount of their content here. */
  readonly slices: readonly number[];
  /** Terms, best first, at most 16. */
  readonly terms: readonly string[];
  /** Slices that hold each term: bit n for slice n. */
  readonly at: readonly number[];
  /** Worth of each term for its place, in tenths. */
  readonly worth: readonly number[];
  /** Counts of all that was done and failed, for adding up: `9 edits`, `1 error (ENOENT)`. Absent in older markers. */
  readonly counts?: readonly string[];
}

const SLICES_A_SPAN = 6;
const MOST_SLICES = 24;
export const PROFILE_TERMS = 16;
/** Added to a term's length before the square root that divides its gain: short terms leave room for others. */
const EXTRA_CHARS = 4;

interface ProfileInput {
  /** Number of events in the span. */
  readonly events: number;
  /** Terms that describe the span, best first. */
  readonly chosen: readonly ChosenTerm[];
  readonly counts: readonly string[];
}

/** Makes the profile of one span. */
export function makeProfile({ events, chosen, counts }: ProfileInput): MarkerProfile {
  const count = Math.min(SLICES_A_SPAN, events);
  const sliceOf = (place: number) => Math.floor((place * count) / events);
  const slices = Array.from({ length: count }, () => 0);
  for (let place = 0; place < events; place++) slices[sliceOf(place)]! += 1;
  return {
    slices,
    terms: chosen.map(({ term }) => term),
    at: chosen.map(({ places }) => places.reduce((bits, place) => bits | (1 << sliceOf(place)), 0)),
    worth: chosen.map(({ worth }) => Math.round(10 * worth)),
    counts,
  };
}

interface Term {
  readonly term: string;
  at: number;
  worth: number;
}

/**
 * Merges the profiles of spans, given in order, for one marker: their slices one after the other, neighbours added up
 * where there are too many, and the most telling terms. `saidBefore` counts the other markers that hold a term. Counts
 * are left to the caller. Deterministic.
 */
export function mergeProfiles(parts: readonly MarkerProfile[], saidBefore: (term: string) => number): MarkerProfile {
  const total = parts.reduce((sum, { slices }) => sum + slices.length, 0);
  let width = 1;
  while (Math.ceil(total / width) > MOST_SLICES) width *= 2;
  const slices = Array.from({ length: Math.ceil(total / width) }, () => 0);
  const found = new Map<string, Term>();
  let shift = 0;
  for (const part of parts) {
    const from = shift;
    const to = (slice: number) => Math.floor((from + slice) / width);
    for (const [slice, size] of part.slices.entries()) slices[to(slice)]! += size;
    for (const [index, term] of part.terms.entries()) {
      const known = found.get(term) ?? { term, at: 0, worth: 0 };
      for (const slice of part.slices.keys()) if (part.at[index]! & (1 << slice)) known.at |= 1 << to(slice);
      known.worth = Math.max(known.worth, part.worth[index]!);
      found.set(term, known);
    }
    shift += part.slices.length;
  }
  const terms = tellMost(slices, [...found.values()], saidBefore);
  return { slices, terms: terms.map(({ term }) => term), at: terms.map(({ at }) => at), worth: terms.map(({ worth }) => worth) };
}

/** Orders terms so that each tells most about the slices that earlier ones tell least about; the first of equals. */
function tellMost(slices: readonly number[], terms: readonly Term[], saidBefore: (term: string) => number): Term[] {
  const left = terms.map((own) => ({ own, weight: own.worth / ((1 + saidBefore(own.term)) * Math.sqrt(EXTRA_CHARS + own.term.length)) }));
  const covered = slices.map(() => 1);
  const chosen: Term[] = [];
  while (chosen.length < PROFILE_TERMS && left.length > 0) {
    let best = 0;
    let most = -1;
    for (const [index, { own, weight }] of left.entries()) {
      let gain = 0;
      for (let slice = 0; slice < slices.length; slice++)
        if (own.at & (1 << slice)) gain += slices[slice]! / covered[slice]! ** SPOKEN_POWER;
      if (gain * weight > most) {
        most = gain * weight;
        best = index;
      }
    }
    const [{ own }] = left.splice(best, 1) as [(typeof left)[number]];
    chosen.push(own);
    for (let slice = 0; slice < slices.length; slice++) if (own.at & (1 << slice)) covered[slice]! += 1;
  }
  return chosen;
}

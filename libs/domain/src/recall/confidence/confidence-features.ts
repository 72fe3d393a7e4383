import type { AskedTerms, EventEvidence } from './measure-evidence.ts';
import { shareHeld } from './measure-evidence.ts';
import type { Features } from './logistic-model.ts';

/** Number of hits among which right evidence counts as found. */
export const FIRST_HITS = 5;
/** Last of the ranks that the first hits are compared with: good ranks that hardly ever answer. */
const REST_TO = 20;
/** Values at which a feature reaches half of its range: deviations, terms, and rarest words. */
const HALF_LEAD = 2;
const HALF_TERMS = 4;
const HALF_SUBSTANCE = 2;
/** Power of ten of the number of passages at which `size` reaches 1. */
const LARGEST_DIGITS = 6;

/** Grows from 0 towards 1 and reaches one half at `half`. */
const saturating = (value: number, half: number): number => (value <= 0 ? 0 : value / (value + half));

const highest = (values: readonly (number | undefined)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, value ?? -1), -1);

/**
 * Computes the features of an answer, each about 0..1, from hits ranked best first:
 *
 * - `best`, `first` and `together`: share of the query's weight in the best passage of the first five hits, in the
 *   first hit's, and in all five together;
 * - `substance`: total weight that the best one holds;
 * - `unseen`: share of weight in words that the store has never held;
 * - `missing`: share of identifiers that none of the five holds;
 * - `apart` and `lead`: distance of the best from the ranks below the first five, in shares and by ranking score;
 * - `timed`: how well one of the five fits the time that the query names;
 * - `tools` and `size`: share of tool output among the first ranks, and number of passages in the space, because the
 *   usual values differ between stores;
 * - `late` and `cosine` of the best, and `ahead`, the distance of the best late interaction from the rest's, where
 *   there are vectors.
 */
export function answerFeatures(asked: AskedTerms, ranked: readonly EventEvidence[]): Features {
  const first = ranked.slice(0, FIRST_HITS);
  const rest = ranked.slice(FIRST_HITS, REST_TO);
  const best = first.reduce<EventEvidence | undefined>(
    (most, event) => (most === undefined || event.coverage > most.coverage ? event : most),
    undefined,
  );
  const together = asked.weights.map((_, i) => first.some((event) => event.held[i] === true));
  return {
    best: best?.coverage ?? 0,
    first: first[0]?.coverage ?? 0,
    together: shareHeld(asked.weights, together),
    substance: substanceOf(asked, best?.held ?? []),
    unseen: shareHeld(
      asked.weights,
      asked.seen.map((seen) => !seen),
    ),
    missing: missingExact(asked, first),
    terms: saturating(asked.weights.length, HALF_TERMS),
    apart: Math.max(0, (best?.coverage ?? 0) - meanOf(rest.map(({ coverage }) => coverage))),
    ...(first.some(({ timed }) => timed !== undefined) && { timed: highest(first.map(({ timed }) => timed)) }),
    tools: meanOf(ranked.slice(0, REST_TO).map(({ isTool }) => Number(isTool === true))),
    size: Math.min(1, Math.log10(1 + asked.documents) / LARGEST_DIGITS),
    lead: first[0] === undefined ? 0 : saturating(first[0].score - meanOf(rest.map(({ score }) => score)), HALF_LEAD),
    ...meaningFeatures(first, rest),
  };
}

function meaningFeatures(first: readonly EventEvidence[], rest: readonly EventEvidence[]): Features {
  if (!first.some(({ late, cosine }) => late !== undefined || cosine !== undefined)) return {};
  const late = highest(first.map((event) => event.late));
  const others = rest.flatMap((event) => event.late ?? []);
  return {
    late: Math.max(0, late),
    cosine: Math.max(0, highest(first.map((event) => event.cosine))),
    ahead: others.length === 0 ? 0 : Math.max(0, late - meanOf(others)),
  };
}

/**
 * Computes the features of one hit: its own shares, its distance below the first, and the probability of the answer
 * (`answer`).
 */
export function hitFeatures(
  asked: AskedTerms,
  hit: EventEvidence,
  { place, top, answer }: { readonly place: number; readonly top: number; readonly answer: number },
): Features {
  return {
    coverage: hit.coverage,
    substance: substanceOf(asked, hit.held),
    missing: missingExact(asked, [hit]),
    place: 1 / place,
    below: saturating(top - hit.score, HALF_LEAD),
    answer,
    ...(hit.timed === undefined ? {} : { timed: hit.timed }),
    ...(hit.late === undefined ? {} : { late: Math.max(0, hit.late) }),
    ...(hit.cosine === undefined ? {} : { cosine: Math.max(0, hit.cosine) }),
  };
}

function missingExact({ weights, exact }: AskedTerms, events: readonly EventEvidence[]): number {
  const wanted = weights.map((weight, i) => (exact[i] === true ? weight : 0));
  if (!wanted.some((weight) => weight > 0)) return 0;
  return events.reduce((least, event) => Math.min(least, 1 - shareHeld(wanted, event.held)), 1);
}

/**
 * Measures held weight in units of the rarest word's: two rare words say more than all of a query of one common word.
 */
function substanceOf({ weights, rarest }: AskedTerms, held: readonly boolean[]): number {
  const sum = weights.reduce((total, weight, i) => (held[i] === true ? total + weight : total), 0);
  return rarest > 0 ? saturating(sum / rarest, HALF_SUBSTANCE) : 0;
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

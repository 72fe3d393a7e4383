import type { Candidate, EventCandidates } from './candidate.ts';
import type { LentMatches } from './lend-matches.ts';
import type { RankDocument } from './rank-document.ts';
import { standardiseBeside } from './standardise.ts';

/** Weights of the signals, each in standard deviations. Source: design/answers, recipe 6. */
const TEXT = 0.3;
const LATE = 1;
const VECTOR = 0.3;

/** All candidates with their fused scores. */
export interface Fused<Document extends RankDocument = RankDocument> {
  readonly passages: readonly Candidate<Document>[];
  readonly scores: readonly number[];
  /** Standard deviations by text and by each other signal that takes part. */
  readonly signals: ReadonlyMap<string, readonly number[]>;
  /** Late interaction including lending; passages not compared get the lowest value. */
  readonly lent: readonly number[];
  /** The same by the words of its event alone. */
  readonly lentInEvent: readonly number[];
  /** Number of the space's passages that are no candidates, and the score that they count with. */
  readonly others: number;
  readonly floor: number;
}

interface FuseInput {
  readonly others: number;
  /**
   * Returns late interaction for each passage of an event, as computed by `lendMatches`; absent where no token vectors
   * were compared.
   */
  readonly lentOf?: (passages: EventCandidates) => LentMatches;
  /** BM25 including lending, in the order of the passages; absent where late interaction lends, or nothing does. */
  readonly lentWords?: readonly number[] | undefined;
}

/**
 * Fuses words, single vectors and late interaction to one score, in standard deviations from the mean of the space.
 * Passages that are no candidates count with the lowest value of each signal. A passage without vectors is judged by
 * its words instead.
 */
export function fuseSignals<Document extends RankDocument>(
  events: ReadonlyMap<string, EventCandidates<Document>>,
  { others, lentOf, lentWords }: FuseInput,
): Fused<Document> {
  const passages: Candidate<Document>[] = [];
  const lent: number[] = [];
  const lentInEvent: number[] = [];
  for (const own of events.values()) {
    for (const passage of own.values()) passages.push(passage);
    if (lentOf === undefined) continue;
    const matches = lentOf(own);
    for (const value of matches.lent) lent.push(value);
    for (const value of matches.own) lentInEvent.push(value);
  }
  const text = standardiseBeside(
    passages.map((passage) => passage.text),
    others,
    0,
  );
  const cosines = passages.map(({ similarity }) => similarity);
  const hasVectors = cosines.some((cosine) => typeof cosine === 'number');
  const signals = new Map<string, readonly number[]>([['text', text.values]]);
  const parts: (Deviations & { readonly weight: number })[] = [{ weight: TEXT, ...text }];
  if (lentWords !== undefined) parts.push({ weight: TEXT, ...standardiseBeside(lentWords, others, 0) });
  if (hasVectors) {
    const vector = judgedBeside(cosines, text, others);
    signals.set('vector', vector.values);
    parts.push({ weight: lentOf === undefined ? TEXT : VECTOR, ...vector });
  }
  if (lentOf !== undefined) {
    const compared = passages.map(({ match, similarity }, i) => {
      if (match === undefined) return similarity === null ? null : undefined;
      return match === null ? null : lent[i]!;
    });
    const late = judgedBeside(compared, text, others);
    signals.set('late', late.values);
    parts.push({ weight: LATE, ...late });
  }
  const sums = passages.map(() => 0);
  for (const { weight, values } of parts) for (let i = 0; i < sums.length; i += 1) sums[i]! += weight * values[i]!;
  const lowest = parts.reduce((sum, { weight, floor }) => sum + weight * floor, 0);
  const { values, floor } = standardiseBeside(sums, others, lowest);
  return { passages, scores: values, signals, lent, lentInEvent, others, floor };
}

interface Deviations {
  readonly values: readonly number[];
  readonly floor: number;
}

/**
 * Computes standard deviations. `undefined` counts as the lowest known value, like passages that are no candidates;
 * null as its deviation by text, which rare words take far beyond the others, and therefore as the greatest known at most.
 */
function judgedBeside(raw: readonly (number | null | undefined)[], text: Deviations, others: number): Deviations {
  const lowest = raw.reduce<number>((least, value) => (typeof value === 'number' && value < least ? value : least), Infinity);
  if (lowest === Infinity) return text;
  const known = raw.flatMap((value) => (value === null ? [] : [value ?? lowest]));
  const { values, floor } = standardiseBeside(known, others, lowest);
  const greatest = values.reduce((most, value) => Math.max(most, value), floor);
  let next = 0;
  return { values: raw.map((value, i) => (value === null ? Math.min(text.values[i]!, greatest) : values[next++]!)), floor };
}

/** Length up to which a first passage may be the whole event; after a longer one more may follow. */
const WHOLE_BYTES = 240;

/** Estimates the number of terms of an event from its known passages; missing passages count as long as those. */
export function eventTerms(documents: readonly RankDocument[]): number {
  const known = documents.reduce((sum, { length }) => sum + length, 0);
  const parts = documents.reduce((most, { part }) => Math.max(most, part), 0);
  return known * Math.max(1, parts / documents.length);
}

/** Returns true when only the first passage of an event is known and more may follow, so that its length is unknown. */
export function mayGoOn(documents: Iterable<RankDocument>): boolean {
  const [first, ...rest] = documents;
  return first !== undefined && rest.length === 0 && first.part === 1 && (first.passage?.toByte ?? 0) >= WHOLE_BYTES;
}

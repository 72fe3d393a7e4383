import type { Candidate, EventCandidates } from './candidate.ts';
import type { RankDocument } from './rank-document.ts';
import { standardiseBeside } from './standardise.ts';

/** Weights of the signals, in deviations each. Source: design/answers, recipe 6. */
const TEXT = 0.3;
const LATE = 1;
const VECTOR = 0.3;

/** All candidates with what they have by all signals together. */
export interface Fused<Document extends RankDocument = RankDocument> {
  readonly passages: readonly Candidate<Document>[];
  readonly scores: readonly number[];
  /** Deviations by text and by each other signal that takes part. */
  readonly signals: ReadonlyMap<string, readonly number[]>;
  /** Late interaction with lending; what was not compared has the lowest. */
  readonly lent: readonly number[];
  /** Passages of the space that are no candidates, and what they count as. */
  readonly others: number;
  readonly floor: number;
}

interface FuseInput {
  readonly others: number;
  /** What the words of the query find in each passage of an event, as `lendMatches` gives it; absent where no token vectors were compared. */
  readonly lentOf?: (passages: EventCandidates) => readonly number[];
}

/**
 * One score from words, single vectors and late interaction, in deviations from the mean of the space, of which what is no candidate has the
 * lowest of each. A passage without vectors is judged by its words in their place.
 */
export function fuseSignals<Document extends RankDocument>(
  events: ReadonlyMap<string, EventCandidates<Document>>,
  { others, lentOf }: FuseInput,
): Fused<Document> {
  const passages: Candidate<Document>[] = [];
  const lent: number[] = [];
  for (const own of events.values()) {
    for (const passage of own.values()) passages.push(passage);
    if (lentOf) for (const value of lentOf(own)) lent.push(value);
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
  return { passages, scores: values, signals, lent, others, floor };
}

interface Deviations {
  readonly values: readonly number[];
  readonly floor: number;
}

/** Deviations where `undefined` counts as the lowest that is known, as the passages do that are no candidates, and null as its deviation by text. */
function judgedBeside(raw: readonly (number | null | undefined)[], text: Deviations, others: number): Deviations {
  const lowest = raw.reduce<number>((least, value) => (typeof value === 'number' && value < least ? value : least), Infinity);
  if (lowest === Infinity) return text;
  const known = raw.flatMap((value) => (value === null ? [] : [value ?? lowest]));
  const { values, floor } = standardiseBeside(known, others, lowest);
  let next = 0;
  return { values: raw.map((value, i) => (value === null ? text.values[i]! : values[next++]!)), floor };
}

/** A first passage that ends here may be all of its event; a longer one may go on. */
const WHOLE_BYTES = 240;

/** Terms of an event by its passages that are known, those that must be there between them counted as long as these are. */
export function eventTerms(documents: readonly RankDocument[]): number {
  const known = documents.reduce((sum, { length }) => sum + length, 0);
  const parts = documents.reduce((most, { part }) => Math.max(most, part), 0);
  return known * Math.max(1, parts / documents.length);
}

/** Whether an event is known by its first passage alone and may go on behind it: its length is then not known. */
export function mayGoOn(documents: Iterable<RankDocument>): boolean {
  const [first, ...rest] = documents;
  return first !== undefined && rest.length === 0 && first.part === 1 && (first.passage?.toByte ?? 0) >= WHOLE_BYTES;
}

import { nthGreatest } from '../recall/nth-greatest.ts';
import type { PlacedTerm, PlacedTerms } from './placed-terms.ts';
import type { TermShape } from './read-runs.ts';
import { perLength, saturated, SHAPE_WEIGHT, SINGLE_WORD } from './read-terms.ts';

/** Frequencies of terms in a whole space, for the terms looked up. */
export interface TermRarity {
  readonly documents: number;
  /** Number of documents that hold a term, by its spelling. */
  readonly frequencies: ReadonlyMap<string, number>;
}

/**
 * Power by which a text counts less the more of the chosen terms it holds. Above 1, or short texts are left to what
 * long ones happen to share with them.
 */
export const SPOKEN_POWER = 1.5;
/** Weight of a name of one word: capitals make many plain words look like names. */
const ONE_NAME = 0.9;
/**
 * Share in the space that a term without a looked-up frequency is taken to have, of its share among the evicted. Only
 * terms that tell the most there are looked up; the others would pass for rarer than they.
 */
const UNKNOWN_SHARE = 0.3;

/** Number of most valuable terms to choose from; below 256, because each gets a number of one byte. */
const CANDIDATES = 64;

interface WeighInput {
  /** All terms read, in the order of their index. */
  readonly terms: readonly PlacedTerm[];
  /** Number of texts read. */
  readonly texts: number;
  readonly rarity?: TermRarity;
  /** Returns how often a term is already said elsewhere in the window. */
  readonly saidBefore?: (term: string) => number;
}

/** Worth of each term by itself, by index; computed once for all spans of a compaction. */
export interface TermWorths {
  readonly worth: Float64Array;
  /** Number of texts that hold the term. */
  readonly texts: Float64Array;
  /** Number of documents of the space that hold the term; estimated where it was not looked up, 0 without any look-up. */
  readonly held: Float64Array;
  readonly perLength: Float64Array;
  /** Scratch space for one choice at a time; all 0 between choices. */
  readonly counts: Uint32Array;
  readonly sums: Float64Array;
}

export function weighTerms({ terms, texts, rarity, saidBefore }: WeighInput): TermWorths {
  const worths: TermWorths = {
    worth: new Float64Array(terms.length),
    texts: new Float64Array(terms.length),
    held: new Float64Array(terms.length),
    perLength: new Float64Array(terms.length),
    counts: new Uint32Array(terms.length),
    sums: new Float64Array(terms.length),
  };
  for (let index = 0; index < terms.length; index++) {
    const { term, shape, texts: own, times } = terms[index]!;
    const isSingle = shape === 'words' && times === 1;
    const frequency = rarity?.frequencies.get(term);
    const known = frequency === undefined ? 0 : Math.max(frequency, own);
    const rare = known === 0 ? Math.log(1 + texts / own) : Math.log(1 + Math.max(rarity!.documents, known) / known);
    const kind = shape === 'entities' && !term.includes(' ') ? ONE_NAME : SHAPE_WEIGHT[shape];
    worths.worth[index] = ((isSingle ? SINGLE_WORD : 1) * kind * rare) / (1 + (saidBefore?.(term) ?? 0));
    worths.texts[index] = own;
    worths.held[index] = known === 0 && rarity ? Math.max(own, (UNKNOWN_SHARE * own * rarity.documents) / texts) : known;
    worths.perLength[index] = perLength(term);
  }
  return worths;
}

export interface TellingInput extends Omit<WeighInput, 'terms'> {
  readonly placed: PlacedTerms;
  /** Indexes of the texts to distinguish from the others. */
  readonly own: readonly number[];
  /** Result of `weighTerms` for the same terms. */
  readonly worths?: TermWorths;
  readonly limit: number;
}

interface Candidate {
  readonly term: PlacedTerm;
  /** Indexes of the own texts that hold it, and its weight in each. */
  readonly at: number[];
  readonly gains: number[];
  readonly worth: number;
  readonly factor: number;
  gain: number;
}

/**
 * Chooses the terms that distinguish some texts from all others, best first: rare ones, each chosen for the texts that
 * earlier ones tell least about, so that few terms cover all texts. Deterministic; ties by code unit.
 */
export function distinctiveTerms(input: TellingInput): string[] {
  return chooseDistinctive(input).map(({ term }) => term);
}

/** A chosen term, the indexes of the own texts that hold it, and its worth. */
export interface ChosenTerm {
  readonly term: string;
  readonly places: readonly number[];
  readonly worth: number;
}

/**
 * Chooses as `distinctiveTerms` does and returns the details, from which merged markers choose again. A path takes the
 * place of a chosen word that it holds, as it says the word and the file.
 */
export function chooseDistinctive(input: TellingInput): ChosenTerm[] {
  const left: (Candidate | undefined)[] = candidatesOf(input);
  const covered = new Float64Array(input.own.length);
  const chosen: ChosenTerm[] = [];
  const said: string[] = [];
  const shapes: TermShape[] = [];
  while (chosen.length < input.limit) {
    const best = takeBest(left, covered);
    if (best === undefined) break;
    const { term, at, worth } = best;
    const lower = term.term.toLowerCase();
    const word = term.shape === 'paths' ? said.findIndex((plain, own) => shapes[own] === 'words' && lower.includes(plain)) : -1;
    if (word !== -1) {
      chosen[word] = { ...chosen[word]!, term: term.term };
      said[word] = lower;
      shapes[word] = term.shape;
      continue;
    }
    if (isPartOf(lower, said)) continue;
    said.push(lower);
    shapes.push(term.shape);
    chosen.push({ term: term.term, places: at, worth });
    for (const place of at) covered[place]! += 1;
  }
  return chosen;
}

/** Returns true when a term contains one of the others or is contained in one. */
function isPartOf(term: string, others: readonly string[]): boolean {
  for (const other of others) if (other.length < term.length ? term.includes(other) : other.includes(term)) return true;
  return false;
}

/**
 * Takes the candidate of highest gain. Gains only fall as more is covered, so only candidates ahead of the best are
 * recomputed.
 */
function takeBest(left: (Candidate | undefined)[], covered: Float64Array): Candidate | undefined {
  let best: Candidate | undefined;
  let bestAt = -1;
  for (let at = 0; at < left.length; at++) {
    const candidate = left[at];
    if (candidate === undefined || (best !== undefined && compare(candidate, best) > 0)) continue;
    candidate.gain = gainOf(candidate, covered);
    if (best !== undefined && compare(candidate, best) > 0) continue;
    best = candidate;
    bestAt = at;
  }
  if (best !== undefined) left[bestAt] = undefined;
  return best;
}

function compare(a: Candidate, b: Candidate): number {
  return b.gain - a.gain || (a.term.term < b.term.term ? -1 : 1);
}

function candidatesOf(input: TellingInput): Candidate[] {
  const { placed, own } = input;
  const { terms, from, held, times } = placed;
  const worths = input.worths ?? weighTerms({ ...input, terms });
  // Sums by term index come before lists, because few terms become candidates.
  const { counts, sums } = worths;
  const found: number[] = [];
  for (let at = 0; at < own.length; at++) {
    const end = from[own[at]! + 1]!;
    for (let next = from[own[at]!]!; next < end; next++) {
      const index = held[next]!;
      if (counts[index]!++ === 0) found.push(index);
      sums[index]! += saturated(times[next]!);
    }
  }
  for (const index of found) sums[index]! *= worthOf(index, counts[index]!, worths) * worths.perLength[index]!;
  const candidates = heaviest(found, sums).map((index): Candidate => {
    const worth = worthOf(index, counts[index]!, worths);
    return { term: terms[index]!, at: [], gains: [], worth, factor: worth * worths.perLength[index]!, gain: sums[index]! };
  });
  for (const index of found) counts[index] = sums[index] = 0;
  const best = candidates.sort(compare).slice(0, CANDIDATES);
  placeCandidates(best, input);
  return best;
}

/** Notes the texts of each candidate. */
function placeCandidates(candidates: readonly Candidate[], { placed: { terms, from, held, times }, own }: TellingInput): void {
  // Index among the candidates plus one; 0 for other terms.
  const numbers = new Uint8Array(terms.length);
  for (let at = 0; at < candidates.length; at++) numbers[candidates[at]!.term.index] = at + 1;
  for (let at = 0; at < own.length; at++) {
    const end = from[own[at]! + 1]!;
    for (let next = from[own[at]!]!; next < end; next++) {
      const number = numbers[held[next]!]!;
      if (number === 0) continue;
      const candidate = candidates[number - 1]!;
      candidate.at.push(at);
      candidate.gains.push(saturated(times[next]!));
    }
  }
}

/** Selects the first candidates without sorting all; includes ties with the last. */
function heaviest(found: readonly number[], sums: Float64Array): readonly number[] {
  if (found.length <= CANDIDATES) return found;
  const gains = new Float64Array(found.length);
  for (let at = 0; at < found.length; at++) gains[at] = sums[found[at]!]!;
  const least = nthGreatest(gains, CANDIDATES);
  return found.filter((index) => sums[index]! >= least);
}

/** Computes the worth of a term for a span with `own` texts that hold it: less if it also occurs outside the span. */
function worthOf(index: number, own: number, { worth, texts, held }: TermWorths): number {
  const share = own / texts[index]!;
  const documents = held[index]!;
  return worth[index]! * share * (documents === 0 ? 1 : Math.sqrt((own + 1) / (documents + 2)));
}

function gainOf({ factor, at, gains }: Candidate, covered: Float64Array): number {
  let gain = 0;
  for (let index = 0; index < at.length; index++) gain += gains[index]! / (1 + covered[at[index]!]!) ** SPOKEN_POWER;
  return gain * factor;
}

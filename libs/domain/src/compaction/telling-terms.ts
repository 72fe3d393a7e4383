import type { TermShape } from './read-runs.ts';
import type { HeldTerm, ReadTerm } from './read-terms.ts';

/** How often terms stand in a whole space, as far as was asked. */
export interface TermRarity {
  readonly documents: number;
  /** Documents that hold a term, by how the term is written. */
  readonly frequencies: ReadonlyMap<string, number>;
}

/** How much a term of each shape says about where it stands. */
const SHAPE_WEIGHT: Readonly<Record<TermShape, number>> = { paths: 1.5, identifiers: 1.4, codes: 1.1, entities: 1.2, words: 0.6 };
/** Of a word that stands in a text just once: what a text is about comes back. */
const SINGLE_WORD = 0.4;
/** How fast a term's repeats in one text stop to count, as in BM25. */
const SATURATION = 2;
/** How much it counts that few of a term's documents are elsewhere in the space. */
const ELSEWHERE_POWER = 0.25;
/** Added to the characters of a term, which its gain is divided by the square root of: short terms leave room for others. */
const EXTRA_CHARS = 4;

export interface TellingInput {
  /** Terms of the texts to tell from others, by text. */
  readonly own: readonly (readonly HeldTerm[])[];
  /** How much each of them says; the same of all where absent. */
  readonly sizes?: readonly number[];
  /** Texts that were read in all. */
  readonly texts: number;
  readonly rarity?: TermRarity;
  /** How often something is said already, elsewhere in the window. */
  readonly saidBefore?: (term: string) => number;
  readonly limit: number;
}

interface Candidate {
  readonly term: ReadTerm;
  /** Places of its own texts and its weight in each. */
  readonly at: number[];
  readonly gains: number[];
  readonly weight: number;
  gain: number;
}

/**
 * The terms that tell some texts from all others, best first: rare ones, each chosen for the texts that the ones before say least of, so that
 * few terms speak of all of the texts. Deterministic; equals by code unit.
 */
export function tellingTerms(input: TellingInput): string[] {
  return chooseTelling(input).map(({ term }) => term);
}

/** A chosen term, the places among its own texts that hold it, and how much it tells of each. */
export interface ChosenTerm {
  readonly term: string;
  readonly places: readonly number[];
  readonly worth: number;
}

/** The same, with what stands behind each: what markers that become one choose from. */
export function chooseTelling(input: TellingInput): ChosenTerm[] {
  const left = candidatesOf(input);
  const covered = new Float64Array(input.own.length);
  const chosen: ChosenTerm[] = [];
  const said: string[] = [];
  while (chosen.length < input.limit) {
    const best = takeBest(left, covered);
    if (best === undefined) break;
    const { term, at, weight } = best;
    const lower = term.term.toLowerCase();
    if (said.some((known) => (known.length < lower.length ? lower.includes(known) : known.includes(lower)))) continue;
    said.push(lower);
    chosen.push({ term: term.term, places: at, worth: weight });
    for (const place of at) covered[place]! += 1;
  }
  return chosen;
}

/** Takes the candidate of most gain. Gains only fall as more is covered, so only those that were ahead of the best are looked at anew. */
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

const CANDIDATES = 64;

function candidatesOf(input: TellingInput): Candidate[] {
  const { own, texts, rarity, saidBefore } = input;
  const found: Candidate[] = [];
  // By the index of the term: few of all terms become candidates, so that sums come before lists.
  const counts: number[] = [];
  const sums: number[] = [];
  const terms: ReadTerm[] = [];
  for (const [place, held] of own.entries()) {
    const size = input.sizes?.[place] ?? 1;
    for (const { term, times } of held) {
      const count = counts[term.index];
      if (count === undefined) terms.push(term);
      counts[term.index] = (count ?? 0) + 1;
      sums[term.index] = (sums[term.index] ?? 0) + (size * times) / (times + SATURATION);
    }
  }
  for (const term of terms) {
    const isSingle = term.shape === 'words' && term.at.length === 1 && term.times[0] === 1;
    const known = 1 + (saidBefore?.(term.term) ?? 0);
    const weight = ((isSingle ? SINGLE_WORD : 1) * SHAPE_WEIGHT[term.shape] * rarityOf(term, counts[term.index]!, texts, rarity)) / known;
    found.push({ term, at: [], gains: [], weight, gain: (sums[term.index]! * weight) / Math.sqrt(EXTRA_CHARS + term.term.length) });
  }
  const candidates = heaviest(found);
  const byIndex = new Map(candidates.map((candidate) => [candidate.term.index, candidate]));
  for (const [place, held] of own.entries()) {
    for (const { term, times } of held) {
      const candidate = byIndex.get(term.index);
      candidate?.at.push(place);
      candidate?.gains.push(((input.sizes?.[place] ?? 1) * times) / (times + SATURATION));
    }
  }
  return candidates;
}

/** The first candidates in order, without a sort of all of them. */
function heaviest(candidates: Candidate[]): Candidate[] {
  if (candidates.length > CANDIDATES) {
    const gains = Float64Array.from(candidates, ({ gain }) => gain).sort();
    const least = gains[gains.length - CANDIDATES]!;
    candidates = candidates.filter(({ gain }) => gain >= least);
  }
  return candidates.sort(compare).slice(0, CANDIDATES);
}

/** How rare a term is in the space, or among what was read where the space was not asked; less where it stands outside of the span too. */
function rarityOf(term: ReadTerm, own: number, texts: number, rarity: TermRarity | undefined): number {
  const share = own / term.at.length;
  const frequency = rarity?.frequencies.get(term.term);
  if (rarity === undefined || frequency === undefined) return share * Math.log(1 + texts / term.at.length);
  const held = Math.max(frequency, term.at.length);
  return share * Math.log(1 + Math.max(rarity.documents, held) / held) * ((own + 1) / (held + 2)) ** ELSEWHERE_POWER;
}

function gainOf({ weight, at, gains, term }: Candidate, covered: Float64Array): number {
  let gain = 0;
  for (let index = 0; index < at.length; index++) gain += gains[index]! / (1 + covered[at[index]!]!);
  return (gain * weight) / Math.sqrt(EXTRA_CHARS + term.term.length);
}

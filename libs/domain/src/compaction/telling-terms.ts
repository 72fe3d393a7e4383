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
  weight: number;
  gain: number;
}

/**
 * The terms that tell some texts from all others, best first: rare ones, each chosen for the texts that the ones before say least of, so that
 * few terms speak of all of the texts. Deterministic; equals by code unit.
 */
export function tellingTerms(input: TellingInput): string[] {
  const left = candidatesOf(input);
  const covered = new Float64Array(input.own.length);
  const chosen: { readonly term: string; readonly lower: string }[] = [];
  while (chosen.length < input.limit && left.length > 0) {
    const { term, at } = takeBest(left, covered);
    const lower = term.term.toLowerCase();
    if (chosen.some((known) => known.lower.includes(lower) || lower.includes(known.lower))) continue;
    chosen.push({ term: term.term, lower });
    for (const place of at) covered[place]! += 1;
  }
  return chosen.map(({ term }) => term);
}

/** Takes the candidate of most gain. Gains only fall as more is covered, so one that stays ahead of what follows is the best. */
function takeBest(left: Candidate[], covered: Float64Array): Candidate {
  for (;;) {
    const [first, second] = left;
    first!.gain = gainOf(first!, covered);
    if (second === undefined || compare(first!, second) <= 0) return left.shift()!;
    let to = 1;
    while (to < left.length && compare(first!, left[to]!) > 0) to++;
    left.splice(0, to, ...left.slice(1, to), first!);
  }
}

function compare(a: Candidate, b: Candidate): number {
  return b.gain - a.gain || (a.term.term < b.term.term ? -1 : 1);
}

const CANDIDATES = 96;

function candidatesOf({ own, texts, rarity, saidBefore }: TellingInput): Candidate[] {
  const found = new Map<ReadTerm, Candidate>();
  for (const [place, held] of own.entries()) {
    for (const { term, times } of held) {
      let candidate = found.get(term);
      if (candidate === undefined) found.set(term, (candidate = { term, at: [], gains: [], weight: 0, gain: 0 }));
      candidate.at.push(place);
      candidate.gains.push(times / (times + SATURATION));
    }
  }
  const uncovered = new Float64Array(own.length);
  const candidates = [...found.values()];
  for (const candidate of candidates) {
    const { term, at } = candidate;
    const isSingle = term.shape === 'words' && term.at.length === 1 && term.times[0] === 1;
    const known = 1 + (saidBefore?.(term.term) ?? 0);
    candidate.weight = ((isSingle ? SINGLE_WORD : 1) * SHAPE_WEIGHT[term.shape] * rarityOf(term, at.length, texts, rarity)) / known;
    candidate.gain = gainOf(candidate, uncovered);
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

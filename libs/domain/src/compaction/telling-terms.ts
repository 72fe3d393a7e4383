import { nthGreatest } from '../recall/nth-greatest.ts';
import type { PlacedTerm, PlacedTerms } from './placed-terms.ts';
import { perLength, saturated, SHAPE_WEIGHT, SINGLE_WORD } from './read-terms.ts';

/** How often terms stand in a whole space, as far as was asked. */
export interface TermRarity {
  readonly documents: number;
  /** Documents that hold a term, by how the term is written. */
  readonly frequencies: ReadonlyMap<string, number>;
}

/** Terms of most worth that are chosen from; fewer than 256, as each has a number of a byte. */
const CANDIDATES = 64;

export interface WeighInput {
  /** All terms that were read, in the order of their index. */
  readonly terms: readonly PlacedTerm[];
  /** Texts that were read in all. */
  readonly texts: number;
  readonly rarity?: TermRarity;
  /** How often something is said already, elsewhere in the window. */
  readonly saidBefore?: (term: string) => number;
}

/** What terms tell by themselves, by index: worked out once for all spans of a compaction. */
export interface TermWorths {
  readonly worth: Float64Array;
  /** Texts that hold the term. */
  readonly texts: Float64Array;
  /** Documents of the space that hold the term, 0 where the space was not asked. */
  readonly held: Float64Array;
  readonly perLength: Float64Array;
  /** Room for one choice at a time, all 0 between two of them. */
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
    const held = frequency === undefined ? 0 : Math.max(frequency, own);
    const rare = held === 0 ? Math.log(1 + texts / own) : Math.log(1 + Math.max(rarity!.documents, held) / held);
    worths.worth[index] = ((isSingle ? SINGLE_WORD : 1) * SHAPE_WEIGHT[shape] * rare) / (1 + (saidBefore?.(term) ?? 0));
    worths.texts[index] = own;
    worths.held[index] = held;
    worths.perLength[index] = perLength(term);
  }
  return worths;
}

export interface TellingInput extends Omit<WeighInput, 'terms'> {
  readonly placed: PlacedTerms;
  /** The texts to tell from others, by place. */
  readonly own: readonly number[];
  /** How much each of them says; the same of all where absent. */
  readonly sizes?: readonly number[];
  /** What `weighTerms` gave for the same terms. */
  readonly worths?: TermWorths;
  readonly limit: number;
}

interface Candidate {
  readonly term: PlacedTerm;
  /** Places of its own texts and its weight in each. */
  readonly at: number[];
  readonly gains: number[];
  readonly worth: number;
  readonly factor: number;
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
  const left: (Candidate | undefined)[] = candidatesOf(input);
  const covered = new Float64Array(input.own.length);
  const chosen: ChosenTerm[] = [];
  const said: string[] = [];
  while (chosen.length < input.limit) {
    const best = takeBest(left, covered);
    if (best === undefined) break;
    const { term, at, worth } = best;
    const lower = term.term.toLowerCase();
    if (isPartOf(lower, said)) continue;
    said.push(lower);
    chosen.push({ term: term.term, places: at, worth });
    for (const place of at) covered[place]! += 1;
  }
  return chosen;
}

/** Whether a term holds one of the others or stands in one. */
function isPartOf(term: string, others: readonly string[]): boolean {
  for (const other of others) if (other.length < term.length ? term.includes(other) : other.includes(term)) return true;
  return false;
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

function candidatesOf(input: TellingInput): Candidate[] {
  const { placed, own, sizes } = input;
  const { terms, from, held, times } = placed;
  const worths = input.worths ?? weighTerms({ ...input, terms });
  // By the index of the term: few of all terms become candidates, so that sums come before lists.
  const { counts, sums } = worths;
  const found: number[] = [];
  for (let at = 0; at < own.length; at++) {
    const size = sizes?.[at] ?? 1;
    const end = from[own[at]! + 1]!;
    for (let next = from[own[at]!]!; next < end; next++) {
      const index = held[next]!;
      if (counts[index]!++ === 0) found.push(index);
      sums[index]! += size * saturated(times[next]!);
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
function placeCandidates(candidates: readonly Candidate[], { placed: { terms, from, held, times }, own, sizes }: TellingInput): void {
  // One more than the place among the candidates, 0 of what is none.
  const numbers = new Uint8Array(terms.length);
  for (let at = 0; at < candidates.length; at++) numbers[candidates[at]!.term.index] = at + 1;
  for (let at = 0; at < own.length; at++) {
    const end = from[own[at]! + 1]!;
    for (let next = from[own[at]!]!; next < end; next++) {
      const number = numbers[held[next]!]!;
      if (number === 0) continue;
      const candidate = candidates[number - 1]!;
      candidate.at.push(at);
      candidate.gains.push((sizes?.[at] ?? 1) * saturated(times[next]!));
    }
  }
}

/** The first candidates, without a sort of all of them; equals of the last too. */
function heaviest(found: readonly number[], sums: Float64Array): readonly number[] {
  if (found.length <= CANDIDATES) return found;
  const gains = new Float64Array(found.length);
  for (let at = 0; at < found.length; at++) gains[at] = sums[found[at]!]!;
  const least = nthGreatest(gains, CANDIDATES);
  return found.filter((index) => sums[index]! >= least);
}

/** What a term tells of a span that holds it in so many of its texts: less where it stands outside of the span too. */
function worthOf(index: number, own: number, { worth, texts, held }: TermWorths): number {
  const share = own / texts[index]!;
  const documents = held[index]!;
  return worth[index]! * share * (documents === 0 ? 1 : Math.sqrt((own + 1) / (documents + 2)));
}

function gainOf({ factor, at, gains }: Candidate, covered: Float64Array): number {
  let gain = 0;
  for (let index = 0; index < at.length; index++) gain += gains[index]! / (1 + covered[at[index]!]!);
  return gain * factor;
}

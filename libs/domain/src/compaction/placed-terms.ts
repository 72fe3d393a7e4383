import type { TermShape } from './read-runs.ts';
import type { TextTerm } from './read-terms.ts';

/** A term and where it stands among texts. */
export interface PlacedTerm {
  readonly term: string;
  readonly shape: TermShape;
  /** Its place among all terms. */
  readonly index: number;
  /** The texts that hold it, in order, and how often each does. */
  readonly at: number[];
  readonly times: number[];
}

/** A term as one text holds it. */
export interface HeldTerm {
  readonly term: PlacedTerm;
  readonly times: number;
}

interface Placing extends PlacedTerm {
  index: number;
}

/** Above so many terms, words that stand once in one text are passed over: what texts are about comes back. */
const MANY_TERMS = 256;

/** Terms of texts with all the places where each stands. */
export function placeTerms(texts: readonly (readonly TextTerm[])[]): { readonly terms: PlacedTerm[]; readonly held: HeldTerm[][] } {
  const known = new Map<string, Placing>();
  for (let place = 0; place < texts.length; place++) {
    for (const { term, shape, times } of texts[place]!) {
      const before = known.get(term);
      if (before === undefined) known.set(term, { term, shape, index: 0, at: [place], times: [times] });
      else {
        before.at.push(place);
        before.times.push(times);
      }
    }
  }
  const held: HeldTerm[][] = texts.map(() => []);
  const terms: PlacedTerm[] = [];
  const isTold = (term: PlacedTerm) =>
    term.shape === 'entities'
      ? isName(term, known.get(term.term.toLowerCase()))
      : term.shape !== 'words' || known.size <= MANY_TERMS || term.at.length > 1 || term.times[0]! > 1;
  for (const term of known.values()) {
    if (!isTold(term)) continue;
    term.index = terms.length;
    terms.push(term);
    for (let index = 0; index < term.at.length; index++) held[term.at[index]!]!.push({ term, times: term.times[index]! });
  }
  return { terms, held };
}

/** A word that stands in lower case more often than with a capital is no name, in whatever texts. */
function isName(entity: PlacedTerm, word: PlacedTerm | undefined): boolean {
  return word === undefined || timesOf(word) <= 2 * timesOf(entity);
}

const timesOf = ({ times }: PlacedTerm): number => times.reduce((sum, count) => sum + count, 0);

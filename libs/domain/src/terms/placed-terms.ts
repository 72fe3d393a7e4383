import type { TermShape } from './read-runs.ts';
import type { TextTerm } from './read-terms.ts';

/** A term with its number of occurrences in a group of texts. */
export interface PlacedTerm {
  readonly term: string;
  readonly shape: TermShape;
  /** Index among all terms. */
  readonly index: number;
  /** Number of texts that hold the term. */
  readonly texts: number;
  /** Number of occurrences in all texts. */
  readonly times: number;
}

/** Terms by the texts that hold them, as arrays of numbers: a compaction handles thousands, too many for objects. */
export interface PlacedTerms {
  readonly terms: readonly PlacedTerm[];
  /**
   * Indices of the terms of each text, and the number of occurrences: those of text `place` are from `from[place]` up
   * to `from[place + 1]`.
   */
  readonly from: Uint32Array;
  readonly held: Uint32Array;
  readonly times: Uint32Array;
}

interface Placing extends PlacedTerm {
  index: number;
  texts: number;
  times: number;
}

/** With more terms than this, words that occur only once are skipped: the subject of a text recurs. */
const MANY_TERMS = 256;

/** Collects the terms of texts with all their places. */
export function placeTerms(texts: readonly (readonly TextTerm[])[]): PlacedTerms {
  const known = new Map<string, Placing>();
  const read: Placing[] = [];
  for (const text of texts) {
    for (const { term, shape, times } of text) {
      let placing = known.get(term);
      if (placing === undefined) known.set(term, (placing = { term, shape, index: -1, texts: 0, times: 0 }));
      placing.texts++;
      placing.times += times;
      read.push(placing);
    }
  }
  const terms = toldTerms(known);
  const from = new Uint32Array(texts.length + 1);
  const held = new Uint32Array(read.length);
  const times = new Uint32Array(read.length);
  let at = 0;
  let next = 0;
  for (let place = 0; place < texts.length; place++) {
    for (const term of texts[place]!) {
      const { index } = read[next++]!;
      if (index === -1) continue;
      held[at] = index;
      times[at++] = term.times;
    }
    from[place + 1] = at;
  }
  return { terms, from, held: held.subarray(0, at), times: times.subarray(0, at) };
}

/** Numbers the terms that may be telling. */
function toldTerms(known: ReadonlyMap<string, Placing>): Placing[] {
  const terms: Placing[] = [];
  for (const term of known.values()) {
    if (term.shape === 'entities') {
      if (!isName(term, known.get(term.term.toLowerCase()))) continue;
    } else if (term.shape === 'words' && known.size > MANY_TERMS && term.times === 1) continue;
    term.index = terms.length;
    terms.push(term);
  }
  return terms;
}

/** A word that is in lower case more often than capitalised is no name, in any text. */
function isName(entity: PlacedTerm, word: PlacedTerm | undefined): boolean {
  return word === undefined || word.times <= 2 * entity.times;
}

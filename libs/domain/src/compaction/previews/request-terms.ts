import { findExactStrings } from '../../recall/exact-strings.ts';
import type { WantedTerm } from './choose-ranges.ts';
import { readRuns, type TermShape } from '../../terms/read-runs.ts';
import { isCommonWord } from '../../terms/read-terms.ts';

const REQUEST_CHARS = 8_000;
const MOST_TERMS = 96;
const WEIGHTS: Record<TermShape, number> = { paths: 3, identifiers: 3, codes: 3, entities: 2, words: 1 };

/**
 * Extracts the terms that requests name, so that previews can show the lines that hold them: exact strings, paths,
 * identifiers, names, words. Of terms of one kind those come first that a request says most often, then those that it
 * says first. Bounded.
 */
export function requestTerms(requests: readonly string[]): WantedTerm[] {
  const said = new Map<string, { weight: number; times: number }>();
  const add = (term: string, weight: number) => {
    if (term.length < 3 || isCommonWord(term.toLowerCase())) return;
    const known = said.get(term);
    said.set(term, { weight: Math.max(weight, known?.weight ?? 0), times: (known?.times ?? 0) + 1 });
  };
  for (const request of requests) {
    const text = request.length <= REQUEST_CHARS ? request : `${request.slice(0, REQUEST_CHARS / 2)}\n${request.slice(-REQUEST_CHARS / 2)}`;
    readRuns(text, (shape, term) => add(term, WEIGHTS[shape]));
    for (const { text: exact, weight } of findExactStrings(text, MOST_TERMS)) add(exact, 3 * weight);
  }
  // The sort is stable: of equals the one that is said first stands first.
  return [...said]
    .sort(([, a], [, b]) => b.weight - a.weight || b.times - a.times)
    .slice(0, MOST_TERMS)
    .map(([text, { weight }]) => ({ text, weight }));
}

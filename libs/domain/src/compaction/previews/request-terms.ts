import { findExactStrings } from '../../recall/exact-strings.ts';
import type { WantedTerm } from './choose-ranges.ts';
import { readRuns, type TermShape } from '../../terms/read-runs.ts';

const REQUEST_CHARS = 8_000;
const MOST_TERMS = 48;
const WEIGHTS: Record<TermShape, number> = { paths: 3, identifiers: 3, codes: 3, entities: 2, words: 1 };

/**
 * Extracts the terms that requests name, so that previews can show the lines that hold them: exact strings, paths,
 * identifiers, names, words. Bounded.
 */
export function requestTerms(requests: readonly string[]): WantedTerm[] {
  const weights = new Map<string, number>();
  const add = (term: string, weight: number) => {
    if (term.length >= 3) weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  };
  for (const request of requests) {
    const text = request.length <= REQUEST_CHARS ? request : `${request.slice(0, REQUEST_CHARS / 2)}\n${request.slice(-REQUEST_CHARS / 2)}`;
    for (const { text: exact, weight } of findExactStrings(text, MOST_TERMS)) add(exact, 3 * weight);
    readRuns(text, (shape, term) => add(term, WEIGHTS[shape]));
  }
  return [...weights]
    .map(([text, weight]) => ({ text, weight }))
    .sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .slice(0, MOST_TERMS);
}

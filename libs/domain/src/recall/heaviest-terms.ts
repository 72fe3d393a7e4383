import { inverseDocumentFrequency } from './ranking/bm25.ts';
import type { TermSpan } from './analyse-text.ts';

export interface HeavyTerm {
  readonly term: string;
  /** Spelling in the text; analysing it yields the term again. */
  readonly surface: string;
  readonly weight: number;
}

export interface HeavyOptions {
  readonly count: number;
  /** Number of documents of the space; `frequencyOf` gives the number that hold a term. */
  readonly documents: number;
  readonly frequencyOf: (term: string) => number;
  /** Terms to leave out. */
  readonly without?: ReadonlySet<string>;
}

/**
 * Finds the heaviest terms of a text, by (1 + ln count) x rarity; ties go to the earlier, then the longer. Used for
 * second-hop queries and for probes. `spans` must come from `analyseSpans` of the same text.
 */
export function heaviestTerms(text: string, spans: readonly TermSpan[], options: HeavyOptions): HeavyTerm[] {
  const counts = new Map<string, { count: number; first: TermSpan }>();
  for (const span of spans) {
    if (options.without?.has(span.term) === true) continue;
    const known = counts.get(span.term);
    if (known === undefined) counts.set(span.term, { count: 1, first: span });
    else known.count++;
  }
  return [...counts.entries()]
    .map(([term, { count, first }]) => ({
      term,
      surface: text.slice(first.start, first.end),
      start: first.start,
      weight: (1 + Math.log(count)) * inverseDocumentFrequency(options.documents, options.frequencyOf(term)),
    }))
    .sort((a, b) => b.weight - a.weight || a.start - b.start || b.surface.length - a.surface.length || (a.term < b.term ? -1 : 1))
    .slice(0, options.count)
    .map(({ term, surface, weight }) => ({ term, surface, weight }));
}

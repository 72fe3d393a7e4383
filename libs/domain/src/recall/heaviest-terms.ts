import { inverseDocumentFrequency } from './ranking/bm25.ts';
import type { TermSpan } from './analyse-text.ts';

export interface HeavyTerm {
  readonly term: string;
  /** As it stands in the text; analysing it gives the term again. */
  readonly surface: string;
  readonly weight: number;
}

export interface HeavyOptions {
  readonly count: number;
  /** Documents of the space, and how many hold a term. */
  readonly documents: number;
  readonly frequencyOf: (term: string) => number;
  /** Terms that must not be among them. */
  readonly without?: ReadonlySet<string>;
}

/**
 * The heaviest terms of a text: (1 + ln count) x rarity; ties by place, the longer first. For queries of second hops and for probes.
 * Pass what `analyseSpans` gave for the same text.
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

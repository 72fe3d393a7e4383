import type { TextAnalyser } from '@total-recall/domain';

/** A term of a text with its spelling there. */
export interface WeightedTerm {
  readonly term: string;
  readonly surface: string;
  readonly weight: number;
}

/** Weighs terms by their frequency in a text and their rarity in the collection. */
export interface TermWeights {
  /**
   * Returns the heaviest terms, heaviest first, ties by term. Leaves out terms of `without` and anything that contains
   * one of them whole.
   */
  heaviest(text: string, count: number, without?: readonly string[]): WeightedTerm[];
}

/** Number of texts counted; more would not change the weights. */
const MAX_TEXTS = 50_000;

/** Saturation of repeats, as in BM25. */
const SATURATION = 0.9;

/**
 * Creates weights over a collection of texts, as BM25 does: saturated term frequency times ln(1 + texts / texts with
 * the term).
 */
export function createTermWeights(analyser: TextAnalyser, texts: Iterable<string>): TermWeights {
  const frequencies = new Map<string, number>();
  let count = 0;
  for (const text of texts) {
    if (count === MAX_TEXTS) break;
    count += 1;
    for (const term of new Set(analyser.analyse(text))) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  const rarity = (term: string) => Math.log(1 + Math.max(count, 1) / (frequencies.get(term) ?? 1));
  return {
    heaviest(text, wanted, without = []) {
      const banned = new Set(without.flatMap((part) => analyser.analyse(part)));
      const found = new Map<string, { surface: string; times: number }>();
      for (const { term, start, end } of analyser.analyseSpans(text)) {
        const known = found.get(term);
        if (known) known.times += 1;
        else found.set(term, { surface: text.slice(start, end), times: 1 });
      }
      const weighted: WeightedTerm[] = [];
      for (const [term, { surface, times }] of found) {
        if (banned.has(term) || !usable(surface) || without.some((part) => part !== '' && surface.includes(part))) continue;
        weighted.push({ term, surface, weight: (times / (times + SATURATION)) * rarity(term) });
      }
      weighted.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
      // An identifier that contains a banned token would bring it back.
      const chosen: WeightedTerm[] = [];
      for (const candidate of weighted) {
        if (chosen.length === wanted) break;
        if (!analyser.analyse(candidate.surface).some((term) => banned.has(term))) chosen.push(candidate);
      }
      return chosen;
    },
  };
}

/** Returns true for a word that somebody could type into a query: more than one character, and no blob. */
function usable(surface: string): boolean {
  return surface.length > 1 && surface.length <= 120;
}

export const QUERY_TERMS = 8;
export const SECOND_HOP_TERMS = 5;

/**
 * Builds the query of a probe: the eight heaviest terms of its source, without the tokens of the string. Source:
 * evaluation.md.
 */
export function probeQuery(weights: TermWeights, source: string, needle: string): string {
  return weights
    .heaviest(source, QUERY_TERMS, [needle])
    .map((term) => term.surface)
    .join(' ');
}

/**
 * Builds the second query by a fixed rule: the first one, plus the five heaviest terms of the best hit and of the
 * marker that covers it best. Uses no gold data: the needle is unknown here, and hit and marker come from the first
 * answer.
 */
export function secondHopQuery(weights: TermWeights, first: string, hitText: string | undefined, markerTopics: readonly string[]): string {
  const ofHit = hitText === undefined ? [] : weights.heaviest(hitText, SECOND_HOP_TERMS, [first]).map((term) => term.surface);
  const ofMarker = weights.heaviest(markerTopics.join(', '), SECOND_HOP_TERMS, [first, ...ofHit]).map((term) => term.surface);
  return [first, ...ofHit, ...ofMarker].join(' ');
}

/**
 * Finds the marker that covers a hit best: the narrowest whose turns include it, else the one that shares most words
 * with the query.
 */
export function coveringMarker<T extends { readonly fromTurn: number; readonly toTurn: number; readonly topics: readonly string[] }>(
  analyser: TextAnalyser,
  markers: readonly T[],
  turn: number | undefined,
  query: string,
): T | undefined {
  const holding = turn === undefined ? [] : markers.filter((marker) => marker.fromTurn <= turn && turn <= marker.toTurn);
  if (holding.length > 0) return holding.toSorted((a, b) => a.toTurn - a.fromTurn - (b.toTurn - b.fromTurn) || a.fromTurn - b.fromTurn)[0];
  const asked = new Set(analyser.analyse(query));
  const shared = (marker: T) => new Set(analyser.analyse(marker.topics.join(' ')).filter((term) => asked.has(term))).size;
  const best = markers.map((marker) => ({ marker, score: shared(marker) })).toSorted((a, b) => b.score - a.score)[0];
  return best && best.score > 0 ? best.marker : undefined;
}

import { inverseDocumentFrequency, markerText, scoreBm25, type Marker, type TextAnalyser } from '@total-recall/domain';
import type { ReplayedSession } from './replay-session.ts';
import { textOfEvent } from './session-events.ts';

/**
 * Rank of the marker that covers an event among its session's markers, by text alone. 1 if it is the only first, a
 * fraction if it shares the first place, 0 otherwise.
 */
export interface MarkerRank {
  /** Rank when asked with every word of the event; 0 where no marker holds any of them. */
  readonly byWords: number;
  /** Rank when asked with the probe's query: the few heaviest terms of the event, without the string looked for. */
  readonly byQuery: number;
}

/** Ranks the marker with this id, given the text of an event behind it and a query about that event. */
export type MarkerRanking = (covering: string, asked: { readonly words: string; readonly query: string }) => MarkerRank;

/** Text of the template, the same in every marker. */
const TEMPLATE = /^\[Events \S+ evicted\.(?: Key topics:)?|Use recall\(query\) to retrieve details\.\]$/g;

/**
 * Ranks the standing markers of a session by BM25 over their texts without the template, as a model would choose by
 * reading. Returns undefined for fewer than two: there is no choice then. Source: evaluation.md, markers.
 */
export function createMarkerRanking(analyser: TextAnalyser, markers: readonly Marker[]): MarkerRanking | undefined {
  if (markers.length < 2) return undefined;
  const documents = markers.map((marker) => analyser.analyse(markerText(marker).replaceAll(TEMPLATE, '')));
  const average = documents.reduce((sum, terms) => sum + terms.length, 0) / documents.length;
  const frequencies = new Map<string, number>();
  for (const terms of documents) for (const term of new Set(terms)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const firstShare = (covering: string, text: string): number => {
    const asked = [...new Set(analyser.analyse(text))].filter((term) => frequencies.has(term));
    const weights = asked.map((term) => inverseDocumentFrequency(documents.length, frequencies.get(term)!));
    const scores = documents.map((terms) =>
      scoreBm25(
        asked.map((term) => terms.filter((other) => other === term).length),
        terms.length,
        weights,
        average,
      ),
    );
    const best = Math.max(...scores);
    const own = scores[markers.findIndex(({ id }) => id === covering)];
    return best === 0 || own !== best ? 0 : 1 / scores.filter((score) => score === best).length;
  };
  return (covering, { words, query }) => ({ byWords: firstShare(covering, words), byQuery: firstShare(covering, query) });
}

/** Fewest different words by which an event can be told from others. */
const LEAST_WORDS = 5;

/**
 * Returns for each evicted event of five words or more how its marker ranks by them, 1 for the only first, as
 * `MarkerRank` has it. Many strings that are probed stand in one event; here each event counts once. Empty for a session
 * with fewer than two markers.
 */
export function rankEvicted(
  analyser: TextAnalyser,
  { markers, markerOf, sources }: Pick<ReplayedSession, 'markers' | 'markerOf' | 'sources'>,
): number[] {
  const rank = createMarkerRanking(analyser, markers);
  if (rank === undefined) return [];
  return sources.flatMap(({ eventId, event }) => {
    const covering = markerOf.get(eventId);
    const words = textOfEvent(event);
    if (covering === undefined || new Set(analyser.analyse(words)).size < LEAST_WORDS) return [];
    return [rank(covering, { words, query: '' }).byWords];
  });
}

/**
 * Counts the topics of a file's markers, and those that more than half of the markers hold. Zero for files with fewer
 * than three markers.
 */
export function recurringTopics(markers: readonly Pick<Marker, 'topics'>[]): { readonly topics: number; readonly recurring: number } {
  if (markers.length < 3) return { topics: 0, recurring: 0 };
  const holding = new Map<string, number>();
  const each = markers.map(({ topics }) => [...new Set(topics.map((topic) => topic.toLowerCase()))]);
  for (const topic of each.flat()) holding.set(topic, (holding.get(topic) ?? 0) + 1);
  const all = each.flat();
  return { topics: all.length, recurring: all.filter((topic) => 2 * holding.get(topic)! > markers.length).length };
}

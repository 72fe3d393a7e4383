import { inverseDocumentFrequency, markerText, scoreBm25, type Marker, type TextAnalyser } from '@total-recall/domain';

/** Whether the marker that stands for an event is the first of its session's by its text alone. */
export interface MarkerRank {
  /** Asked with every word of the event: of equal first ones the share of one, 0 where no marker holds a word of it. */
  readonly byWords: number;
  /** Asked with the probe's query, the few heaviest terms of the event without the string looked for. */
  readonly byQuery: number;
}

/** The rank of the marker with this id, asked with the text of an event behind it and with a query about that event. */
export type MarkerRanking = (covering: string, asked: { readonly words: string; readonly query: string }) => MarkerRank;

/** What the template says in every marker. */
const TEMPLATE = /^\[Events \S+ evicted\.(?: Key topics:)?|Use recall\(query\) to retrieve details\.\]$/g;

/**
 * Ranks the standing markers of a session by plain BM25 of their texts without what the template says, as a model would choose one by reading.
 * Undefined where fewer than two stand: nothing is to be chosen then. Source: evaluation.md, markers.
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

/** Topics of a file's markers, and those that more than half of them hold; of files with three markers or more. */
export function recurringTopics(markers: readonly Pick<Marker, 'topics'>[]): { readonly topics: number; readonly recurring: number } {
  if (markers.length < 3) return { topics: 0, recurring: 0 };
  const holding = new Map<string, number>();
  const each = markers.map(({ topics }) => [...new Set(topics.map((topic) => topic.toLowerCase()))]);
  for (const topic of each.flat()) holding.set(topic, (holding.get(topic) ?? 0) + 1);
  const all = each.flat();
  return { topics: all.length, recurring: all.filter((topic) => 2 * holding.get(topic)! > markers.length).length };
}

import { markerText, type Marker, type RecallMarker } from '@total-recall/domain';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { Question } from '../ask/read-question.ts';

const MOST_MARKERS = 5;
/** Largest share of the budget for markers. */
const MOST_SHARE = 0.2;

/**
 * Chooses markers of the asking session for a question: those whose topics share most words with the queries, then
 * those that stand for most. In time order, within a fifth of the budget. Leaves out those that cover withheld events, or what
 * occurred after the time that the answer is about.
 */
export function topicMarkers(
  { analyser }: Pick<RetrieverDeps, 'analyser'>,
  { request, state, budgetTokens, decisions }: Pick<Question, 'request' | 'state' | 'budgetTokens' | 'decisions'>,
): RecallMarker[] {
  const asked = new Set(request.queries.flatMap((query) => analyser.analyse(query)));
  const sharedWith = (marker: Marker): number => new Set(analyser.analyse(marker.topics.join(', ')).filter((term) => asked.has(term))).size;
  const withheld = decisions.withheldAt.filter(({ session }) => session === state?.session);
  const mayShow = ({ fromTime, toTime }: Marker): boolean =>
    toTime <= (request.asOf ?? Infinity) && !withheld.some(({ at }) => at >= fromTime && at <= toTime);
  const ranked = (state?.markers ?? [])
    .filter(mayShow)
    .map((marker) => ({ marker, shared: sharedWith(marker) }))
    .sort((a, b) => b.shared - a.shared || b.marker.evictedTokens - a.marker.evictedTokens || a.marker.fromOrdinal - b.marker.fromOrdinal);
  let left = budgetTokens * MOST_SHARE;
  const chosen: Marker[] = [];
  for (const { marker } of ranked.slice(0, MOST_MARKERS)) {
    left -= marker.tokens;
    if (left < 0) break;
    chosen.push(marker);
  }
  return chosen
    .sort((a, b) => a.fromOrdinal - b.fromOrdinal)
    .map((marker) => {
      const { id, fromTurn, toTurn, topics } = marker;
      return { id, session: state!.session, fromTurn, toTurn, topics, text: markerText(marker) };
    });
}

/** Renders one line per marker, as in the window. */
export function markerLines(markers: readonly RecallMarker[]): string[] {
  return markers.map(({ text }) => text);
}

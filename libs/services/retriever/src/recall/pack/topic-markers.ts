import { markerText, type Marker, type RecallMarker } from '@total-recall/domain';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { Question } from '../ask/read-question.ts';

const MOST_MARKERS = 5;
/**
 * Chooses markers of the asking session for a question: those whose topics share most words with the queries, then
 * those that stand for most, best first. Leaves out those that cover withheld events, or what occurred after the time
 * that the answer is about. Their texts name no tool, as an answer does not know what the model calls it.
 */
export function topicMarkers(
  { analyser }: Pick<RetrieverDeps, 'analyser'>,
  { request, state, decisions }: Pick<Question, 'request' | 'state' | 'decisions'>,
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
  return ranked.slice(0, MOST_MARKERS).map(({ marker }) => {
    const { id, fromTurn, toTurn, topics } = marker;
    return { id, session: state!.session, fromTurn, toTurn, topics, text: markerText(marker, {}) };
  });
}

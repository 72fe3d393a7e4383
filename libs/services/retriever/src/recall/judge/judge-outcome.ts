import { isListOfWords, isMeantAsWhole, outcomeOf, type RecallMarker, type RecallOutcome } from '@total-recall/domain';
import type { Question } from '../ask/read-question.ts';
import type { JudgedEvents } from './judge-events.ts';

/**
 * Decides whether the answer is `answered`, `unsure` or `nothing_found`. Markers may describe a stretch in other words
 * than the query's, and an event that holds all words of a list may hold them in passages far apart: either makes it at
 * least `unsure`.
 */
export function judgeOutcome(
  { request }: Pick<Question, 'request'>,
  { opened, judged }: JudgedEvents,
  markers: readonly RecallMarker[],
): RecallOutcome {
  const holdsList = request.queries.some(isListOfWords) && opened.some(({ ranked }) => isMeantAsWhole(ranked.coverage ?? 0));
  return outcomeOf(judged, opened.length, markers.length > 0 || holdsList);
}

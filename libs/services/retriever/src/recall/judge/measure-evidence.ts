import { measureEvent, type EventEvidence } from '@total-recall/domain';
import type { RankedQuery } from '../rank/rank-query.ts';
import { timePreferenceOf } from '../search/time-preference.ts';

/** Measures how much of a query an event holds, whatever its rank. */
export type MeasureEvidence = (event: { readonly eventId: string; readonly score: number }) => EventEvidence;

/** Creates the measure of one query. Events that its search did not find hold nothing of it. */
export function createEvidenceMeasure({ asked, ranked, passages, time }: RankedQuery): MeasureEvidence {
  const timePreference = timePreferenceOf(time);
  const byId = new Map(ranked.map((event) => [event.eventId, event]));
  return ({ eventId, score }) => {
    const documents = Array.from(passages.get(eventId)?.values() ?? [], ({ document }) => document);
    const { occurredAt, kind } = documents[0] ?? {};
    return measureEvent(asked, {
      eventId,
      score,
      documents,
      cosine: byId.get(eventId)?.similarity,
      late: byId.get(eventId)?.lateInEvent,
      timed: occurredAt === undefined ? undefined : timePreference?.(occurredAt),
      isTool: kind === 'tool_call' || kind === 'tool_result',
    });
  };
}

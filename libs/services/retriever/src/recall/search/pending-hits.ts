import type { TextFilter, TextHit } from '@total-recall/ports';
import type { PendingEvent } from '../ask/read-pending-log.ts';

/**
 * Returns the documents of an event that is not indexed yet in the form of index hits; none if no term matches or
 * the filter excludes them.
 */
export function pendingHits({ event, opened, content, documents }: PendingEvent, terms: readonly string[], filter: TextFilter): TextHit[] {
  const { id, session, kind, occurredAt } = opened.envelope;
  const { ordinal, turn, taskId } = event.accepted;
  if (filter.agents !== undefined && !filter.agents.includes(content.body.meta.agent ?? '')) return [];
  if (filter.taskIds !== undefined && !filter.taskIds.includes(taskId ?? '') && filter.anyTaskOf !== session) return [];
  const places = new Map(terms.map((term, i) => [term, i]));
  return documents.flatMap(({ part, passage, terms: held }) => {
    const termCounts = terms.map(() => 0);
    for (const term of held) {
      const at = places.get(term);
      if (at !== undefined) termCounts[at]!++;
    }
    const hit: TextHit = {
      eventId: id,
      part,
      ...(passage === undefined ? {} : { passage }),
      session,
      ordinal,
      turn,
      kind,
      occurredAt,
      termCounts,
      length: held.length,
    };
    return termCounts.some((count) => count > 0) && matchesFilter(hit, filter) ? [hit] : [];
  });
}

/** Checks the part of a filter that a hit itself can answer. Agents and tasks are checked when the event is opened. */
export function matchesFilter(hit: TextHit, filter: TextFilter): boolean {
  return (
    (filter.sessions === undefined || filter.sessions.includes(hit.session)) &&
    (filter.kinds === undefined || filter.kinds.includes(hit.kind)) &&
    (filter.fromTime === undefined || hit.occurredAt >= filter.fromTime) &&
    (filter.toTime === undefined || hit.occurredAt <= filter.toTime) &&
    filter.withoutEvents?.has(hit.eventId) !== true
  );
}

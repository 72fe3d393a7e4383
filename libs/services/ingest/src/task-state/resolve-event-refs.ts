import { parseEventRef, type SessionAddress, type TaskItem, type TaskStateFields } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import { eventsAt } from '../append/events-at.ts';
import type { IngestDeps } from '../ingest-deps.ts';

/** Replaces every reference to an event by its id, because a card is kept for long and read from other sessions. */
export async function resolveEventRefs(
  { index }: Pick<IngestDeps, 'index'>,
  { tenant, space, session }: SessionAddress,
  fields: TaskStateFields,
): Promise<TaskStateFields> {
  const { keyEvents, constraints, openLoops } = fields;
  const items = [...(constraints ?? []), ...(openLoops ?? [])];
  const texts = [...new Set([...(keyEvents ?? []), ...items.flatMap(({ eventIds }) => eventIds ?? [])])];
  const placed = texts.flatMap((text) => {
    const ref = parseEventRef(text);
    return ref?.kind === 'ordinal' ? [{ text, session: ref.session ?? session, ordinal: ref.ordinal }] : [];
  });
  const found = await eventsAt(index, { tenant, space }, placed);
  const idAt = new Map(placed.map(({ text }, at) => [text, found[at]?.record.envelope.id]));
  const idOf = (text: string): string => {
    const ref = parseEventRef(text);
    if (ref === undefined || ref.kind === 'id') return ref?.eventId ?? text;
    const id = idAt.get(text);
    if (id !== undefined) return id;
    throw new TotalRecallError(
      'invalid_request',
      `The task state names the event ${text}, which is not there. Leave it out, or name another.`,
    );
  };
  const idsOf = (names: readonly string[]): string[] => [...new Set(names.map(idOf))];
  const itemsOf = (own: readonly TaskItem[]): TaskItem[] =>
    own.map((item) => (item.eventIds ? { ...item, eventIds: idsOf(item.eventIds) } : item));
  return {
    ...fields,
    ...(keyEvents ? { keyEvents: idsOf(keyEvents) } : {}),
    ...(constraints ? { constraints: itemsOf(constraints) } : {}),
    ...(openLoops ? { openLoops: itemsOf(openLoops) } : {}),
  };
}

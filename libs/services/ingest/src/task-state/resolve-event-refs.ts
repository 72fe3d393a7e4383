import { parseEventRef, type SessionAddress, type TaskItem, type TaskStateFields } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';

/** Replaces every reference to an event by its id, because a card is kept for long and read from other sessions. */
export async function resolveEventRefs(
  { index }: Pick<IngestDeps, 'index'>,
  { tenant, space, session }: SessionAddress,
  fields: TaskStateFields,
): Promise<TaskStateFields> {
  const idOf = async (text: string): Promise<string> => {
    const ref = parseEventRef(text);
    if (ref === undefined || ref.kind === 'id') return ref?.eventId ?? text;
    const place = { tenant, space, session: ref.session ?? session, fromOrdinal: ref.ordinal, toOrdinal: ref.ordinal, limit: 1 };
    const [found] = await index.sessionEvents(place);
    if (found) return found.record.envelope.id;
    throw new TotalRecallError(
      'invalid_request',
      `The task state names the event ${text}, which is not there. Leave it out, or name another.`,
    );
  };
  const idsOf = async (texts: readonly string[]) => [...new Set(await Promise.all(texts.map(idOf)))];
  const itemsOf = (items: readonly TaskItem[]) =>
    Promise.all(items.map(async (item) => (item.eventIds ? { ...item, eventIds: await idsOf(item.eventIds) } : item)));
  const { keyEvents, constraints, openLoops } = fields;
  return {
    ...fields,
    ...(keyEvents ? { keyEvents: await idsOf(keyEvents) } : {}),
    ...(constraints ? { constraints: await itemsOf(constraints) } : {}),
    ...(openLoops ? { openLoops: await itemsOf(openLoops) } : {}),
  };
}

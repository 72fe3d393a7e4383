import { sessionKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { IdentifiedEvent } from './assign-ids.ts';

export type PinDeps = Pick<IngestDeps, 'index' | 'log' | 'marks'>;

/**
 * Refuses pins of unknown events; otherwise the event that was meant would be evicted unnoticed. Errors:
 * `not_found`, naming them.
 */
export async function refuseUnknownPins(
  { index, log, marks }: PinDeps,
  config: Pick<IngestConfig, 'foldTimeoutMs'>,
  address: SessionAddress,
  events: readonly IdentifiedEvent[],
): Promise<void> {
  const sent = new Set(events.map(({ id }) => id));
  const named = [...new Set(events.flatMap(({ event }) => event.pin?.eventIds ?? []))].filter((id) => !sent.has(id));
  const unknown = async (): Promise<string[]> => {
    const found = await index.events(address.tenant, address.space, named);
    return named.filter((_, at) => found[at] === undefined);
  };
  if (named.length === 0 || (await unknown()).length === 0) return;
  // An event appended a moment ago may not be folded yet.
  const key = sessionKey(address);
  const offset = await log.lastOffset(key);
  if (offset >= 0) await marks.waitFor(log.partitionOf(key), offset, 'folded', config.foldTimeoutMs);
  const eventIds = await unknown();
  if (eventIds.length === 0) return;
  throw new TotalRecallError('not_found', `The pin names events that are not in this space: ${eventIds.join(', ')}. Leave them out.`, {
    details: { eventIds },
  });
}

/**
 * Returns pinned events that do not stand in the session's window: they left it, or belong to another session. Recall
 * prefers them from now on; no window shows them. By the id of the event that pins.
 */
export async function pinsOutsideWindow(
  { index }: Pick<PinDeps, 'index'>,
  state: SessionState,
  events: readonly IdentifiedEvent[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { tenant, space, entries, offset } = state;
  const near = new Set([...entries.map(({ id }) => id), ...events.map(({ id }) => id)]);
  const far = events.flatMap(({ id, event: { pin } }) => {
    const eventIds = pin?.pinned ? [...new Set(pin.eventIds)].filter((eventId) => !near.has(eventId)) : [];
    return eventIds.length > 0 ? [{ id, eventIds }] : [];
  });
  if (far.length === 0) return new Map();
  const named = [...new Set(far.flatMap(({ eventIds }) => eventIds))];
  const found = await index.events(tenant, space, named);
  // An event of this session that is not folded yet will stand in the window.
  const isComing = (at: number): boolean => found[at]?.record.key === sessionKey(state) && found[at].record.position.offset > offset;
  const outside = new Set(named.filter((_, at) => !isComing(at)));
  return new Map(far.map(({ id, eventIds }) => [id, eventIds.filter((eventId) => outside.has(eventId))]));
}

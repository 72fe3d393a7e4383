import { sessionKey, type SessionAddress } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { IngestConfig, IngestDeps } from '../ingest-deps.ts';
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

import type { IndexedEvent, LogRecord, MemoryIndex } from '@total-recall/ports';

/**
 * Returns the records that are in the index, with the fold's results. Of repeats only the accepted copy is returned.
 */
export async function acceptedEvents(
  index: Pick<MemoryIndex, 'events'>,
  records: readonly LogRecord[],
): Promise<Map<LogRecord, IndexedEvent>> {
  const accepted = new Map<LogRecord, IndexedEvent>();
  for (const own of bySpace(records, (record) => record)) {
    const { tenant, space } = own[0]!.envelope;
    const ids = own.map(({ envelope }) => envelope.id);
    const events = await index.events(tenant, space, ids);
    for (const [at, event] of events.entries())
      if (event?.record.position.offset === own[at]!.position.offset) accepted.set(own[at]!, event);
  }
  return accepted;
}

/** Groups items by space, keeping their order. */
export function bySpace<T>(items: readonly T[], recordOf: (item: T) => LogRecord): T[][] {
  return [...Map.groupBy(items, (item) => JSON.stringify([recordOf(item).envelope.tenant, recordOf(item).envelope.space])).values()];
}

import { sessionKey, type ErasedEvents, type ErasureTargets } from '@total-recall/domain';
import type { EventLog, LogRecord, SpacePlace } from '@total-recall/ports';
import { isKeyDestroyed } from '../append/is-key-destroyed.ts';
import type { EraseDeps } from './erase-deps.ts';
import { storedEvents } from './read-space.ts';

/** Most records of the log that are read at a time. */
const RECORDS_A_PAGE = 500;

/**
 * Reads the ids of the events of sessions that are erased as a whole. Where an earlier try has destroyed a session's key,
 * the index has lost them, and the log keeps the envelopes. With `inLog` they are looked for there, which reads the space.
 */
export async function eventsOfWhole(
  { index, log, keys }: Pick<EraseDeps, 'index' | 'log' | 'keys'>,
  tenant: string,
  sessions: ErasureTargets['sessions'],
  inLog: boolean,
): Promise<ErasedEvents[]> {
  const found: ErasedEvents[] = [];
  const gone = new Map<string, string>();
  for (const { space, session } of sessions) {
    const address = { tenant, space, session };
    if (inLog && (await isKeyDestroyed(keys, address))) gone.set(sessionKey(address), space);
    else
      for await (const page of storedEvents({ index }, address))
        found.push({ space, session, eventIds: page.map(({ record }) => record.envelope.id) });
  }
  for (const space of new Set(gone.values()))
    for (const partition of new Set([...gone.keys()].map((key) => log.partitionOf(key))))
      for await (const { key, envelope } of recordsOf(log, { tenant, space, partition }))
        if (gone.has(key)) found.push({ space, session: envelope.session, eventIds: [envelope.id] });
  return found;
}

/** Reads what a partition of the log holds of a space, in order. */
async function* recordsOf(log: EventLog, place: SpacePlace & { readonly partition: number }): AsyncGenerator<LogRecord> {
  const toOffset = await log.end(place.partition);
  for (let fromOffset = 0; fromOffset <= toOffset;) {
    const { records, next } = await log.readSpace({ ...place, fromOffset, toOffset, limit: RECORDS_A_PAGE });
    yield* records;
    fromOffset = next;
  }
}

import { artifactsOf, sessionKey, type ErasureTargets, type LateQuotes, type SessionAddress } from '@total-recall/domain';
import type { EventLog } from '@total-recall/ports';
import { walkSessions } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';
import type { HoldLookup } from './hold-lookup.ts';
import { holdsAny, isCopyOf } from './quotes-erased.ts';
import { eventsOf, storedEvents } from './read-space.ts';

type FindDeps = Pick<EraseDeps, 'index' | 'sessions' | 'sealer' | 'log'> & { readonly held: HoldLookup };

/** Ids of the events that an erasure takes, by space. */
export type GoingBySpace = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the last offset of each partition, so that what is appended from now on is known from what was there. */
export function endsOf(log: Pick<EventLog, 'partitions' | 'end'>): Promise<number[]> {
  return Promise.all(Array.from({ length: log.partitions }, (_, partition) => log.end(partition)));
}

/** Reads the ids of the events that an erasure takes by name or with their session, by space, while they are there. */
export async function goingBySpace(
  { index }: Pick<EraseDeps, 'index'>,
  tenant: string,
  { events, sessions }: Pick<ErasureTargets, 'events' | 'sessions'>,
): Promise<GoingBySpace> {
  const going = new Map<string, Set<string>>();
  const take = (space: string, ids: readonly string[]): void => {
    const own = going.get(space) ?? new Set();
    going.set(space, own);
    for (const id of ids) own.add(id);
  };
  for (const { space, eventIds } of events) take(space, eventIds);
  for (const { space, session } of sessions)
    for await (const page of storedEvents({ index }, { tenant, space, session }))
      take(
        space,
        page.map(({ record }) => record.envelope.id),
      );
  return going;
}

/**
 * Finds what quotes these events and came behind `plannedUpTo`, the last offsets that the plan is sure to have read; all of
 * it where they are not known. What is under hold is left out. Resolves to undefined where there is none.
 */
export async function findLateQuotes(
  deps: FindDeps,
  tenant: string,
  going: GoingBySpace,
  plannedUpTo: readonly number[] = [],
): Promise<LateQuotes | undefined> {
  const events: ErasureTargets['events'][number][] = [];
  const artifacts: ErasureTargets['artifacts'][number][] = [];
  for (const [space, ids] of going)
    for await (const { session, offset } of walkSessions(deps.sessions, { tenant, space })) {
      const address = { tenant, space, session };
      const after = plannedUpTo[deps.log.partitionOf(sessionKey(address))] ?? -1;
      if (offset <= after) continue;
      const found = await lateIn(deps, address, ids, after);
      if (found.eventIds.length === 0) continue;
      events.push({ space, session, eventIds: found.eventIds });
      artifacts.push(...found.artifactIds.map((artifactId) => ({ space, artifactId })));
    }
  return events.length === 0 ? undefined : { events, artifacts };
}

async function lateIn(deps: FindDeps, address: SessionAddress, going: ReadonlySet<string>, after: number) {
  const eventIds: string[] = [];
  const artifactIds: string[] = [];
  for await (const { record } of eventsOf(deps, address, ({ record: { position } }) => position.offset > after)) {
    const { body, envelope } = record;
    if (typeof body === 'string' || going.has(envelope.id)) continue;
    if (!holdsAny(body, going) && !isCopyOf(address.session, body, going)) continue;
    if (deps.held.of(record).length > 0) continue;
    eventIds.push(envelope.id);
    artifactIds.push(...artifactsOf(body));
  }
  return { eventIds, artifactIds };
}

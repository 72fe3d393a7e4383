import {
  artifactsOf,
  sessionKey,
  type ErasedEvents,
  type ErasureTargets,
  type LateQuotes,
  type SessionAddress,
} from '@total-recall/domain';
import type { EventLog } from '@total-recall/ports';
import { walkSessions } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';
import type { HoldLookup } from './hold-lookup.ts';
import { isHeldBeside, namedBy } from './named-events.ts';
import { holdsAny, isCopyOf } from './quotes-erased.ts';
import { eventsOf } from './read-space.ts';

type FindDeps = Pick<EraseDeps, 'index' | 'sessions' | 'sealer' | 'log'> & { readonly held: HoldLookup };

/** Ids of the events that an erasure takes, by space. */
type GoingBySpace = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the last offset of each partition, so that what is appended from now on is known from what was there. */
export function endsOf(log: Pick<EventLog, 'partitions' | 'end'>): Promise<number[]> {
  return Promise.all(Array.from({ length: log.partitions }, (_, partition) => log.end(partition)));
}

function goingBySpace(events: readonly ErasedEvents[]): GoingBySpace {
  const bySpace = Map.groupBy(events, ({ space }) => space);
  return new Map([...bySpace].map(([space, own]) => [space, new Set(own.flatMap(({ eventIds }) => eventIds))]));
}

interface Erased extends LateQuotes {
  /** Last offsets that the plan is sure to have read. Where they are absent, all of a space is looked at. */
  readonly plannedUpTo?: readonly number[];
}

/**
 * Finds what quotes these events and came behind the plan, and the artifacts that only such events refer to. What is under
 * hold is left out. Resolves to undefined where there is none.
 */
export async function findLateQuotes(deps: FindDeps, tenant: string, erased: Erased): Promise<LateQuotes | undefined> {
  const going = goingBySpace(erased.events);
  const events: ErasedEvents[] = [];
  const artifactIds = new Map<string, Set<string>>();
  for (const [space, ids] of going)
    for await (const { session, offset } of walkSessions(deps.sessions, { tenant, space })) {
      const address = { tenant, space, session };
      const after = erased.plannedUpTo?.[deps.log.partitionOf(sessionKey(address))] ?? -1;
      if (offset <= after) continue;
      const found = await lateIn(deps, address, ids, after);
      if (found.eventIds.length === 0) continue;
      events.push({ space, session, eventIds: found.eventIds });
      artifactIds.set(space, new Set([...(artifactIds.get(space) ?? []), ...found.artifactIds]));
    }
  if (events.length === 0) return undefined;
  const isNamed = namedBy({ events: [...erased.events, ...events], sessions: [], spaces: [] });
  const artifacts: ErasureTargets['artifacts'][number][] = [];
  for (const [space, ids] of artifactIds)
    for (const artifactId of ids) {
      if (erased.artifacts.some((of) => of.space === space && of.artifactId === artifactId)) continue;
      if (!(await isHeldBeside(deps.index, { tenant, space, artifactId }, isNamed))) artifacts.push({ space, artifactId });
    }
  return { events, artifacts };
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

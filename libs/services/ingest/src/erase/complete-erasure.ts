import { sessionKey, type ErasedEvents, type Hold, type SessionAddress } from '@total-recall/domain';
import { openSubjectMarks, TotalRecallError } from '@total-recall/runtime';
import { beforeErasing } from './before-erasing.ts';
import { countHashed } from './count-hashed.ts';
import { countStillOpen } from './count-still-open.ts';
import { deleteUnheld } from './delete-unheld.ts';
import type { EraseDeps } from './erase-deps.ts';
import type { ErasurePlan } from './erasure-plan.ts';
import { eventsOfWhole } from './events-of-whole.ts';
import { findLateQuotes } from './find-late-quotes.ts';
import { createHoldLookup } from './hold-lookup.ts';
import { activeHoldIds, takenBy, type KnownErasure, type KnownErasures, type RequestedErasure } from './known-erasures.ts';
import { lookAgain } from './look-again.ts';
import { isHeldBeside, namedBy } from './named-events.ts';
import { refuseStopped } from './refuse-stopped.ts';
import { withUnread } from './unread-events.ts';
import { untilFolded } from './until-folded.ts';

/** Events of the sessions that an erasure takes as a whole, for those that this process has begun. */
export type BegunErasures = WeakMap<RequestedErasure, readonly ErasedEvents[]>;

interface CompleteDeps extends Omit<EraseDeps, 'retention'> {
  readonly newId: (tenant: string) => string;
  readonly begun: BegunErasures;
  /** Fires when the process stops: the erasure is left off then, before its next step. */
  readonly stopping: AbortSignal;
}

type Targets = ErasurePlan['targets'];
type Places = Targets['sessions'];

/**
 * Destroys keys and purges stores, twice, and then what quotes the erased events and was appended while this was planned;
 * records the completion. Does nothing if another turn has done it. A session that has lost too many events to lose
 * these too cannot be helped by trying again: all else goes, and it is recorded as undone.
 */
export async function completeErasure(deps: CompleteDeps, known: KnownErasures, one: KnownErasure): Promise<void> {
  const { id, tenant, act, at, actor } = one.requested;
  if (known.get(id)?.state === 'done') return;
  const startedMs = deps.clock.monotonicMs();
  await beforeErasing(deps);
  const unread = await lookAgain(deps, known, one.requested);
  const { targets: planned } = takenBy(known.get(id)!);
  // Once it was done, all that quoted it late is named.
  const isFirst = one.completedAt === undefined;
  const ofWhole = deps.begun.get(one.requested) ?? (await eventsOfWhole(deps, tenant, act.targets.sessions, isFirst));
  deps.begun.set(one.requested, ofWhole);
  const run = (targets: Targets): Promise<Places> => purgeTwice({ ...deps, holds: known.holds(tenant) }, tenant, targets);
  const full = await run(planned);
  const isExtended = await nameLateQuotes(deps, known, one, [...planned.events, ...ofWhole]);
  const now = known.get(id)!;
  const { targets, counts } = takenBy(now);
  const undone = isExtended ? [...full, ...(await run(withoutPlaces(targets, full)))] : full;
  refuseStopped(deps.stopping);
  // Both at once, as each may wait for half a minute until every copy of its index has let go.
  await Promise.all([deps.erasing.wipe(), deps.sessions.wipe?.()]);
  if (deps.mode === 'cluster') await purgeLateAnalytics(deps, tenant, withoutPlaces(targets, undone));
  const staying = await countStillOpen(deps, tenant, withoutPlaces(targets, undone));
  const hashed = await countHashed(deps, tenant, [...targets.events, ...ofWhole]);
  const backups = await deps.knownBackups?.();
  const seen = {
    service: deps.version,
    mode: deps.mode,
    namesFiles: true,
    generation: deps.log.generation,
    staying,
    ...(now.late && { late: now.late }),
    ...(unread && { unread: unread.events }),
    ...(hashed > 0 && { hashed }),
    ...(backups && { backups }),
  };
  const done = { type: 'ErasureCompleted', erasureId: id, ...(undone.length > 0 ? { undone } : { seen }), ...withUnread(unread) } as const;
  refuseStopped(deps.stopping);
  const entryId = deps.newId(tenant);
  await known.append({ id: entryId, tenant, at: Math.max(at, deps.clock.now()), actor, act: done });
  await deps.keys.erasureMark?.write(known.partition, entryId);
  deps.begun.delete(one.requested);
  if (undone.length > 0 || unread) deps.observer.undone?.({ erasure: id, sessions: undone.length, unread: unread?.events ?? 0 });
  else deps.observer.erased({ events: counts.events, seconds: (deps.clock.monotonicMs() - startedMs) / 1000 });
}

/**
 * Finds what came too late for the plan, once the log is folded, and names it in the ledger: when it is purged, an erasure
 * that is done again would not find it. Whatever quotes events of a space goes with the space.
 */
async function nameLateQuotes(
  deps: CompleteDeps,
  known: KnownErasures,
  { requested }: KnownErasure,
  events: readonly ErasedEvents[],
): Promise<boolean> {
  if (events.length === 0) return false;
  await untilFolded(deps);
  const { id: erasureId, tenant, space, actor, act } = requested;
  for (;;) {
    const standing = activeHoldIds(known, tenant);
    const held = createHoldLookup(known.holds(tenant), await openSubjectMarks(deps));
    const { artifacts } = takenBy(known.get(erasureId)!).targets;
    // Events that did not open when it was planned may quote them, too.
    const from = act.unread ? {} : { plannedUpTo: act.plannedUpTo ?? [] };
    const late = await findLateQuotes({ ...deps, held }, tenant, { ...from, events, artifacts });
    if (!late) return false;
    const extended = { type: 'ErasureExtended', erasureId, targets: { ...late, sessions: [], spaces: [] } } as const;
    const entry = { id: deps.newId(tenant), tenant, at: deps.clock.now(), actor, act: extended, ...(space !== undefined && { space }) };
    // A hold placed meanwhile comes first in the ledger and wins.
    if (await known.append(entry, () => activeHoldIds(known, tenant) === standing)) return true;
  }
}

/**
 * Purges analytics again, half a minute after the keys: the other processes have heard of that by then, and what they were
 * about to write when they did is stored.
 */
async function purgeLateAnalytics({ anatomy }: CompleteDeps, tenant: string, targets: Targets): Promise<void> {
  for (const { space, session } of [...targets.events, ...targets.sessions]) await anatomy.erase?.({ tenant, space, session });
  for (const space of targets.spaces) await anatomy.erase?.({ tenant, space });
}

function withoutPlaces({ events, ...targets }: Targets, places: Places): Targets {
  const isOne = (of: Places[number]): boolean => places.some(({ space, session }) => space === of.space && session === of.session);
  return { ...targets, events: events.filter((of) => !isOne(of)) };
}

/** Returns true when the session exists. A restored folder may lack sessions begun after its backup. */
async function isHere({ index }: Pick<EraseDeps, 'index'>, address: SessionAddress): Promise<boolean> {
  return (await index.sessionEvents({ ...address, fromOrdinal: 1, limit: 1 })).length > 0;
}

interface PurgeDeps extends Pick<
  EraseDeps,
  'log' | 'index' | 'keys' | 'sessions' | 'partitions' | 'artifactStore' | 'anatomy' | 'marks' | 'foldTimeoutMs'
> {
  readonly holds: readonly Hold[];
  readonly stopping: AbortSignal;
}

/** Purges a second time what a role may have written since that read an event before its key was destroyed. */
async function purgeTwice(deps: PurgeDeps, tenant: string, targets: Targets): Promise<Places> {
  const first = await purge(deps, tenant, targets);
  return [...first, ...(await purge(deps, tenant, withoutPlaces(targets, first)))];
}

/** Resolves to the sessions that stay as they were because they have lost too many events. */
async function purge(deps: PurgeDeps, tenant: string, targets: Targets): Promise<Places> {
  const { events, sessions, spaces } = targets;
  const { holds } = deps;
  const full: Places[number][] = [];
  const partitionOf = (address: SessionAddress): number => deps.log.partitionOf(sessionKey(address));
  for (const { space, session, eventIds } of events) {
    refuseStopped(deps.stopping);
    const address = { tenant, space, session };
    if (!(await isHere(deps, address))) continue;
    const { isFull } = await deps.partitions.eraseFrom({ ...address, eventIds, holds, partition: partitionOf(address) });
    if (isFull) full.push({ space, session });
  }
  for (const { space, session } of sessions) {
    refuseStopped(deps.stopping);
    const address = { tenant, space, session };
    await deps.partitions.eraseFrom({ ...address, holds, partition: partitionOf(address) });
  }
  for (const space of spaces) await eraseSpace(deps, tenant, space);
  refuseStopped(deps.stopping);
  // Sessions that stay keep their artifacts.
  await deleteArtifacts(deps, tenant, withoutPlaces(targets, full));
  return full;
}

/**
 * Deletes the artifacts that no event refers to which stays. One may have been sent again since the erasure was planned,
 * and long since where it is done again.
 */
async function deleteArtifacts(deps: PurgeDeps, tenant: string, targets: Targets): Promise<void> {
  const isNamed = namedBy(targets);
  await deleteUnheld(
    { store: deps.artifactStore, isHeld: (place) => isHeldBeside(deps.index, place, isNamed), untilFolded: () => untilFolded(deps) },
    targets.artifacts.map(({ space, artifactId }) => ({ tenant, space, artifactId })),
  );
}

async function eraseSpace(deps: PurgeDeps, tenant: string, space: string): Promise<void> {
  const { deleteSpace } = deps.artifactStore;
  if (!deleteSpace) throw new TotalRecallError('not_implemented', 'Artifacts of a space cannot be erased in this store yet.');
  await deps.keys.destroySpace(tenant, space);
  await deps.sessions.refresh?.();
  for (let partition = 0; partition < deps.log.partitions; partition += 1) {
    refuseStopped(deps.stopping);
    await deps.partitions.eraseFrom({ tenant, space, partition, holds: [] });
  }
  await deleteSpace({ tenant, space });
  await deps.anatomy.erase?.({ tenant, space });
}

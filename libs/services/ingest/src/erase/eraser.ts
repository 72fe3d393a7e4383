import {
  sessionKey,
  statementOf,
  type ErasureCertificate,
  type ErasureScope,
  type Hold,
  type RecordedScope,
  type SessionAddress,
} from '@total-recall/domain';
import type { ArtifactPlace, Erasure, EraseRequest, Eraser, Holds, Retention } from '@total-recall/ports';
import { createTurns, createUlidFactory, openSubjectMarks, TotalRecallError, type Component } from '@total-recall/runtime';
import { openLeft } from './close-in-ledger.ts';
import { createRetention } from './create-retention.ts';
import type { EraseDeps } from './erase-deps.ts';
import { ownErasures, standingIds, type KnownErasure, type KnownErasures } from './known-erasures.ts';
import { createShares } from './ledger-shares.ts';
import { lookAtErased } from './look-at-erased.ts';
import { listedEvents, shownHeld, type ErasurePlan } from './erasure-plan.ts';
import { heldRecords, type HeldRecords } from './held-records.ts';
import { createHoldDesk } from './hold-desk.ts';
import { planErasure } from './plan-erasure.ts';
import { refuseHeld, withheldOf } from './refuse-held.ts';

/** An eraser, and what it owns of the ledger: all from its start on, or what it is given. */
export interface OwningEraser extends Eraser, Holds, Required<Pick<Component, 'name' | 'start' | 'stop' | 'health'>> {
  /** Owns a partition of the ledger from now on, and finishes what is open there. */
  take(partition: number): Promise<void>;
  /** Whether this process owns the part of the ledger that a tenant's erasures are in. */
  owns(tenant: string): boolean;
  /** Whether an erasure of a tenant that this process owns named this artifact. One of a space that was erased as a whole is named by none. */
  wasErased(place: ArtifactPlace): boolean;
  /** Where the process has every append to what it owns. */
  readonly retention?: Retention;
  /** What is under way there ends with the next thing it would write to the ledger. */
  release(partition: number): Promise<void>;
}

/**
 * Erases, one request after another. What goes is found first and written to the ledger; then keys are destroyed and stores purged, once more at the
 * end, and the ledger says that it is done. Every step may be repeated, so what a process left half done the next one finishes, and what fails is tried again.
 * What a hold keeps that stood before the request is no part of it.
 */
export function createEraser(deps: EraseDeps): OwningEraser {
  const newId = createUlidFactory(deps);
  const inTurn = createTurns();
  const markOf = () => openSubjectMarks(deps);
  const shares = createShares(deps, {
    own: (partition) => ownErasures(deps, partition),
    // In turn, so that nobody is at work behind one that it opens.
    openLeft: (known) => inTurn(() => openLeft({ ...deps, newId }, known)),
    finish: (known, one) => inTurn(() => finish(known, one)),
  });
  const complete = async (known: KnownErasures, one: KnownErasure): Promise<void> => {
    const { id, tenant, act, at, actor } = one.requested;
    // Done by another turn meanwhile.
    if (known.get(id)?.state === 'done') return;
    const startedMs = deps.clock.monotonicMs();
    await purge({ ...deps, holds: known.holds(tenant) }, tenant, act.targets);
    // A role that read an event before its key went may have written of it since.
    await purge({ ...deps, holds: known.holds(tenant) }, tenant, act.targets);
    await deps.erasing.wipe();
    await deps.sessions.wipe?.();
    const seen = { service: deps.version, generation: deps.log.generation, staying: await lookAtErased(deps, tenant, act.targets) };
    const done = { type: 'ErasureCompleted', erasureId: id, seen } as const;
    await known.append({ id: newId(tenant), tenant, at: Math.max(at, deps.clock.now()), actor, act: done });
    deps.observer.erased({ events: act.counts.events, seconds: (deps.clock.monotonicMs() - startedMs) / 1000 });
  };
  const finish = async (known: KnownErasures, one: KnownErasure): Promise<void> => {
    // A restored folder begins to fold its log at the same time.
    while (one.state === 'reopened' && !(await isFolded(deps))) if (!shares.has(known)) return;
    await complete(known, one);
  };
  const knownOf = (tenant: string): KnownErasures => shares.of(deps.ledger.partitionOf(tenant));
  const deskOf = (tenant: string): Holds => createHoldDesk({ ...deps, known: knownOf(tenant), newId, markOf });
  // A session that goes by its age was closed for it, and was opened again when the process ended in between.
  const wasClosed = ({ state, requested }: KnownErasure): boolean => state === 'open' && requested.act.scope.kind === 'retention';
  const left = new Set<string>();
  const owes = (): boolean => shares.all().some((one) => one.state === 'reopened' || (left.has(one.requested.id) && wasClosed(one)));
  // What fails is in the ledger, and is worked off until it is done.
  const completeNew = async (known: KnownErasures, id: string): Promise<void> => {
    try {
      await complete(known, known.get(id)!);
    } catch (error) {
      shares.workOff(known);
      throw error;
    }
  };
  const heldIn = async (tenant: string): Promise<HeldRecords> => heldRecords(knownOf(tenant).holds(tenant), await markOf());
  const certified = async (one: KnownErasure): Promise<Erasure> => {
    const certificate = await certificateOf(deps, one);
    return { ...viewOf(one), ...(certificate && { certificate }) };
  };
  const request = async (asked: EraseRequest, onRequested: (id: string) => void): Promise<Erasure> => {
    const { tenant, scope, actor, reason, dryRun: isDryRun = false } = asked;
    await untilFolded(deps);
    const known = knownOf(tenant);
    for (;;) {
      const standing = standingIds(known, tenant);
      const plan = await planErasure({ ...deps, held: await heldIn(tenant), isDryRun }, tenant, scope);
      const at = deps.clock.now();
      const id = newId(tenant);
      if (isDryRun)
        return { id, status: 'planned', at, actor, scope: recorded(scope), ...planned(plan), ...(reason !== undefined && { reason }) };
      refuseHeld(plan, asked);
      const { targets, counts } = plan;
      const space = scope.kind === 'tenant' ? undefined : scope.space;
      const act = { type: 'ErasureRequested', scope: recorded(scope), targets, counts, ...withheldOf(plan) } as const;
      const entry = { id, tenant, at, actor, act, ...(space !== undefined && { space }), ...(reason !== undefined && { reason }) };
      // A hold that was placed meanwhile is before it in the ledger, and wins.
      if (!(await known.append(entry, () => standingIds(known, tenant) === standing))) continue;
      onRequested(id);
      await completeNew(known, id);
      return certified(known.get(id)!);
    }
  };
  return {
    name: 'eraser',
    async erase(asked) {
      const known = knownOf(asked.tenant);
      return answerInTime(deps, inTurn, {
        request: (onRequested) => request(asked, onRequested),
        running: (id) => viewOf(known.get(id)!),
      });
    },
    erasure: async (tenant, id) => {
      const found = knownOf(tenant).get(id);
      return found?.requested.tenant === tenant ? certified(found) : undefined;
    },
    erasures: async (tenant, limit) =>
      knownOf(tenant)
        .all()
        .filter(({ requested }) => requested.tenant === tenant)
        .slice(-limit)
        .toReversed()
        .map(viewOf),
    wasErased: (place) => knownOf(place.tenant).names(place),
    placeHold: async (asked) => deskOf(asked.tenant).placeHold(asked),
    releaseHold: async (asked) => deskOf(asked.tenant).releaseHold(asked),
    hold: async (tenant, id) => deskOf(tenant).hold(tenant, id),
    holds: async (tenant, options) => deskOf(tenant).holds(tenant, options),
    ...(deps.retention && {
      retention: createRetention({
        ...deps,
        retention: deps.retention,
        shares,
        newId,
        heldIn,
        inTurn,
        complete: completeNew,
        untilFolded: () => untilFolded(deps),
      }),
    }),
    owes,
    health: () =>
      owes()
        ? { ready: false, detail: 'erasures that were left half done, or came after the restored backup, are done first' }
        : { ready: true },
    certificateKey: () => deps.signer.publicKey(),
    async take(partition) {
      // Made before the first backup, so that a restored folder verifies what was certified after it.
      await deps.signer.publicKey();
      // And knows by their marks the data subjects that are under hold.
      await markOf();
      for (const one of (await shares.take(partition)).all()) if (wasClosed(one)) left.add(one.requested.id);
    },
    owns: (tenant) => shares.holds(deps.ledger.partitionOf(tenant)),
    release: (partition) => shares.release(partition),
    async start() {
      for (let partition = 0; partition < deps.ledger.partitions; partition += 1) await this.take(partition);
    },
    stop: () => {
      shares.stop();
      return inTurn(async () => undefined);
    },
  };
}

interface TimedRequest {
  readonly request: (onRequested: (id: string) => void) => Promise<Erasure>;
  readonly running: (id: string) => Erasure;
}

/** The answer of a request in its turn, or after a time that it is running. One whose turn has not come by then is refused, and never begins. */
function answerInTime(
  { answerWithinMs, scheduler }: Pick<EraseDeps, 'answerWithinMs' | 'scheduler'>,
  inTurn: ReturnType<typeof createTurns>,
  { request, running }: TimedRequest,
): Promise<Erasure> {
  if (answerWithinMs === undefined) return inTurn(() => request(() => undefined));
  let stage: 'waiting' | 'begun' | 'refused' = 'waiting';
  let requested: string | undefined;
  const busy = new TotalRecallError('unavailable', 'Other erasures are under way. Try again.', { retryAfterMs: 10_000 });
  const done = inTurn(async () => {
    if (stage === 'refused') throw busy;
    stage = 'begun';
    return request((id) => (requested = id));
  });
  const answered = new AbortController();
  const late = async (): Promise<Erasure> => {
    await scheduler.delay(answerWithinMs, answered.signal);
    if (stage === 'waiting') {
      stage = 'refused';
      throw busy;
    }
    // To find what goes may take as long as reading the space does; only what is in the ledger can be said to be running.
    return requested === undefined ? done : running(requested);
  };
  const inTime = late();
  inTime.catch(() => undefined);
  done.catch(() => undefined);
  return Promise.race([done, inTime]).finally(() => answered.abort());
}

/** Everything that is erased must be there to be found. */
async function untilFolded(deps: EraseDeps): Promise<void> {
  const isWhole = await isFolded(deps);
  await deps.sessions.refresh?.();
  if (!isWhole) throw new TotalRecallError('not_caught_up', 'Not everything in the log is folded yet. Try again.', { retryAfterMs: 1_000 });
}

/** Waits for it, for a while. */
async function isFolded({ log, marks, foldTimeoutMs }: Pick<EraseDeps, 'log' | 'marks' | 'foldTimeoutMs'>): Promise<boolean> {
  for (let partition = 0; partition < log.partitions; partition += 1)
    if (!(await marks.waitFor(partition, await log.end(partition), 'searchable', foldTimeoutMs))) return false;
  return true;
}

/** A folder that was restored may lack sessions that were begun after its backup. */
async function isHere({ index }: Pick<EraseDeps, 'index'>, address: SessionAddress): Promise<boolean> {
  return (await index.sessionEvents({ ...address, fromOrdinal: 1, limit: 1 })).length > 0;
}

async function purge(
  deps: EraseDeps & { readonly holds: readonly Hold[] },
  tenant: string,
  { events, sessions, spaces, artifacts }: ErasurePlan['targets'],
): Promise<void> {
  const { holds } = deps;
  const partitionOf = (address: SessionAddress): number => deps.log.partitionOf(sessionKey(address));
  for (const { space, session, eventIds } of events) {
    const address = { tenant, space, session };
    if (await isHere(deps, address)) await deps.partitions.eraseFrom({ ...address, eventIds, holds, partition: partitionOf(address) });
  }
  for (const { space, session } of sessions) {
    const address = { tenant, space, session };
    await deps.partitions.eraseFrom({ ...address, holds, partition: partitionOf(address) });
  }
  for (const space of spaces) await eraseSpace(deps, tenant, space);
  for (const { space, artifactId } of artifacts) await deps.artifactStore.delete({ tenant, space, artifactId });
}

async function eraseSpace(deps: EraseDeps, tenant: string, space: string): Promise<void> {
  const { deleteSpace } = deps.artifactStore;
  if (!deleteSpace) throw new TotalRecallError('not_implemented', 'Artifacts of a space cannot be erased in this store yet.');
  await deps.keys.destroySpace(tenant, space);
  await deps.sessions.refresh?.();
  for (let partition = 0; partition < deps.log.partitions; partition += 1)
    await deps.partitions.eraseFrom({ tenant, space, partition, holds: [] });
  await deleteSpace({ tenant, space });
  await deps.anatomy.erase?.({ tenant, space });
}

function recorded(scope: ErasureScope): RecordedScope {
  if (scope.kind !== 'subject') return scope;
  return { kind: 'subject', ...(scope.space !== undefined && { space: scope.space }) };
}

async function certificateOf(
  { signer }: Pick<EraseDeps, 'signer'>,
  { requested, state, completedAt, seen }: KnownErasure,
): Promise<ErasureCertificate | undefined> {
  if (state !== 'done' || completedAt === undefined || seen === undefined) return undefined;
  const { scope, targets, counts, withheld } = requested.act;
  return signer.certify(statementOf({ ...requested, completedAt, scope, targets, counts, ...(withheld && { withheld }), seen }));
}

function viewOf({ requested, state, completedAt }: KnownErasure): Erasure {
  const { id, at, actor, reason, act } = requested;
  return {
    id,
    status: state === 'done' ? 'done' : 'running',
    at,
    actor,
    scope: act.scope,
    ...shown(act),
    ...(act.withheld && { held: act.withheld }),
    ...(reason !== undefined && { reason }),
    ...(completedAt !== undefined && { completedAt }),
  };
}

function shown({ counts, targets }: Pick<ErasurePlan, 'counts' | 'targets'>): Pick<Erasure, 'counts' | 'eventIds'> {
  return { counts, eventIds: listedEvents(targets) };
}

/** A dry run says by kind what would go, and what stays because a hold keeps it. */
function planned(plan: ErasurePlan): Pick<Erasure, 'counts' | 'eventIds' | 'kinds' | 'held'> {
  return { ...shown(plan), kinds: plan.kinds, ...shownHeld(plan.held) };
}

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
import { createSerialQueue, createUlidFactory, openSubjectMarks, TotalRecallError, type Component } from '@total-recall/runtime';
import { openAbandoned } from './close-in-ledger.ts';
import { createRetention } from './create-retention.ts';
import type { EraseDeps } from './erase-deps.ts';
import { ownErasures, activeHoldIds, type KnownErasure, type KnownErasures } from './known-erasures.ts';
import { createShares } from './ledger-shares.ts';
import { countStillOpen } from './count-still-open.ts';
import { listedEvents, shownHeld, type ErasurePlan } from './erasure-plan.ts';
import { createHoldLookup, type HoldLookup } from './hold-lookup.ts';
import { createHoldDesk } from './hold-desk.ts';
import { planErasure } from './plan-erasure.ts';
import { refuseHeld, withheldSummary } from './refuse-held.ts';

/** An eraser and its share of the ledger: all partitions after `start`, or those it is given. */
export interface OwningEraser extends Eraser, Holds, Required<Pick<Component, 'name' | 'start' | 'stop' | 'health'>> {
  /** Takes over a partition of the ledger and finishes its open erasures. */
  take(partition: number): Promise<void>;
  /** Returns true when this process owns the part of the ledger with this tenant's erasures. */
  owns(tenant: string): boolean;
  /**
   * Returns true when an erasure of a tenant owned here named this artifact. Artifacts of a space erased
   * as a whole are not named.
   */
  wasErased(place: ArtifactPlace): boolean;
  /** Set if the eraser was created with retention. */
  readonly retention?: Retention;
  /** Gives up a partition. Work there ends at its next write to the ledger. */
  release(partition: number): Promise<void>;
}

/**
 * Creates an eraser, which runs one request after another. It first finds what to erase and writes that to the
 * ledger. Then it destroys keys and purges stores, twice, and records the completion. Every step can be
 * repeated: the next process finishes interrupted work, and failures are retried. Data under a hold that
 * existed before the request is left out.
 */
export function createEraser(deps: EraseDeps): OwningEraser {
  const newId = createUlidFactory(deps);
  const inTurn = createSerialQueue();
  const markOf = () => openSubjectMarks(deps);
  const shares = createShares(deps, {
    own: (partition) => ownErasures(deps, partition),
    // In turn, so that nobody is at work behind one that it opens.
    openAbandoned: (known) => inTurn(() => openAbandoned({ ...deps, newId }, known)),
    finish: (known, one) => inTurn(() => finish(known, one)),
  });
  const complete = async (known: KnownErasures, one: KnownErasure): Promise<void> => {
    const { id, tenant, act, at, actor } = one.requested;
    // Another turn finished it meanwhile.
    if (known.get(id)?.state === 'done') return;
    const startedMs = deps.clock.monotonicMs();
    await purge({ ...deps, holds: known.holds(tenant) }, tenant, act.targets);
    // A role that read an event before its key was destroyed may have written since.
    await purge({ ...deps, holds: known.holds(tenant) }, tenant, act.targets);
    await deps.erasing.wipe();
    await deps.sessions.wipe?.();
    const seen = { service: deps.version, generation: deps.log.generation, staying: await countStillOpen(deps, tenant, act.targets) };
    const done = { type: 'ErasureCompleted', erasureId: id, seen } as const;
    await known.append({ id: newId(tenant), tenant, at: Math.max(at, deps.clock.now()), actor, act: done });
    deps.observer.erased({ events: act.counts.events, seconds: (deps.clock.monotonicMs() - startedMs) / 1000 });
  };
  const finish = async (known: KnownErasures, one: KnownErasure): Promise<void> => {
    // A restored folder starts folding its log at the same time.
    while (one.state === 'reopened' && !(await isFolded(deps))) if (!shares.has(known)) return;
    await complete(known, one);
  };
  const knownOf = (tenant: string): KnownErasures => shares.of(deps.ledger.partitionOf(tenant));
  const deskOf = (tenant: string): Holds => createHoldDesk({ ...deps, known: knownOf(tenant), newId, markOf });
  // A session erased by retention was closed for it, and opened again when the process ended before it was done.
  const wasClosed = ({ state, requested }: KnownErasure): boolean => state === 'open' && requested.act.scope.kind === 'retention';
  const left = new Set<string>();
  const owes = (): boolean => shares.all().some((one) => one.state === 'reopened' || (left.has(one.requested.id) && wasClosed(one)));
  // A failed erasure is in the ledger and is retried until it is done.
  const completeNew = async (known: KnownErasures, id: string): Promise<void> => {
    try {
      await complete(known, known.get(id)!);
    } catch (error) {
      shares.finishInBackground(known);
      throw error;
    }
  };
  const heldIn = async (tenant: string): Promise<HoldLookup> => createHoldLookup(knownOf(tenant).holds(tenant), await markOf());
  const certified = async (one: KnownErasure): Promise<Erasure> => {
    const certificate = await certificateOf(deps, one);
    return { ...viewOf(one), ...(certificate && { certificate }) };
  };
  const request = async (asked: EraseRequest, onRequested: (id: string) => void): Promise<Erasure> => {
    const { tenant, scope, actor, reason, dryRun: isDryRun = false } = asked;
    await untilFolded(deps);
    const known = knownOf(tenant);
    for (;;) {
      const standing = activeHoldIds(known, tenant);
      const plan = await planErasure({ ...deps, held: await heldIn(tenant), isDryRun }, tenant, scope);
      const at = deps.clock.now();
      const id = newId(tenant);
      if (isDryRun)
        return { id, status: 'planned', at, actor, scope: recorded(scope), ...planned(plan), ...(reason !== undefined && { reason }) };
      refuseHeld(plan, asked);
      const { targets, counts } = plan;
      const space = scope.kind === 'tenant' ? undefined : scope.space;
      const act = { type: 'ErasureRequested', scope: recorded(scope), targets, counts, ...withheldSummary(plan) } as const;
      const entry = { id, tenant, at, actor, act, ...(space !== undefined && { space }), ...(reason !== undefined && { reason }) };
      // A hold placed meanwhile comes first in the ledger and wins.
      if (!(await known.append(entry, () => activeHoldIds(known, tenant) === standing))) continue;
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
      // Creates the key before the first backup, so that a restored folder can verify later certificates.
      await deps.signer.publicKey();
      // Likewise the key of the marks, so that it recognises data subjects under hold.
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

/**
 * Answers a request when it is done, or after a time that it is running. If its turn has not come by then, it is
 * refused and never starts.
 */
function answerInTime(
  { answerWithinMs, scheduler }: Pick<EraseDeps, 'answerWithinMs' | 'scheduler'>,
  inTurn: ReturnType<typeof createSerialQueue>,
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
    // Planning may take as long as reading the space. Only a request in the ledger can be called running.
    return requested === undefined ? done : running(requested);
  };
  const inTime = late();
  inTime.catch(() => undefined);
  done.catch(() => undefined);
  return Promise.race([done, inTime]).finally(() => answered.abort());
}

/** Waits for the fold, because an erasure only finds what is folded. */
async function untilFolded(deps: EraseDeps): Promise<void> {
  const isWhole = await isFolded(deps);
  await deps.sessions.refresh?.();
  if (!isWhole) throw new TotalRecallError('not_caught_up', 'Not everything in the log is folded yet. Try again.', { retryAfterMs: 1_000 });
}

/** Waits until the log is folded; false if the time runs out. */
async function isFolded({ log, marks, foldTimeoutMs }: Pick<EraseDeps, 'log' | 'marks' | 'foldTimeoutMs'>): Promise<boolean> {
  for (let partition = 0; partition < log.partitions; partition += 1)
    if (!(await marks.waitFor(partition, await log.end(partition), 'searchable', foldTimeoutMs))) return false;
  return true;
}

/** Returns true when the session exists. A restored folder may lack sessions begun after its backup. */
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

/** Describes a dry run: what would be erased, by kind, and what holds would keep. */
function planned(plan: ErasurePlan): Pick<Erasure, 'counts' | 'eventIds' | 'kinds' | 'held'> {
  return { ...shown(plan), kinds: plan.kinds, ...shownHeld(plan.held) };
}

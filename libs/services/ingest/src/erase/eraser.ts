import {
  isStanding,
  statementOf,
  type ErasureCertificate,
  type ErasureScope,
  type RecordedScope,
  type SessionAddress,
} from '@total-recall/domain';
import type { Erasure, EraseRequest, Eraser, Holds } from '@total-recall/ports';
import { createTurns, createUlidFactory, openSubjectMarks, TotalRecallError, type Component } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';
import { eraseEvents, eraseSession, replaceStates } from './erase-session.ts';
import { heldRecords, type HeldRecords } from './held-records.ts';
import { createHoldDesk } from './hold-desk.ts';
import { createKnownErasures, type KnownErasure, type KnownErasures, type RequestedErasure } from './known-erasures.ts';
import { lookAtErased } from './look-at-erased.ts';
import type { ErasurePlan } from './erasure-plan.ts';
import { planErasure } from './plan-erasure.ts';
import { refuseHeld, withheldOf } from './refuse-held.ts';
import { sessionsOf } from './read-space.ts';

/** Event ids that a plan or an answer lists. */
const LISTED = 1_000;
const OWNED = 0;

/**
 * Erases, one request after another. What goes is found first and written to the ledger; then keys are destroyed and stores purged, once more at the
 * end, and the ledger says that it is done. Every step may be repeated, so what a process left half done the next one finishes at its start. What a
 * hold keeps that stood before the request is no part of it.
 */
export function createEraser(deps: EraseDeps): Eraser & Holds & Required<Pick<Component, 'name' | 'start' | 'stop' | 'health'>> {
  const newId = createUlidFactory(deps);
  const inTurn = createTurns();
  const known = createKnownErasures(deps);
  const markOf = () => openSubjectMarks(deps);
  const heldIn = async (tenant: string): Promise<HeldRecords> => heldRecords(known.holds(tenant), await markOf());
  const complete = async ({ id, tenant, act, at, actor }: RequestedErasure): Promise<void> => {
    const startedMs = deps.clock.monotonicMs();
    await purge({ ...deps, held: await heldIn(tenant) }, tenant, act.targets);
    // A role that read an event before its key went may have written of it since.
    await purge({ ...deps, held: await heldIn(tenant) }, tenant, act.targets);
    await deps.erasing.wipe();
    await deps.sessions.wipe?.();
    const seen = { service: deps.version, generation: deps.log.generation, staying: await lookAtErased(deps, tenant, act.targets) };
    const done = { type: 'ErasureCompleted', erasureId: id, seen } as const;
    await known.append({ id: newId(), tenant, at: Math.max(at, deps.clock.now()), actor, act: done });
    deps.observer.erased({ events: act.counts.events, seconds: (deps.clock.monotonicMs() - startedMs) / 1000 });
  };
  let isStopping = false;
  const finish = async ({ requested, state }: KnownErasure): Promise<void> => {
    // A restored folder begins to fold its log at the same time.
    while (state === 'reopened' && !(await isFolded(deps))) if (isStopping) return;
    await complete(requested);
  };
  const owes = (): boolean => known.all().some(({ state }) => state === 'reopened');
  const certified = async (one: KnownErasure): Promise<Erasure> => {
    const certificate = await certificateOf(deps, one);
    return { ...viewOf(one), ...(certificate && { certificate }) };
  };
  const request = async (asked: EraseRequest): Promise<Erasure> => {
    const { tenant, scope, actor, reason, dryRun: isDryRun = false } = asked;
    await untilFolded(deps);
    for (;;) {
      const standing = standingIds(known, tenant);
      const plan = await planErasure({ ...deps, held: await heldIn(tenant), isDryRun }, tenant, scope);
      const at = deps.clock.now();
      const id = newId();
      if (isDryRun)
        return { id, status: 'planned', at, actor, scope: recorded(scope), ...planned(plan), ...(reason !== undefined && { reason }) };
      refuseHeld(plan, asked);
      const { targets, counts } = plan;
      const space = scope.kind === 'tenant' ? undefined : scope.space;
      const act = { type: 'ErasureRequested', scope: recorded(scope), targets, counts, ...withheldOf(plan) } as const;
      const entry = { id, tenant, at, actor, act, ...(space !== undefined && { space }), ...(reason !== undefined && { reason }) };
      // A hold that was placed meanwhile is before it in the ledger, and wins.
      if (!(await known.append(entry, () => standingIds(known, tenant) === standing))) continue;
      await complete(known.get(id)!.requested);
      return certified(known.get(id)!);
    }
  };
  return {
    name: 'eraser',
    erase: (asked) => inTurn(() => request(asked)),
    erasure: async (tenant, id) => {
      const found = known.get(id);
      return found?.requested.tenant === tenant ? certified(found) : undefined;
    },
    erasures: async (tenant, limit) =>
      known
        .all()
        .filter(({ requested }) => requested.tenant === tenant)
        .slice(-limit)
        .toReversed()
        .map(viewOf),
    ...createHoldDesk({ ...deps, known, newId, markOf }),
    owes,
    health: () => (owes() ? { ready: false, detail: 'erasures that came after the restored backup are done first' } : { ready: true }),
    certificateKey: () => deps.signer.publicKey(),
    async start() {
      // Made before the first backup, so that a restored folder verifies what was certified after it.
      await deps.signer.publicKey();
      // And knows by their marks the data subjects that are under hold.
      await markOf();
      await known.own(OWNED);
      for (const one of known.all())
        if (one.state !== 'done') void inTurn(() => finish(one)).catch((error: unknown) => deps.observer.failed('erase', error));
    },
    stop: () => {
      isStopping = true;
      return inTurn(async () => undefined);
    },
  };
}

/** Everything that is erased must be there to be found. */
async function untilFolded(deps: EraseDeps): Promise<void> {
  if (!(await isFolded(deps)))
    throw new TotalRecallError('not_caught_up', 'Not everything in the log is folded yet. Try again.', { retryAfterMs: 1_000 });
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

/** Names the holds that stand, so that it is seen when that changes. */
function standingIds(known: KnownErasures, tenant: string): string {
  return known
    .holds(tenant)
    .filter(isStanding)
    .map(({ id }) => id)
    .join();
}

async function purge(
  deps: EraseDeps & { readonly held: HeldRecords },
  tenant: string,
  { events, sessions, spaces, artifacts }: ErasurePlan['targets'],
): Promise<void> {
  for (const { space, session, eventIds } of events) {
    const address = { tenant, space, session };
    if (await isHere(deps, address)) await eraseEvents(deps, address, eventIds);
  }
  for (const { space, session } of sessions) await eraseSession(deps, { tenant, space, session });
  for (const space of spaces) await eraseSpace(deps, tenant, space);
  for (const { space, artifactId } of artifacts) await deps.artifactStore.delete({ tenant, space, artifactId });
}

async function eraseSpace(deps: EraseDeps, tenant: string, space: string): Promise<void> {
  const { deleteSpace } = deps.artifactStore;
  if (!deleteSpace) throw new TotalRecallError('not_implemented', 'Artifacts of a space cannot be erased in this store yet.');
  await deps.keys.destroySpace(tenant, space);
  const sessions: SessionAddress[] = [];
  for await (const session of sessionsOf(deps, { tenant, space })) sessions.push({ tenant, space, session });
  for (let partition = 0; partition < deps.log.partitions; partition += 1)
    await deps.exclusively(partition, async (projected) => projected.forget());
  await deps.erasing.remove({ tenant, space });
  for (const address of sessions) await replaceStates(deps, address, [], [address]);
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
  return { counts, eventIds: targets.events.flatMap(({ eventIds }) => eventIds).slice(0, LISTED) };
}

/** A dry run says by kind what would go, and what stays because a hold keeps it. */
function planned(plan: ErasurePlan): Pick<Erasure, 'counts' | 'eventIds' | 'kinds' | 'held'> {
  const { events, holds, kinds, eventIds } = plan.held;
  const held = holds.length > 0 && { held: { events, holds, kinds, eventIds: eventIds.slice(0, LISTED) } };
  return { ...shown(plan), kinds: plan.kinds, ...held };
}

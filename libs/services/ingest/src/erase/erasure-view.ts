import { statementOf, withLateQuotes, type ErasureCertificate, type ErasureScope, type RecordedScope } from '@total-recall/domain';
import type { Erasure } from '@total-recall/ports';
import type { EraseDeps } from './erase-deps.ts';
import { listedEvents, shownHeld, type ErasurePlan } from './erasure-plan.ts';
import type { KnownErasure } from './known-erasures.ts';
import { withUnread } from './unread-events.ts';

/** Describes an erasure as callers see it, without its certificate. */
export function viewOf({ requested, state, completedAt, seen, late, undone, unread }: KnownErasure): Erasure {
  const { id, at, actor, reason, act } = requested;
  return {
    id,
    status: state !== 'done' ? 'running' : undone || unread ? 'incomplete' : 'done',
    at,
    actor,
    scope: act.scope,
    ...shown(withLateQuotes(act, seen ? seen.late : late)),
    ...(act.withheld && { held: act.withheld }),
    ...(reason !== undefined && { reason }),
    ...(completedAt !== undefined && { completedAt }),
    ...(state === 'done' && undone && { undone }),
    ...withUnread(state === 'done' ? unread : act.unread),
  };
}

/** Describes an erasure with its certificate, if it is done. */
export async function certifiedView(deps: Pick<EraseDeps, 'signer'>, one: KnownErasure): Promise<Erasure> {
  const certificate = await certificateOf(deps, one);
  return { ...viewOf(one), ...(certificate && { certificate }) };
}

async function certificateOf(
  { signer }: Pick<EraseDeps, 'signer'>,
  { requested, state, completedAt, seen, undone }: KnownErasure,
): Promise<ErasureCertificate | undefined> {
  if (state !== 'done' || undone || completedAt === undefined || seen === undefined) return undefined;
  const { scope, targets, counts, withheld } = requested.act;
  return signer.certify(statementOf({ ...requested, completedAt, scope, targets, counts, ...(withheld && { withheld }), seen }));
}

/** Returns the scope as the ledger holds it: without the name of a data subject. */
export function recordedScope(scope: ErasureScope): RecordedScope {
  if (scope.kind !== 'subject') return scope;
  return { kind: 'subject', ...(scope.space !== undefined && { space: scope.space }) };
}

/** Describes a dry run: what would be erased, by kind, what holds would keep, and what cannot be judged. */
export function plannedView(plan: ErasurePlan): Pick<Erasure, 'counts' | 'eventIds' | 'kinds' | 'held' | 'unread'> {
  return { ...shown(plan), kinds: plan.kinds, ...shownHeld(plan.held), ...withUnread(plan.unread) };
}

function shown({ counts, targets }: Pick<ErasurePlan, 'counts' | 'targets'>): Pick<Erasure, 'counts' | 'eventIds'> {
  return { counts, eventIds: listedEvents(targets) };
}

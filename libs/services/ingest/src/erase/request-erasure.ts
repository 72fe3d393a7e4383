import type { ErasureScope } from '@total-recall/domain';
import type { Erasure, EraseRequest } from '@total-recall/ports';
import { openSubjectMarks } from '@total-recall/runtime';
import type { RequestProgress } from './answer-in-time.ts';
import { beforeErasing } from './before-erasing.ts';
import type { EraseDeps } from './erase-deps.ts';
import { certifiedView, plannedView, recordedScope, viewOf } from './erasure-view.ts';
import type { HoldLookup } from './hold-lookup.ts';
import type { ErasurePlan } from './erasure-plan.ts';
import { endsOf } from './find-late-quotes.ts';
import { formerErasure, isNothingThere, NOTHING_LEFT } from './former-erasure.ts';
import { isInSpaces } from './is-in-spaces.ts';
import { activeHoldIds, takenBy, type KnownErasure, type KnownErasures } from './known-erasures.ts';
import { namedBy } from './named-events.ts';
import { planErasure } from './plan-erasure.ts';
import { refuseHeld, withheldSummary } from './refuse-held.ts';
import { refuseStopped } from './refuse-stopped.ts';
import { withUnread } from './unread-events.ts';
import { untilFolded } from './until-folded.ts';
import { withEventIds } from './with-event-ids.ts';

interface RequestDeps extends Omit<EraseDeps, 'retention'> {
  readonly knownOf: (tenant: string) => KnownErasures;
  readonly newId: (tenant: string) => string;
  readonly heldIn: (tenant: string) => Promise<HoldLookup>;
  /** Fires when the process stops: nothing more is written down then. */
  readonly stopping: AbortSignal;
  /** Carries out an erasure in the ledger; failures are retried elsewhere. */
  readonly complete: (known: KnownErasures, id: string) => Promise<void>;
}

/** Plans an erasure, writes it to the ledger and carries it out; a dry run ends with the plan. */
export async function requestErasure(deps: RequestDeps, request: EraseRequest, progress?: RequestProgress): Promise<Erasure> {
  const { newId } = deps;
  const { tenant, actor, reason, dryRun: isDryRun = false } = request;
  const plannedUpTo = await endsOf(deps.log);
  await untilFolded(deps);
  const scope = await withEventIds(deps, tenant, request.scope);
  const asked = { ...request, scope };
  const subjectMark = scope.kind === 'subject' ? (await openSubjectMarks(deps))(tenant, scope.subject) : undefined;
  // Asked for only now: the share of the ledger may have gone and come back since the request.
  const known = deps.knownOf(tenant);
  for (;;) {
    const standing = activeHoldIds(known, tenant);
    const { plan, former } = await planOrFormer({ ...deps, held: await deps.heldIn(tenant), isDryRun }, known, {
      tenant,
      scope,
      subjectMark,
    });
    const at = deps.clock.now();
    const id = newId(tenant);
    const recorded = recordedScope(scope);
    const why = reason === undefined ? {} : { reason };
    if (isDryRun) return { id, status: 'planned', at, actor, scope: recorded, ...plannedView(plan), ...why };
    refuseHeld(plan, asked);
    const earlier = former ?? earlierErasure(known, asked, plan);
    if (earlier) return certifiedView(deps, earlier);
    await beforeErasing(deps);
    const { targets, counts } = plan;
    const space = scope.kind === 'tenant' ? undefined : scope.space;
    const act = {
      type: 'ErasureRequested',
      scope: recorded,
      targets,
      counts,
      plannedUpTo,
      ...withheldSummary(plan),
      ...withUnread(plan.unread),
      ...(subjectMark !== undefined && { subjectMark }),
    } as const;
    const entry = { id, tenant, at, actor, act, ...(space !== undefined && { space }), ...why };
    progress?.onWrite();
    // A hold placed meanwhile comes first in the ledger and wins.
    if (!(await known.append(entry, () => !deps.stopping.aborted && activeHoldIds(known, tenant) === standing))) {
      refuseStopped(deps.stopping);
      continue;
    }
    progress?.onRequested(viewOf(known.get(id)!));
    await deps.complete(known, id);
    return certifiedView(deps, known.get(id)!);
  }
}

/**
 * Plans an erasure. Where nothing is there any more, an earlier one may have taken it: `former` is that one, where the
 * caller may see it. One of several spaces names what a caller who asks about one may not see; then the plan is empty.
 */
async function planOrFormer(
  deps: Parameters<typeof planErasure>[0],
  known: KnownErasures,
  asked: Parameters<typeof formerErasure>[1],
): Promise<{ readonly plan: ErasurePlan; readonly former?: KnownErasure }> {
  try {
    return { plan: await planErasure(deps, asked.tenant, asked.scope) };
  } catch (error) {
    const former = isNothingThere(error) ? formerErasure(known, asked) : undefined;
    if (!former) throw error;
    const isShown = isInSpaces(spacesNamed(asked.scope), former.requested.act.scope);
    return { plan: NOTHING_LEFT, ...(isShown && { former }) };
  }
}

const spacesNamed = (scope: ErasureScope): string[] | undefined =>
  scope.kind === 'tenant' || scope.space === undefined ? undefined : [scope.space];

/** Returns the erasure that took all that is named, where nothing is left to take: whoever asks again gets its certificate. */
function earlierErasure(
  known: KnownErasures,
  { tenant, scope }: EraseRequest,
  { targets, erased, held }: ErasurePlan,
): KnownErasure | undefined {
  const { events, sessions, spaces } = targets;
  if (erased.length === 0 || events.length + sessions.length + spaces.length + held.events > 0) return undefined;
  const named = spacesNamed(scope);
  const tookAll = (one: KnownErasure): boolean =>
    one.requested.tenant === tenant &&
    one.state === 'done' &&
    isInSpaces(named, one.requested.act.scope) &&
    erased.every(namedBy(takenBy(one).targets));
  return known.all().find(tookAll);
}

import type { RetentionRule } from '@total-recall/domain';
import type { ExpiredInSpace } from '@total-recall/ports';
import { beforeErasing } from './before-erasing.ts';
import type { EraseDeps, RetentionDeps, WithoutAppends } from './erase-deps.ts';
import { listedEvents, LISTED, shownHeld, type ErasurePlan } from './erasure-plan.ts';
import { endsOf } from './find-late-quotes.ts';
import { findExpired, type FoundExpired, type SpaceRules } from './find-expired.ts';
import { joinHeld, type HoldLookup } from './hold-lookup.ts';
import { activeHoldIds, type KnownErasures } from './known-erasures.ts';
import { planInSpace } from './plan-in-space.ts';
import { withheldSummary } from './refuse-held.ts';
import { withUnread } from './unread-events.ts';

/** Actor of retention in the ledger and in certificates. */
export const RETENTION_ACTOR = 'retention policy';

/** Most times that a plan is made again, with fewer events of sessions that are short of keys. */
const PLANS = 4;

export interface ExpireDeps extends EraseDeps {
  readonly retention: RetentionDeps;
  readonly known: KnownErasures;
  readonly withoutAppends: WithoutAppends;
  readonly newId: (tenant: string) => string;
  readonly heldIn: (tenant: string) => Promise<HoldLookup>;
  /** Carries out an erasure in the ledger; failures are retried elsewhere. */
  readonly complete: (known: KnownErasures, id: string) => Promise<void>;
  readonly untilFolded: () => Promise<void>;
}

/**
 * Erases data of a space past its age, as one erasure. Resolves to the number of events, and whether there is
 * more. A session that is past its age as a whole is closed to appends and erased by its key; of others,
 * events are erased one by one.
 */
export async function expireSpace(deps: ExpireDeps, tenant: string, rules: SpaceRules): Promise<{ events: number; hasMore: boolean }> {
  const { space } = rules;
  const first = await findExpired({ ...deps, held: await deps.heldIn(tenant), fewer: new Map() }, tenant, rules);
  if (first.named.size === 0) return { events: 0, hasMore: false };
  // Sessions are not closed for an erasure that is refused.
  await beforeErasing(deps);
  const closing = [...first.whole].map((session) => ({ tenant, space, session }));
  return deps.withoutAppends(closing, async (begin) => {
    const plannedUpTo = await endsOf(deps.log);
    await deps.untilFolded();
    for (;;) {
      const standing = activeHoldIds(deps.known, tenant);
      const held = await deps.heldIn(tenant);
      const { found, plan } = await planExpired({ ...deps, held }, tenant, rules, (all) => onlyClosed(all, first.whole));
      if (plan.targets.events.length + plan.targets.sessions.length === 0) return { events: 0, hasMore: false };
      await beforeErasing(deps);
      const id = deps.newId(tenant);
      const { targets, counts } = plan;
      const act = {
        type: 'ErasureRequested',
        scope: { kind: 'retention', space },
        targets,
        counts,
        plannedUpTo,
        ...withheldSummary(plan),
        ...withUnread(plan.unread),
      } as const;
      const entry = { id, tenant, space, at: deps.clock.now(), actor: RETENTION_ACTOR, reason: reasonOf(rules), act };
      // A hold placed meanwhile comes first in the ledger and wins.
      if (!(await deps.known.append(entry, () => activeHoldIds(deps.known, tenant) === standing))) continue;
      begin(() => deps.known.get(id)?.state === 'done');
      await deps.complete(deps.known, id);
      return { events: counts.events, hasMore: found.hasMore };
    }
  });
}

/** Describes what `expireSpace` would erase now; changes nothing. */
export async function expiredInSpace(
  deps: EraseDeps & Pick<ExpireDeps, 'heldIn'>,
  tenant: string,
  rules: SpaceRules,
): Promise<ExpiredInSpace> {
  const held = await deps.heldIn(tenant);
  const { space, ofTenant, ofSpace } = rules;
  const { found, plan } = await planExpired({ ...deps, held }, tenant, rules);
  const { targets, counts, kinds } = plan;
  return {
    space,
    rules: { tenant: ofTenant, space: ofSpace },
    counts,
    kinds,
    sessions: targets.sessions.map(({ session }) => session).slice(0, LISTED),
    eventIds: listedEvents(targets),
    ...shownHeld(plan.held),
    waiting: found.waiting.slice(0, LISTED),
    hasMore: found.hasMore,
  };
}

/**
 * Leaves out sessions that became fully expired after the first look: they are not closed to appends, so
 * the next sweep takes them.
 */
function onlyClosed(found: FoundExpired, closed: ReadonlySet<string>): FoundExpired {
  const isOpen = (session: string): boolean => found.whole.has(session) && !closed.has(session);
  const named = new Map([...found.named].filter(([session]) => !isOpen(session)));
  return { ...found, named, whole: new Set([...found.whole].filter((session) => closed.has(session))) };
}

/**
 * Finds and plans what is past its age. Of a session that has not keys enough to lose all of it, it leaves some for
 * later, as such a session would block the whole.
 */
async function planExpired(
  deps: EraseDeps & { readonly held: HoldLookup },
  tenant: string,
  rules: SpaceRules,
  only: (found: FoundExpired) => FoundExpired = (found) => found,
): Promise<{ readonly found: FoundExpired; readonly plan: ErasurePlan }> {
  const fewer = new Map<string, number>();
  for (let left = PLANS; ; left -= 1) {
    const found = only(await findExpired({ ...deps, fewer }, tenant, rules));
    const { crowded, ...plan } = await planInSpace(deps, { tenant, space: rules.space }, found.named, found.whole);
    const short = [...crowded].filter(([session]) => found.named.has(session));
    if (left === 0 || short.length === 0)
      return { found, plan: withoutCrowded({ ...plan, held: joinHeld([found.held, plan.held]) }, crowded) };
    for (const [session, keys] of short) fewer.set(session, (fewer.get(session) ?? 0) + keys);
  }
}

/**
 * Leaves out sessions that quoting recall results crowd. Which artifacts their events use is unknown here, so no
 * artifact is erased either.
 */
function withoutCrowded(plan: ErasurePlan, crowded: ReadonlyMap<string, number>): ErasurePlan {
  if (crowded.size === 0) return plan;
  const events = plan.targets.events.filter(({ session }) => !crowded.has(session));
  const dropped = plan.targets.events.reduce((sum, { session, eventIds }) => sum + (crowded.has(session) ? eventIds.length : 0), 0);
  const counts = { ...plan.counts, events: plan.counts.events - dropped, artifacts: 0 };
  return { ...plan, targets: { ...plan.targets, events, artifacts: [] }, counts };
}

/** Describes the rules that applied, for the ledger. */
function reasonOf({ ofTenant, ofSpace }: SpaceRules): string {
  const say = (level: string, rules: readonly RetentionRule[]): string[] =>
    rules.map(({ kinds, maxAgeDays }) => `${level}: ${kinds?.join(', ') ?? 'all'} ${maxAgeDays} days`);
  return [...say('tenant', ofTenant), ...say('space', ofSpace)].join('; ').slice(0, 256);
}

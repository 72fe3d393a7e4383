import { isStanding, type ErasureScope, type Hold, type HoldScope } from '@total-recall/domain';
import type { Holds } from '@total-recall/ports';
import { LIMITS, TotalRecallError, type SubjectMark } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';
import { isInSpaces } from './is-in-spaces.ts';
import type { KnownErasures } from './known-erasures.ts';
import { withEventIds } from './with-event-ids.ts';

interface HoldDeskDeps extends Pick<EraseDeps, 'clock' | 'index' | 'sealer'> {
  /** Errors: `unavailable` if another process owns the tenant's part of the ledger. */
  readonly knownOf: (tenant: string) => KnownErasures;
  readonly newId: (tenant: string) => string;
  readonly markOf: () => Promise<SubjectMark>;
}

/**
 * Places and releases holds without waiting for erasures: a hold is in force from its ledger entry on, and later
 * erasures leave its data out.
 */
export function createHoldDesk(deps: HoldDeskDeps): Holds {
  const { knownOf, clock, newId } = deps;
  const find = (known: KnownErasures, tenant: string, id: string): Hold | undefined => known.holds(tenant).find((hold) => hold.id === id);
  return {
    async placeHold({ tenant, scope, name, reason, actor }) {
      const known = knownOf(tenant);
      const hasRoom = (): boolean => known.holds(tenant).filter(isStanding).length < LIMITS.holdsPerTenant;
      const recorded = await recordedScope(deps, tenant, scope);
      const id = newId(tenant);
      const space = 'space' in recorded && recorded.space !== undefined ? { space: recorded.space } : {};
      const act = { type: 'HoldPlaced', name, scope: recorded } as const;
      const entry = { id, tenant, at: clock.now(), actor, act, ...space, ...(reason !== undefined && { reason }) };
      const underWay = (): string[] =>
        known
          .all()
          .filter(({ requested, state }) => requested.tenant === tenant && state !== 'done')
          .map(({ requested }) => requested.id);
      let before: string[] = [];
      const isPlaced = await known.append(entry, () => {
        before = underWay();
        return hasRoom();
      });
      if (!isPlaced)
        throw new TotalRecallError('limit_reached', `At most ${LIMITS.holdsPerTenant} holds of a tenant stand at a time. Release one.`);
      return { ...find(known, tenant, id)!, underWay: before };
    },
    async releaseHold({ tenant, id, actor, reason, subjects }) {
      const known = knownOf(tenant);
      const hold = find(known, tenant, id);
      if (!hold) return undefined;
      if (subjects) await requireOwn(deps, hold, subjects);
      const act = { type: 'HoldReleased', holdId: id } as const;
      const entry = { id: newId(tenant), tenant, at: clock.now(), actor, act, ...(reason !== undefined && { reason }) };
      await known.append(entry, () => isStanding(find(known, tenant, id)!));
      return find(known, tenant, id);
    },
    hold: async (tenant, id) => find(knownOf(tenant), tenant, id),
    holds: async (tenant, { limit, released, spaces }) =>
      knownOf(tenant)
        .holds(tenant)
        .filter((hold) => released || isStanding(hold))
        .filter(({ scope }) => isInSpaces(spaces, scope))
        .slice(-limit)
        .toReversed(),
  };
}

/** Refuses the release of a hold that is not of one of these data subjects. Errors: `forbidden`. */
async function requireOwn({ markOf }: Pick<HoldDeskDeps, 'markOf'>, { tenant, scope }: Hold, subjects: readonly string[]): Promise<void> {
  const mark = await markOf();
  if (scope.kind === 'subject' && subjects.some((subject) => mark(tenant, subject) === scope.mark)) return;
  throw new TotalRecallError('forbidden', 'The key is bound to subjects, and releases holds of these alone.');
}

async function recordedScope(deps: HoldDeskDeps, tenant: string, asked: ErasureScope): Promise<HoldScope> {
  const scope = await withEventIds(deps, tenant, asked);
  if (scope.kind === 'subject') {
    const mark = (await deps.markOf())(tenant, scope.subject);
    return { kind: 'subject', mark, ...(scope.space !== undefined && { space: scope.space }) };
  }
  if (scope.kind === 'events') await refuseUnknown(deps, tenant, scope);
  return scope;
}

/** Refuses unknown event ids: a mistyped id would protect nothing, unnoticed. */
async function refuseUnknown(
  { index, sealer }: Pick<EraseDeps, 'index' | 'sealer'>,
  tenant: string,
  { space, eventIds }: Extract<ErasureScope, { kind: 'events' }>,
): Promise<void> {
  const events = await index.events(tenant, space, eventIds);
  const missing = events.findIndex((event) => event === undefined);
  if (missing >= 0) throw new TotalRecallError('not_found', `There is no event ${eventIds[missing]} here.`);
  const opened = await sealer.openAll(events.map((event) => event!.record));
  const gone = opened.find(({ body }) => body === 'erased');
  if (gone) throw new TotalRecallError('erased', `Event ${gone.envelope.id} was erased: there is nothing left to keep.`);
}

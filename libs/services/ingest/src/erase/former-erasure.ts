import type { ErasureScope } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { ErasurePlan } from './erasure-plan.ts';
import { takenBy, type KnownErasure, type KnownErasures } from './known-erasures.ts';

/** Plan of what was erased before, so that nothing is left to take. */
export const NOTHING_LEFT: ErasurePlan = {
  targets: { events: [], sessions: [], spaces: [], artifacts: [] },
  counts: { events: 0, quoting: 0, sessions: 0, spaces: 0, artifacts: 0 },
  kinds: {},
  held: { events: 0, holds: [], kinds: {}, eventIds: [] },
  erased: [],
};

/**
 * Returns the last erasure of a tenant that took all of a session, space, data subject or the tenant. The read model has
 * nothing of these left that could say so, as it has of single events; the ledger has. `subjectMark`: of the subject.
 */
export function formerErasure(
  known: Pick<KnownErasures, 'all'>,
  { tenant, scope, subjectMark }: { readonly tenant: string; readonly scope: ErasureScope; readonly subjectMark: string | undefined },
): KnownErasure | undefined {
  const tookIt = (one: KnownErasure): boolean => {
    const { act } = one.requested;
    const { sessions, spaces } = takenBy(one).targets;
    switch (scope.kind) {
      case 'session':
        return sessions.some(({ space, session }) => space === scope.space && session === scope.session) || spaces.includes(scope.space);
      case 'space':
        return spaces.includes(scope.space);
      case 'tenant':
        return act.scope.kind === 'tenant';
      case 'subject':
        return act.scope.kind === 'subject' && (act.scope.space ?? scope.space) === scope.space && act.subjectMark === subjectMark;
      case 'events':
        return false;
    }
  };
  return known.all().findLast((one) => one.requested.tenant === tenant && tookIt(one));
}

export function isNothingThere(error: unknown): boolean {
  return error instanceof TotalRecallError && error.code === 'not_found';
}

import type { Withheld } from '@total-recall/domain';
import type { EraseRequest } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { ErasurePlan } from './erasure-plan.ts';

/** Holds that an error names; its details have all. */
const NAMED = 5;

/**
 * Refuses with `held` what a hold keeps any part of, and names the holds. Where the request takes what is not held, that goes and the rest is said; of a space or a
 * tenant, which goes by its key or not at all, nothing goes while a hold reaches into it.
 */
export function refuseHeld({ held, targets }: ErasurePlan, { scope, exceptHeld }: Pick<EraseRequest, 'scope' | 'exceptHeld'>): void {
  const { holds, events } = held;
  if (holds.length === 0) return;
  const goesWhole = scope.kind === 'space' || scope.kind === 'tenant';
  const isAnythingLeft = targets.events.length > 0 || targets.sessions.length > 0;
  if (exceptHeld && !goesWhole && isAnythingLeft) return;
  const names = holds.slice(0, NAMED).map(({ id, name }) => `${id} (${name})`);
  const more = holds.length > NAMED ? ` and ${holds.length - NAMED} more` : '';
  const advice =
    goesWhole || !isAnythingLeft
      ? 'Nothing was erased.'
      : 'Nothing was erased; with exceptHeld what no hold keeps goes, and the rest stays.';
  throw new TotalRecallError('held', `Legal holds keep this: ${names.join(', ')}${more}. ${advice}`, { details: { events, holds } });
}

/** For the ledger and the certificate. */
export function withheldOf({ held: { events, holds } }: ErasurePlan): { readonly withheld?: Withheld } {
  return holds.length === 0 ? {} : { withheld: { events, holds } };
}

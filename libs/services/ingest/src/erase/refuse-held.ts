import type { Withheld } from '@total-recall/domain';
import type { EraseRequest } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { ErasurePlan } from './erasure-plan.ts';

/** Holds named in the message; the details list all. */
const NAMED = 5;

/**
 * Refuses with `held` if holds keep any part of an erasure, and names the holds. With `exceptHeld` the rest is erased
 * anyway. A space or tenant is erased by its key as a whole, so any hold in it blocks that.
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

/** Describes what holds keep, for the ledger and the certificate. */
export function withheldSummary({ held: { events, holds } }: ErasurePlan): { readonly withheld?: Withheld } {
  return holds.length === 0 ? {} : { withheld: { events, holds } };
}

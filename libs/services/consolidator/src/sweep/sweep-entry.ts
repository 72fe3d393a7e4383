import type { LedgerAct, NewLedgerEntry } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';

type EntryDeps = Pick<ConsolidatorDeps, 'clock'> & { readonly newId: (tenant: string) => string };

/** Actor of entries that a language model decided. */
export const MODEL_ACTOR = 'model';

/** Returns an entry about a space that the consolidator makes by itself, now: by rules, or as a language model proposed. */
export function sweepEntry({ newId, clock }: EntryDeps, place: SpacePlace, act: LedgerAct, actor = 'consolidator'): NewLedgerEntry {
  const { tenant, space } = place;
  return { tenant, space, id: newId(tenant), at: clock.now(), actor, act };
}

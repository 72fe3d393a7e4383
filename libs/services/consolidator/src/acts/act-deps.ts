import { byFirstSaid, knownUnit, type SpaceUnits } from '@total-recall/domain';
import type { Fact, SpacePlace } from '@total-recall/ports';
import { TotalRecallError, type RecentEntries } from '@total-recall/runtime';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import { replacingIn, type ListDeps } from '../facts/list-facts.ts';
import { asSaid, viewFacts } from '../facts/view-facts.ts';
import type { Reflections } from '../reflection/reflections.ts';
import type { SpaceTurns } from '../sweep/space-turns.ts';
import type { AppendActDeps } from './append-act.ts';

export interface ActDeps extends ListDeps, AppendActDeps, Pick<ConsolidatorDeps, 'ingest' | 'ledger' | 'observer' | 'takenIn'> {
  /** One who reads the units of a space and decides on them, after the other. */
  readonly deciding: SpaceTurns;
  /** Number of erasures of a tenant that were requested so far. */
  readonly erasures: (tenant: string) => number;
  /** Most units of one space. */
  readonly unitsPerSpace: number;
  /** By space, the first session of facts by hand that was not found erased. */
  readonly writtenIn: RecentEntries<number>;
  /** Brings settings into force that an undoing gave back, and says what became of each. */
  readonly settingsRestored: Reflections['restored'];
}

/** Shows those of these units that answers may hold. */
export async function factsOf(deps: ListDeps, place: SpacePlace, { units }: SpaceUnits, ids: readonly string[]): Promise<Fact[]> {
  const own = [...new Set(ids)].flatMap((id) => units.get(id) ?? []);
  const known = own.flatMap((unit) => knownUnit(units, unit, {}) ?? []);
  return (await viewFacts(deps, place, known.sort(byFirstSaid), undefined, replacingIn({ units }, {}))).map(asSaid);
}

/** Returns the error for a fact whose event was erased while it was decided about; `entryId` where that is in the ledger. */
export function erasedSince(details: { readonly entryId?: string } = {}): TotalRecallError {
  return new TotalRecallError('erased', 'This was erased while it was decided about. Write it again where it still holds.', { details });
}

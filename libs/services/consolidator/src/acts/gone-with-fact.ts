import { statedThereAlone, type SpaceUnits, type Unit } from '@total-recall/domain';

/** Most facts that are named as erased with one that was withdrawn. */
const MOST_NAMED = 64;

/** Facts that go with the events of another: ids of some, and the number of the rest. */
export interface GoneWithFact {
  readonly ids: readonly string[];
  readonly left: number;
}

/** Names the facts that go with the events of a withdrawn one. `mayName` tells which of them the caller may know of. */
export function goneWithFact(
  { units }: Pick<SpaceUnits, 'units'>,
  withdrawn: Unit,
  mayName: (unit: Pick<Unit, 'audience'>) => boolean,
): GoneWithFact {
  const found = statedThereAlone(withdrawn, units.values().filter(mayName));
  return { ids: found.slice(0, MOST_NAMED).map(({ id }) => id), left: Math.max(0, found.length - MOST_NAMED) };
}

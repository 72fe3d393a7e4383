import type { SpaceUnits, Unit } from '@total-recall/domain';

/** Most facts that are named as erased with one that was withdrawn. */
const MOST_NAMED = 64;

/** Facts that go with the events of another: ids of some, and the number of the rest. */
export interface StatedThereAlone {
  readonly ids: readonly string[];
  readonly left: number;
}

/**
 * Returns the facts of which no sentence is known but in the events of a withdrawn one: an erasure of these takes them for
 * good. Those that hold come first, then the latest. `mayName` tells which of them the caller may know of.
 */
export function statedThereAlone(
  { units }: Pick<SpaceUnits, 'units'>,
  withdrawn: Unit,
  mayName: (unit: Pick<Unit, 'audience'>) => boolean,
): StatedThereAlone {
  const own = new Set(withdrawn.evidence.map(({ eventId }) => eventId));
  const found = [...units.values()]
    .filter(({ id, evidence, ...unit }) => id !== withdrawn.id && evidence.every(({ eventId }) => own.has(eventId)) && mayName(unit))
    .filter(({ status }) => status.is !== 'tombstoned')
    .sort((a, b) => Number(b.status.is === 'current') - Number(a.status.is === 'current') || b.knownAt - a.knownAt);
  return { ids: found.slice(0, MOST_NAMED).map(({ id }) => id), left: Math.max(0, found.length - MOST_NAMED) };
}

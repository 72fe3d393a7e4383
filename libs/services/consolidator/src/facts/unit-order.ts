import { byFirstSaid, type SpaceUnits, type Unit } from '@total-recall/domain';

/** Returns the facts of a state by when they were first said. They are sorted once, and kept for as long as the state is. */
export type UnitOrder = (state: Pick<SpaceUnits, 'units'>) => readonly Unit[];

export function createUnitOrder(): UnitOrder {
  const sorted = new WeakMap<SpaceUnits['units'], readonly Unit[]>();
  return ({ units }) => {
    const before = sorted.get(units);
    if (before) return before;
    const inOrder = [...units.values()].sort(byFirstSaid);
    sorted.set(units, inOrder);
    return inOrder;
  };
}

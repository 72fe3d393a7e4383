import { withheldEvents, type SpaceUnits, type Unit } from '@total-recall/domain';

/** Most facts that are told as taken out of recall with one that was withdrawn, the latest. */
const MOST_TOLD = 8;

/**
 * Returns the current facts that recall does not find any more because the events of a withdrawn one are withheld: each
 * event that they name is, and at least one is an event of its own. Those that are private to another person are left out.
 */
export function alsoWithheld(state: Pick<SpaceUnits, 'units'>, unit: Unit): Unit[] {
  if (unit.status.is !== 'tombstoned' || !unit.status.withholds) return [];
  const own = new Set(unit.evidence.map(({ eventId }) => eventId));
  const withheld = withheldEvents(state);
  return [...state.units.values()]
    .filter(
      ({ status, audience, evidence }) =>
        status.is === 'current' &&
        (audience === undefined || audience === unit.audience) &&
        evidence.some(({ eventId }) => own.has(eventId)) &&
        evidence.every(({ eventId }) => withheld.has(eventId)),
    )
    .sort((a, b) => b.knownAt - a.knownAt)
    .slice(0, MOST_TOLD);
}

import type { StatedUnit, Unit } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import { readEvents } from '../facts/read-sources.ts';
import { reachIn, statedAt } from '../facts/stated-at.ts';
import type { ModelSweepDeps } from './model-deps.ts';

/** Units with what they state; those that cannot be read are left out. */
export async function readStatedUnits(deps: ModelSweepDeps, place: SpacePlace, units: readonly Unit[]): Promise<StatedUnit[]> {
  const places = units.map(({ evidence }) => evidence[0]!);
  const ids = places.map(({ eventId }) => eventId);
  const sources = await readEvents(deps, place, ids, { charsOf: reachIn(places) });
  return units.flatMap((unit) => {
    const source = sources.get(unit.evidence[0]!.eventId);
    const stated = statedAt(source, unit.label, unit.evidence[0]!);
    return source && stated ? [{ unit, stated, source: source.source }] : [];
  });
}

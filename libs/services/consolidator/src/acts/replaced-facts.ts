import { asRead, type NewUnit, type SpaceUnits, type Unit } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import { openUnitMarks } from '@total-recall/runtime';
import { readEvents } from '../facts/read-sources.ts';
import { foundUnit } from '../sweep/found-units.ts';
import type { ActDeps } from './act-deps.ts';
import { isAtOneTime } from './at-one-time.ts';

/** Facts that a written one replaces: those of its thing that are true at one time with it. */
export async function replacedBy(deps: ActDeps, place: SpacePlace, unit: NewUnit): Promise<Unit[]> {
  const { units } = await deps.unitsAt(place);
  const ofThing = [...units.values()].filter(({ key, status }) => key === unit.key && status.is === 'current');
  const written = { ...unit, knownAt: unit.evidence.at };
  return [...ofThing, ...(await writtenOtherwise(deps, place, unit, units))].filter((one) => isAtOneTime(one, written));
}

/** Most facts of persons that are read to find those of one thing, the latest. */
const MOST_WRITTEN = 256;

/** Facts of the same thing that were written when a key still held an attribute letter by letter. */
async function writtenOtherwise(deps: ActDeps, place: SpacePlace, unit: NewUnit, units: SpaceUnits['units']): Promise<Unit[]> {
  const written = [...units.values()]
    .filter(
      ({ label, subject, key, status, byPerson }) =>
        byPerson && label === unit.label && subject === unit.subject && key !== unit.key && status.is === 'current',
    )
    .slice(-MOST_WRITTEN);
  if (written.length === 0) return [];
  const marks = await openUnitMarks(deps, place);
  const ids = written.map(({ evidence }) => evidence[0]!.eventId);
  const said = await readEvents(deps, place, ids);
  return written.filter((_, at) => {
    const read = said.get(ids[at]!);
    if (!read?.isWritten) return false;
    return foundUnit(read.source, asRead(read.facts[0]!), { reader: deps.reader, marks }).unit.key === unit.key;
  });
}

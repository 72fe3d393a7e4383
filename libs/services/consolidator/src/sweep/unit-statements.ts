import type { FactSource, StatedFact, Unit } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import type { UnitMarks } from '@total-recall/runtime';
import type { FactReader } from '../consolidator-deps.ts';
import { readEvents, type ReadDeps, type ReadSource } from '../facts/read-sources.ts';
import { reachIn, statedAt } from '../facts/stated-at.ts';

/** Marks a unit whose sentence states nothing by the present reader: another version of it has read more there. */
export const UNREAD = 'unread';

/** Facts that units state, by their ids; without those whose event is gone. */
export async function statementsOf(
  deps: ReadDeps,
  place: SpacePlace,
  marks: UnitMarks,
  units: readonly Unit[],
): Promise<[string, StatedFact | typeof UNREAD][]> {
  if (units.length === 0) return [];
  const places = units.map(({ evidence }) => evidence[0]!);
  const ids = places.map(({ eventId }) => eventId);
  const sources = await readEvents(deps, place, ids, { charsOf: reachIn(places) });
  return units.flatMap((unit): [string, StatedFact | typeof UNREAD][] => {
    const source = sources.get(unit.evidence[0]!.eventId);
    if (!source) return [];
    const says = statementIn(source, unit, ofKey(deps.reader, marks, source.source, unit.key));
    if (says) return [[unit.id, says]];
    // No version of the reader reads places that a model pointed to.
    return unit.evidence[0]!.points ? [] : [[unit.id, UNREAD]];
  });
}

export function ofKey({ keyOf }: FactReader, marks: UnitMarks, source: FactSource, key: string): (fact: StatedFact) => boolean {
  return (fact) => {
    const words = keyOf(fact, source);
    return words !== undefined && marks.key(words) === key;
  };
}

/**
 * Returns the fact that begins at the place of a unit, or the one of its key in its sentence, where another version of the
 * reader found it.
 */
function statementIn(
  source: ReadSource,
  { label, evidence: [place] }: Unit,
  isOfKey: (fact: StatedFact) => boolean,
): StatedFact | undefined {
  const says = statedAt(source, label, place!);
  if (place!.points || (says && isOfKey(says))) return says;
  return source.facts.find((fact) => fact.from < place!.to && place!.from < fact.to && isOfKey(fact)) ?? says;
}

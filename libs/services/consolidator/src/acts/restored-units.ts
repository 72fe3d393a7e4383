import { isWrittenSession, type AnyUnit, type SpaceUnits, type TailEntry, type Unit, type UnitDecision } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import { readEvents, type ReadDeps } from '../facts/read-sources.ts';
import { reachIn, statedAt } from '../facts/stated-at.ts';
import { replacedSince, type KnownFact } from '../sweep/decide-facts.ts';
import { isAtOneTime } from './at-one-time.ts';

/** Most facts that an undoing reads: at most half of them come back, the others were said of the same things. */
const MOST_READ = 512;

/**
 * Decides about the facts that an undoing gives back: what was said of the same thing since replaces them, as it would
 * have done if they had held then. What a person wrote of it since holds alone, as where it is written.
 */
export async function decideRestored(
  deps: ReadDeps & Pick<ConsolidatorDeps, 'reader'>,
  place: SpacePlace,
  { units, tail }: Pick<SpaceUnits, 'units' | 'tail'>,
  { before }: Pick<TailEntry, 'before'>,
): Promise<UnitDecision[]> {
  const changed = new Set(before.map(([id]) => id));
  // A person who undoes that one fact replaced another says that it does not.
  const isGone = (id: string): boolean => {
    const status = units.get(id)?.status;
    return status?.is === 'tombstoned' || (status?.is === 'superseded' && changed.has(status.by));
  };
  const back = before.flatMap(([id, unit]) => (unit && !('kind' in unit) && unit.status.is === 'current' && isGone(id) ? [unit] : []));
  const restored = latestOfEach(back, MOST_READ / 2);
  if (restored.length === 0) return [];
  const keys = new Set(restored.map(({ key }) => key));
  const others = [...units.values()].filter(({ id, key }) => keys.has(key) && !changed.has(id));
  const read = [...restored, ...latestOfEach(others, MOST_READ - restored.length)];
  const byKey = Map.groupBy(await statedBy(deps, place, read), ({ unit }) => unit.key);
  const takenBack = undoneReplacements(tail);
  return restored.flatMap((unit) => {
    const undone = takenBack.get(unit.id);
    const ofThing = (byKey.get(unit.key) ?? []).filter((one) => !undone?.has(one.unit.id));
    const own = ofThing.find((one) => one.unit.id === unit.id);
    const written = ofThing.find((one) => isWrittenSince(one.unit, unit));
    if (written) return [{ do: 'supersede', unit: unit.id, by: written.unit.id, reason: 'later_statement' }];
    return own ? replacedSince(own, ofThing, deps.reader.compare) : [];
  });
}

/** Returns true for what a person wrote of the same thing since: it holds alone, in whatever words. */
function isWrittenSince({ byPerson, status, evidence, ...dated }: Unit, unit: Unit): boolean {
  const isWritten = byPerson && status.is === 'current' && isWrittenSession(evidence[0]!.session);
  return isWritten && dated.id !== unit.id && dated.audience === unit.audience && dated.knownAt >= unit.knownAt && isAtOneTime(dated, unit);
}

/** Returns, by unit, those that replaced it until a person undid that. */
function undoneReplacements(tail: SpaceUnits['tail']): ReadonlyMap<string, ReadonlySet<string>> {
  const entries = new Map(tail.map((entry) => [entry.id, entry]));
  const undone = new Map<string, Set<string>>();
  for (const { before, undoneBy } of tail) {
    const undoing = undoneBy === undefined ? undefined : entries.get(undoneBy);
    const earlier = new Map(before);
    // An undoing holds the units as the entry that it undid had left them.
    for (const [id, unit] of undoing?.before ?? []) {
      const by = replacementOf(unit);
      if (by === undefined || by === replacementOf(earlier.get(id))) continue;
      undone.set(id, (undone.get(id) ?? new Set()).add(by));
    }
  }
  return undone;
}

function replacementOf(unit: AnyUnit | null | undefined): string | undefined {
  return unit?.status.is === 'superseded' ? unit.status.by : undefined;
}

/** Returns so many units at most: the latest of each thing, then the next of each, so that none takes the room of another. */
function latestOfEach(units: readonly Unit[], most: number): readonly Unit[] {
  if (units.length <= most) return units;
  const ofThings = [...Map.groupBy(units, ({ key }) => key).values()];
  const ranked = ofThings.flatMap((ofThing) => ofThing.toSorted((a, b) => b.knownAt - a.knownAt).map((unit, rank) => ({ unit, rank })));
  const first = ranked.sort((a, b) => a.rank - b.rank).slice(0, most);
  return first.map(({ unit }) => unit);
}

/** Returns units with what they state; without those whose event is gone. */
async function statedBy(deps: ReadDeps, place: SpacePlace, units: readonly Unit[]): Promise<KnownFact[]> {
  const places = units.map(({ evidence }) => evidence[0]!);
  const ids = places.map(({ eventId }) => eventId);
  const sources = await readEvents(deps, place, ids, { charsOf: reachIn(places), leavesFacts: true });
  return units.flatMap((unit) => {
    const stated = statedAt(sources.get(unit.evidence[0]!.eventId), unit.label, unit.evidence[0]!);
    return stated ? [{ unit, stated }] : [];
  });
}

import { knownUnits, type UnitMoment } from './known-units.ts';
import type { SpaceUnits } from './space-units.ts';
import type { Unit, UnitEvidence } from './unit.ts';

/** A sentence of an event that a later statement replaced. */
export interface ReplacedSentence extends Pick<UnitEvidence, 'from' | 'to'> {
  /** The sentence that says it now. */
  readonly by: UnitEvidence;
}

/** Most supersessions that are followed from a sentence to the one that says it now. */
const MOST_STEPS = 64;

/**
 * Returns the sentences that later statements replaced, by the id of their event. What a person forgot neither replaces nor is
 * named; where the statement that replaced a sentence was replaced itself, the last one counts.
 */
export function replacedSentences(
  state: Pick<SpaceUnits, 'units'>,
  { asOf }: Pick<UnitMoment, 'asOf'> = {},
): Map<string, ReplacedSentence[]> {
  const known = asOf === undefined ? state.units : new Map(knownUnits(state, { asOf }).map((unit) => [unit.id, unit]));
  const replaced = new Map<string, ReplacedSentence[]>();
  for (const unit of known.values()) {
    const by = unit.status.is === 'superseded' ? statementBy(lastOf(known, unit), asOf) : undefined;
    if (by === undefined) continue;
    for (const { eventId, from, to, at } of unit.evidence) {
      // The same words said again after the change are no longer the old statement.
      if (at > by.at || (eventId === by.eventId && from === by.from)) continue;
      const own = replaced.get(eventId);
      if (own === undefined) replaced.set(eventId, [{ from, to, by }]);
      else own.push({ from, to, by });
    }
  }
  return replaced;
}

/** The last unit that replaced one and was not forgotten; undefined where all were. */
function lastOf(known: ReadonlyMap<string, Unit>, unit: Unit): Unit | undefined {
  let last: Unit | undefined;
  let { status } = unit;
  for (let steps = 0; steps < MOST_STEPS && status.is === 'superseded'; steps += 1) {
    const next = known.get(status.by);
    if (next === undefined || next.id === unit.id) break;
    if (next.status.is !== 'tombstoned') last = next;
    ({ status } = next);
  }
  return last;
}

/** Returns the evidence that said a unit first. */
function statementBy(unit: Unit | undefined, asOf = Infinity): UnitEvidence | undefined {
  const said = unit?.evidence.filter(({ at }) => at <= asOf) ?? [];
  return said.reduce<UnitEvidence | undefined>((first, one) => (first === undefined || one.at < first.at ? one : first), undefined);
}

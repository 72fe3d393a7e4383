import { byImportance } from '../digest/render-digest.ts';
import type { SpaceUnits } from '../unit/space-units.ts';
import { holdsAt, untilOf } from '../unit/known-units.ts';
import { FACT_LABELS, type Unit, type UnitEvidence } from '../unit/unit.ts';
import type { FactTimes } from './fact-line.ts';
import type { ChosenFact, KnowledgeChoice } from './knowledge-choice.ts';

/** A unit that may be shown, with the sentence that would be. */
export interface UnitToShow {
  readonly unit: Unit;
  readonly evidence: UnitEvidence;
  /** Since when it is true, in epoch milliseconds. */
  readonly since: number;
}

/** Returns since when a unit is true: by the text's own date, else since the shown sentence was said. */
function shownSince({ validFrom }: Pick<Unit, 'validFrom'>, { at }: Pick<UnitEvidence, 'at'>): number {
  return validFrom ?? at;
}

/**
 * Returns the units that hold at a time and that windows may show, the most important first. Private ones are among them; see
 * `isFor`. A sentence in an event that a person withheld from recall is never shown.
 */
export function unitsToShow(state: Pick<SpaceUnits, 'units'>, at: number, withheld: ReadonlySet<string>): UnitToShow[] {
  const found: (UnitToShow & Parameters<typeof byImportance>[0])[] = [];
  for (const unit of state.units.values()) {
    const { id, label, byPerson, statements } = unit;
    if (!FACT_LABELS.includes(label) || !holdsAt(unit, untilOf(state.units, unit), at)) continue;
    const evidence = unit.evidence.find(({ eventId }) => !withheld.has(eventId));
    if (evidence) found.push({ unit, evidence, id, byPerson, statements, since: shownSince(unit, evidence) });
  }
  return found.sort(byImportance);
}

/** Returns true for what everybody who reads the space may see, and for what is private to this person. */
export function isFor(unit: Pick<Unit, 'audience'>, audience: string | undefined): boolean {
  return unit.audience === undefined || unit.audience === audience;
}

/**
 * Returns the facts of a choice that may still be shown. What was forgotten, corrected by a person, undone or erased is left out
 * at once; what a later statement replaced, or others stand for now, stays until the next choice, so that prompt caches
 * stay valid.
 */
export function stillShown(
  { facts }: Pick<KnowledgeChoice, 'facts'>,
  state: Pick<SpaceUnits, 'units'>,
  { audience, withheld }: { readonly audience: string | undefined; readonly withheld: ReadonlySet<string> },
): { readonly fact: ChosenFact; readonly times: FactTimes }[] {
  return facts.flatMap((fact) => {
    const unit = state.units.get(fact.unit);
    const evidence = unit?.evidence.find(({ eventId, from }) => eventId === fact.eventId && from === fact.from);
    if (!unit || !evidence || !stands(unit) || withheld.has(fact.eventId) || !isFor(unit, audience)) return [];
    return [{ fact, times: timesOf(unit, evidence) }];
  });
}

/** Returns the times of a fact by its own words, which do not change with what is said later. */
export function timesOf(unit: Pick<Unit, 'validFrom' | 'validTo'>, evidence: Pick<UnitEvidence, 'at'>): FactTimes {
  const { validTo } = unit;
  return { since: shownSince(unit, evidence), at: evidence.at, ...(validTo !== undefined && { until: validTo }) };
}

function stands({ status }: Unit): boolean {
  return status.is !== 'tombstoned' && !(status.is === 'superseded' && status.reason === 'corrected');
}

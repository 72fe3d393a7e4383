import { byImportance, holdsAt, isFor, knownUnit, type SpaceUnits, type Unit, type UnitEvidence } from '@total-recall/domain';

/** A fact that holds, with the sentence that said it last. */
export interface CurrentStatement {
  readonly unit: Unit;
  readonly evidence: UnitEvidence;
}

export interface StatementsAt {
  /** Time at which they hold. */
  readonly moment: number;
  /** Only evidence that had occurred by then counts; all where absent. */
  readonly asOf: number | undefined;
  /** Keyed hash of the person whose private facts may be used, too. */
  readonly audience: string | undefined;
  /** Events that a person withheld from recall. */
  readonly withheld: ReadonlySet<string>;
}

/**
 * Lists the facts of a space that hold at a moment and may say how somebody wants things done or what he likes: rules first,
 * then facts of persons, the most important of each first.
 */
export function currentStatements(
  state: Pick<SpaceUnits, 'units'>,
  { moment, asOf, audience, withheld }: StatementsAt,
): CurrentStatement[] {
  const found: (CurrentStatement & Parameters<typeof byImportance>[0])[] = [];
  for (const unit of state.units.values()) {
    if ((unit.label !== 'feedback' && unit.label !== 'user') || !isFor(unit, audience)) continue;
    const one = knownUnit(state.units, unit, asOf === undefined ? {} : { asOf });
    if (one === undefined || !holdsAt(one, one.until, moment)) continue;
    const evidence = one.evidence.findLast(({ eventId }) => !withheld.has(eventId));
    const { id, byPerson, statements } = one;
    if (evidence) found.push({ unit, evidence, id, byPerson, statements, since: evidence.at });
  }
  return found.sort((a, b) => Number(a.unit.label === 'user') - Number(b.unit.label === 'user') || byImportance(a, b));
}

import {
  byImportance,
  holdsAt,
  isFor,
  knownUnit,
  type FactLabel,
  type SpaceUnits,
  type Unit,
  type UnitEvidence,
} from '@total-recall/domain';

/** A fact that holds, with the sentence that said it last. */
export interface CurrentStatement {
  readonly unit: Unit;
  readonly evidence: UnitEvidence;
}

export interface StatementsAt {
  readonly labels: readonly FactLabel[];
  /** Time at which they hold. */
  readonly moment: number;
  /** Only evidence that had occurred by then counts; all where absent. */
  readonly asOf: number | undefined;
  /** Keyed hash of the person whose private facts may be used, too. */
  readonly audience: string | undefined;
  /** Events that a person withheld from recall. */
  readonly withheld: ReadonlySet<string>;
}

/** Lists the facts of these labels that hold at a moment in a space: those of persons last, the most important first. */
export function currentStatements(
  state: Pick<SpaceUnits, 'units'>,
  { labels, moment, asOf, audience, withheld }: StatementsAt,
): CurrentStatement[] {
  const found: (CurrentStatement & Parameters<typeof byImportance>[0])[] = [];
  for (const unit of state.units.values()) {
    if (!labels.includes(unit.label) || !isFor(unit, audience)) continue;
    const one = knownUnit(state.units, unit, asOf === undefined ? {} : { asOf });
    if (one === undefined || !holdsAt(one, one.until, moment)) continue;
    const evidence = one.evidence.findLast(({ eventId }) => !withheld.has(eventId));
    const { id, byPerson, statements } = one;
    if (evidence) found.push({ unit, evidence, id, byPerson, statements, since: evidence.at });
  }
  return found.sort((a, b) => Number(a.unit.label === 'user') - Number(b.unit.label === 'user') || byImportance(a, b));
}

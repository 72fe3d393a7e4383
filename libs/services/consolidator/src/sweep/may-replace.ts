import { isOneAudience, type FactLabel, type NewUnit, type StatedFact } from '@total-recall/domain';

/** A fact, or what states it, as far as it says whose it is. */
interface OfSomebody {
  readonly unit: Pick<NewUnit, 'label' | 'audience'>;
  readonly stated?: Pick<StatedFact, 'saidBy'>;
}

/** Labels of facts that are a person's own where their event names one. */
const PERSONAL: readonly FactLabel[] = ['user', 'feedback'];

/**
 * Returns true where a statement may replace a fact: all who see the fact see the statement, too, and what is private to a
 * person is replaced by what bears that person's label alone. The name of a speaker is no label: whoever appends may write
 * any. A rule of the work is seen by all, and tells who said it. Source: ADR 0313.
 */
export function mayReplace(old: OfSomebody, by: OfSomebody): boolean {
  const [from, to] = [old.unit.audience, by.unit.audience];
  if (!isOneAudience(old.unit, by.unit)) return false;
  if (from === to || !PERSONAL.includes(old.unit.label)) return true;
  return by.stated?.saidBy !== undefined && by.stated.saidBy === old.stated?.saidBy;
}

import { tellingWords, type FactSource, type Unit } from '@total-recall/domain';
import type { UnitMarks } from '@total-recall/runtime';
import type { FactReader } from '../consolidator-deps.ts';
import type { FoundFact } from './decide-facts.ts';
import type { PageUnits } from './page-units.ts';

/**
 * Returns units of other keys that a found fact may follow, or be followed by, in a chain of changes: those of the key of
 * what it turned to, and those with the words of what it leaves. What they state has to be read and compared. Source: ADR 0218.
 */
export function chainedUnits(
  { reader, marks }: { readonly reader: FactReader; readonly marks: UnitMarks },
  { unit, stated }: FoundFact,
  source: FactSource,
  { ofKey, where }: Pick<PageUnits, 'ofKey' | 'where'>,
): Unit[] {
  const turned = reader.turnedTo?.(stated);
  const turnedKey = turned && reader.keyOf(turned, source);
  const since = turnedKey === undefined ? [] : ofKey(marks.key(turnedKey));
  const left = reader.leaves?.(stated);
  const words = left ? tellingWords(left.words).map(marks.word) : [];
  if (words.length === 0) return [...since];
  const mayBeLeft = ({ label, subject, key, marks: own = [] }: Unit): boolean =>
    label === unit.label &&
    subject === unit.subject &&
    key !== unit.key &&
    (left?.isOne ? words.some((word) => own.includes(word)) : words.every((word) => own.includes(word)));
  return [...new Set([...since, ...where(mayBeLeft)])];
}

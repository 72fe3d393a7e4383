import type { UnitMarks } from '@total-recall/runtime';
import { MOST_MARKS, tellingWords, type FactSource, type NewUnit, type StatedFact } from '@total-recall/domain';
import type { FactReader } from '../consolidator-deps.ts';
import { evidenceOf, type FoundFact } from './decide-facts.ts';

/** The unit that a stated fact would become. Facts that nothing replaces have the words of their sentence as key. */
export function foundUnit(
  source: FactSource,
  stated: StatedFact,
  { reader, marks }: { readonly reader: Pick<FactReader, 'keyOf'>; readonly marks: UnitMarks },
): FoundFact {
  const key = reader.keyOf(stated, source) ?? `${stated.label} ${stated.subject} ${wordsOf(source.text.slice(stated.from, stated.to))}`;
  const { label, subject, validFrom, validTo } = stated;
  const unit: NewUnit = {
    id: `${source.eventId}.${stated.from}`,
    label,
    key: marks.key(key),
    subject: marks.subject(subject),
    ...(isOwn(stated) && source.subject !== undefined && { audience: marks.subject(source.subject) }),
    evidence: evidenceOf(source, stated),
    marks: tellingWords(`${subject} ${source.text.slice(stated.from, stated.to)}`)
      .slice(0, MOST_MARKS)
      .map(marks.word),
    ...(validFrom !== undefined && { validFrom }),
    ...(validTo !== undefined && { validTo }),
  };
  return { unit, stated };
}

/** Returns true for facts that are for the person who said them alone, where their event names one. */
function isOwn({ label, isOfWork }: StatedFact): boolean {
  return label === 'user' || (label === 'feedback' && isOfWork !== true);
}

function wordsOf(sentence: string): string {
  return (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

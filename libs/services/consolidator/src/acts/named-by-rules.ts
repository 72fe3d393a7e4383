import { inFirstPerson, type StatedFact } from '@total-recall/domain';
import type { NewFact } from '@total-recall/ports';
import type { FactReader } from '../consolidator-deps.ts';

/**
 * Adds what the rules read in the sentence of a fact that a person writes without an attribute or a value: those, and
 * since when and until when it holds. A sentence about a person that the rules do not read is tried as that person would
 * say it. Unchanged where they read nothing of the kind that is named, or several facts.
 */
export function namedByRules(reader: FactReader, fact: NewFact, at: number): NewFact {
  if (fact.attribute !== undefined || fact.value !== undefined) return fact;
  const read = readAs(reader, fact, at);
  if (read?.attribute === undefined || read.ends === true) return fact;
  const { attribute, value, validFrom, validTo } = read;
  return {
    ...fact,
    attribute,
    ...(value !== undefined && { value }),
    ...(fact.validFrom === undefined && validFrom !== undefined && { validFrom }),
    ...(fact.validTo === undefined && validTo !== undefined && { validTo }),
  };
}

function readAs(reader: FactReader, { label, subject, text }: NewFact, at: number): StatedFact | undefined {
  const read = onlyFactOf(reader, text, at);
  // A person who is named says "I" of himself: "I live in Ghent" about Nora is Nora's home.
  if (read?.label === label && (read.subject === subject || (label === 'user' && read.subject === 'user'))) return read;
  const own = label === 'user' ? inFirstPerson(text, subject) : undefined;
  const said = own === undefined ? undefined : onlyFactOf(reader, own, at);
  return said?.label === label ? said : undefined;
}

/** Returns the value that the rules read of an attribute in a sentence that corrects it; undefined where they read none. */
export function valueByRules(reader: FactReader, text: string, { label, attribute }: StatedFact, at: number): string | undefined {
  const read = attribute === undefined ? undefined : onlyFactOf(reader, text, at);
  return read?.label === label && read.attribute === attribute && read.endsKnown === undefined ? read.value : undefined;
}

/** Returns the fact that the rules read in a sentence; undefined where they read none, or several. */
export function onlyFactOf(reader: FactReader, text: string, at: number): StatedFact | undefined {
  const source = { eventId: '', session: '', ordinal: 0, kind: 'user_message', occurredAt: at, text: text.trim() } as const;
  const [read, ...more] = reader.read(source);
  return more.length === 0 ? read : undefined;
}

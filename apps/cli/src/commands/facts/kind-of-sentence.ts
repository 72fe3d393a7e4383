import { inFirstPerson, readFacts, type FactLabel, type StatedFact } from '@total-recall/domain';

/** Fields that somebody may name of a fact that he writes. */
export interface NamedKind {
  readonly label?: FactLabel;
  readonly subject?: string;
  readonly attribute?: string;
  readonly value?: string;
}

/**
 * Returns of what sort a sentence is and whom it is about: what is named, else what the rules read in it where it states one
 * thing, else a fact of the project. So "I live in Ghent" and "The user lives in Ghent" are the user's home, and replace the
 * one before. A named subject
 * other than `project` may be a person, so the fact is private to it unless a label says that all may read it.
 */
export function kindOfSentence(
  text: string,
  { label, subject, attribute, value }: NamedKind,
  occurredAt: number,
): { readonly label: FactLabel; readonly subject: string } {
  const isNamed = [label, subject, attribute, value].some((one) => one !== undefined);
  const read = isNamed ? undefined : readAlone(text, occurredAt);
  if (read) return { label: read.label, subject: read.subject };
  const isOfProject = subject === undefined || subject.trim().toLowerCase() === 'project';
  return { label: label ?? (isOfProject ? 'project' : 'user'), subject: subject ?? (label === 'user' ? 'user' : 'project') };
}

/** Returns the one fact that a sentence states, in its words or as the user would say it. */
function readAlone(text: string, at: number): StatedFact | undefined {
  const read = onlyFactOf(text, at);
  if (read !== undefined) return read;
  const own = inFirstPerson(text, 'user');
  const said = own === undefined ? undefined : onlyFactOf(own, at);
  return said?.label === 'user' ? said : undefined;
}

function onlyFactOf(text: string, occurredAt: number): StatedFact | undefined {
  const [read, ...more] = readFacts({ eventId: '', session: '', ordinal: 0, kind: 'user_message', occurredAt, text: text.trim() });
  return more.length === 0 ? read : undefined;
}

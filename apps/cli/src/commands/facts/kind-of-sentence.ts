import { readFacts, type FactLabel } from '@total-recall/domain';

/** Fields that somebody may name of a fact that he writes. */
export interface NamedKind {
  readonly label?: FactLabel;
  readonly subject?: string;
  readonly attribute?: string;
  readonly value?: string;
}

/**
 * Returns of what sort a sentence is and whom it is about: what is named, else what the rules read in it where it states one
 * thing, else a fact of the project. So "I live in Ghent" is the user's home, and replaces the one before. A named subject
 * other than `project` may be a person, so the fact is private to it unless a label says that all may read it.
 */
export function kindOfSentence(
  text: string,
  { label, subject, attribute, value }: NamedKind,
  occurredAt: number,
): { readonly label: FactLabel; readonly subject: string } {
  const isNamed = [label, subject, attribute, value].some((one) => one !== undefined);
  const [read, ...more] = isNamed
    ? []
    : readFacts({ eventId: '', session: '', ordinal: 0, kind: 'user_message', occurredAt, text: text.trim() });
  if (read && more.length === 0) return { label: read.label, subject: read.subject };
  const isOfProject = subject === undefined || subject.trim().toLowerCase() === 'project';
  return { label: label ?? (isOfProject ? 'project' : 'user'), subject: subject ?? (label === 'user' ? 'user' : 'project') };
}

import { inFirstPerson } from './in-first-person.ts';
import { readFacts } from './read-facts.ts';
import type { FactLabel } from '../unit/unit.ts';
import type { StatedFact } from './stated-fact.ts';

/** Fields that somebody may name of a fact that is written by hand. */
export interface NamedKind {
  readonly label?: FactLabel;
  readonly subject?: string;
}

/** Begins a sentence of somebody about himself. */
const OF_SPEAKER = /^\s*(?:I|I['’](?:m|ve|d|ll)|my)(?![\p{L}'’])/iu;

/**
 * Returns of what sort a sentence is and whom it is about: what is named, else what the rules read in it, in its words or as
 * the user would say it, else a fact of the project. So "I live in Ghent" and "The user lives in Ghent" are the user's home,
 * and replace the one before. What the user says of himself is his own, also where the rules read nothing in it or several
 * things. A named subject other than `project` may be a person, so the fact is private to it unless a label says that all
 * may read it.
 */
export function kindOfSentence(
  text: string,
  { label, subject }: NamedKind,
  occurredAt: number,
): { readonly label: FactLabel; readonly subject: string } {
  if (label === undefined && subject === undefined) return kindSaid(text, occurredAt);
  const isOfProject = subject === undefined || subject.trim().toLowerCase() === 'project';
  return { label: label ?? (isOfProject ? 'project' : 'user'), subject: subject ?? (label === 'user' ? 'user' : 'project') };
}

function kindSaid(text: string, at: number): { readonly label: FactLabel; readonly subject: string } {
  const own = inFirstPerson(text, 'user');
  const [first, ...more] = [...factsOf(text, at), ...(own === undefined ? [] : factsOf(own, at))];
  const isUsers = first?.label === 'user' || more.some(({ label }) => label === 'user');
  if (first !== undefined && more.length === 0) return { label: first.label, subject: first.subject };
  return isUsers || own !== undefined || OF_SPEAKER.test(text)
    ? { label: 'user', subject: 'user' }
    : { label: 'project', subject: 'project' };
}

function factsOf(text: string, occurredAt: number): readonly StatedFact[] {
  return readFacts({ eventId: '', session: '', ordinal: 0, kind: 'user_message', occurredAt, text: text.trim() });
}

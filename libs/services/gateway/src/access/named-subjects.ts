import type { RouteId } from '@total-recall/contracts';
import { isGuardedKind, speakerName, writtenFact, type NewEvent } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { Caller } from '../gateway.ts';

/** The parts of a checked call that may name a data subject. */
interface Naming {
  readonly query?: { readonly subject?: string };
  readonly body?: { readonly subject?: string };
}

/** Subjects of facts by hand that name nobody: the work, and whoever is asked. */
const NOBODYS: readonly (string | undefined)[] = ['project', 'user'];

/**
 * Refuses a call that names a data subject to which its key is not bound: in a question about facts or units, and of a
 * fact by hand of any label, an erasure, a hold or an import. A key without subjects may name any. Errors: `forbidden`.
 */
export function refuseForeignSubjects(routeId: RouteId, caller: Pick<Caller, 'subjects'>, input: unknown): void {
  const { query, body } = input as Naming;
  refuseForeign(caller, [query?.subject]);
  // Whom a fact is about may be read from its sentence.
  if (routeId !== 'rememberFact') refuseForeign(caller, [body?.subject]);
}

/** Refuses a fact by hand about a subject to which a key is not bound. Errors: `forbidden`. */
export function requireOwnFact(caller: Pick<Caller, 'subjects'>, subject: string): void {
  if (!NOBODYS.includes(subject)) refuseForeign(caller, [subject], ' A fact of the work has the subject project.');
}

/** Refuses names of data subjects to which a key is not bound. Errors: `forbidden`. */
export function refuseForeign({ subjects }: Pick<Caller, 'subjects'>, named: readonly (string | undefined)[], advice = ''): void {
  if (subjects === undefined || named.every((name) => name === undefined || subjects.includes(name))) return;
  throw new TotalRecallError('forbidden', `The key is bound to other subjects than the one that the call names.${advice}`);
}

/**
 * Refuses events of data subjects to which a key is not bound, and those that would speak for another person: a user
 * message, or what windows keep whole (objective, constraint, persona, knowledge), of a speaker (`meta.agent`) who is none
 * of its subjects, and a fact about a person that was written by hand, unless they bear the label of one of its subjects
 * (`meta.subject`), which makes what they state private to that one. Speakers are compared without case, as facts do.
 * Errors: `forbidden`.
 */
export function refuseForeignEvents(caller: Pick<Caller, 'subjects'>, events: readonly NewEvent[]): void {
  const { subjects } = caller;
  if (subjects === undefined) return;
  const labels = events.map(({ meta }) => meta?.subject);
  refuseForeign(caller, labels);
  const own = new Set(['user', ...subjects.map((name) => name.trim().toLowerCase())]);
  const at = events.findIndex((event) => event.meta?.subject === undefined && personsOf(event).some((name) => !own.has(name)));
  if (at === -1) return;
  throw new TotalRecallError(
    'forbidden',
    `events[${at}]: these are words of, or a fact about, a person to whom the key is not bound. Name one of its subjects as meta.subject.`,
  );
}

/** Persons for whom an event speaks, in lower case: its speaker, and whom a fact that was written by hand is about. */
function personsOf({ kind, text = '', meta = {} }: NewEvent): readonly string[] {
  const written = writtenFact({ meta, text });
  // A message of an agent to one that it started states nothing.
  const isOfParentAgent = kind === 'user_message' && meta.parentAgent !== undefined && written === undefined;
  const speaks = (kind === 'user_message' || isGuardedKind(kind)) && !isOfParentAgent;
  return [
    // Titles name the agent of these kinds, whatever the kind by which facts compare speakers.
    ...(speaks ? [speakerName({ kind: 'user_message', ...meta })] : []),
    ...(written?.label === 'user' ? [written.subject.trim().toLowerCase()] : []),
  ];
}

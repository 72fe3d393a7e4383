import type { RouteId } from '@total-recall/contracts';
import { speakerName, writtenFact, type NewEvent } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { Caller } from '../gateway.ts';

/** The parts of a checked call that may name a data subject. */
interface Naming {
  readonly query?: { readonly subject?: string };
  readonly body?: { readonly subject?: string; readonly label?: string };
}

/** Labels of facts by hand that are nobody's: their subject is a thing of the work. */
const OF_THE_WORK: readonly (string | undefined)[] = ['feedback', 'project', 'reference'];

/**
 * Refuses a call that names a data subject to which its key is not bound: in a question about facts or units, and of a
 * private fact, an erasure, a hold or an import. A key without subjects may name any. Errors: `forbidden`.
 */
export function refuseForeignSubjects(routeId: RouteId, caller: Pick<Caller, 'subjects'>, input: unknown): void {
  const { query, body } = input as Naming;
  const isShared = routeId === 'rememberFact' && (OF_THE_WORK.includes(body?.label) || body?.subject === 'user');
  refuseForeign(caller, [query?.subject, isShared ? undefined : body?.subject]);
}

/** Refuses names of data subjects to which a key is not bound. Errors: `forbidden`. */
export function refuseForeign({ subjects }: Pick<Caller, 'subjects'>, named: readonly (string | undefined)[]): void {
  if (subjects === undefined || named.every((name) => name === undefined || subjects.includes(name))) return;
  throw new TotalRecallError('forbidden', 'The key is bound to other subjects than the one that the call names.');
}

/**
 * Refuses events of data subjects to which a key is not bound, and those that would state a fact of another person: words
 * of a speaker (`meta.agent`) who is none of its subjects, and a fact about a person that was written by hand, unless
 * they bear the label of one of its subjects (`meta.subject`), which makes them private to that one. Speakers are compared
 * without case, as facts do. Errors: `forbidden`.
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

/** Persons whose facts an event may state, in lower case: its speaker, unless an agent gave it to another, and whom it is about. */
function personsOf({ kind, text = '', meta = {} }: NewEvent): readonly string[] {
  const written = writtenFact({ meta, text });
  const speaks = kind === 'user_message' && (meta.parentAgent === undefined || written !== undefined);
  return [
    ...(speaks ? [speakerName({ kind, ...meta })] : []),
    ...(written?.label === 'user' ? [written.subject.trim().toLowerCase()] : []),
  ];
}

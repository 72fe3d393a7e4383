import type { RouteId } from '@total-recall/contracts';
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

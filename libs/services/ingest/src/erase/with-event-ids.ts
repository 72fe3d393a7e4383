import { parseEventRef, type ErasureScope } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import { eventsAt } from '../append/events-at.ts';
import type { EraseDeps } from './erase-deps.ts';

/**
 * Replaces events that a request names by their place, such as `run-1/e3`, by their ids, as the ledger holds ids alone.
 * Errors: `not_found` for a place without an event.
 */
export async function withEventIds({ index }: Pick<EraseDeps, 'index'>, tenant: string, scope: ErasureScope): Promise<ErasureScope> {
  if (scope.kind !== 'events') return scope;
  const { space, eventIds: names } = scope;
  const placed = names.flatMap((name) => {
    const ref = parseEventRef(name);
    return ref?.kind === 'ordinal' && ref.session !== undefined ? [{ name, session: ref.session, ordinal: ref.ordinal }] : [];
  });
  if (placed.length === 0) return scope;
  const found = await eventsAt(index, { tenant, space }, placed);
  const missing = found.findIndex((event) => event === undefined);
  if (missing >= 0) throw new TotalRecallError('not_found', `There is no event ${placed[missing]!.name} here.`);
  const idAt = new Map(placed.map(({ name }, at) => [name, found[at]!.record.envelope.id]));
  return { ...scope, eventIds: [...new Set(names.map((name) => idAt.get(name) ?? name))] };
}

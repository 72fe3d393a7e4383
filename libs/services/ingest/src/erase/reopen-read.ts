import type { EraseDeps } from './erase-deps.ts';
import type { KnownErasure, KnownErasures } from './known-erasures.ts';

interface ReopenDeps extends Pick<EraseDeps, 'clock' | 'index' | 'sealer'> {
  readonly newId: (tenant: string) => string;
}

/** Returns true for an erasure that ended with events which it could not judge. */
export function endedUnread({ state, unread }: KnownErasure): boolean {
  return state === 'done' && unread !== undefined;
}

/**
 * Reopens the erasures that ended with events which they could not judge, where one of those opens by now: the log, the
 * keys or the artifacts were put back. They are done again, and look at these events then.
 */
export async function reopenRead(deps: ReopenDeps, known: KnownErasures): Promise<void> {
  for (const one of known.all()) {
    const { id: erasureId, tenant } = one.requested;
    if (!endedUnread(one) || !(await opensAny(deps, one))) continue;
    const act = { type: 'ErasureReopened', erasureId } as const;
    await known.append({ id: deps.newId(tenant), tenant, at: deps.clock.now(), actor: 'repair', act });
  }
}

async function opensAny({ index, sealer }: Pick<ReopenDeps, 'index' | 'sealer'>, { requested, unread }: KnownErasure): Promise<boolean> {
  for (const { space, eventIds } of unread!.places) {
    const events = (await index.events(requested.tenant, space, eventIds)).filter((event) => event !== undefined);
    for (const { body } of await sealer.openAll(events.map(({ record }) => record))) if (typeof body !== 'string') return true;
  }
  return false;
}

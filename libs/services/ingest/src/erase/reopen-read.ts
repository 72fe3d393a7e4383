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
 * keys or the artifacts were put back. They are done again, and look at these events then. Each event is looked at once,
 * however many erasures name it.
 */
export async function reopenRead(deps: ReopenDeps, known: KnownErasures): Promise<void> {
  const openAny = createLook(deps);
  for (const one of known.all()) {
    const { id: erasureId, tenant } = one.requested;
    if (!endedUnread(one) || !(await openAny(one))) continue;
    const act = { type: 'ErasureReopened', erasureId } as const;
    await known.append({ id: deps.newId(tenant), tenant, at: deps.clock.now(), actor: 'repair', act });
  }
}

/** Creates the test for erasures of whose unread events one opens by now. */
function createLook({ index, sealer }: Pick<ReopenDeps, 'index' | 'sealer'>): (one: KnownErasure) => Promise<boolean> {
  const opens = new Map<string, boolean>();
  return async ({ requested: { tenant }, unread }) => {
    for (const { space, eventIds } of unread!.places) {
      const keyOf = (id: string): string => JSON.stringify([tenant, space, id]);
      const fresh = eventIds.filter((id) => !opens.has(keyOf(id)));
      const events = fresh.length === 0 ? [] : await index.events(tenant, space, fresh);
      const records = await sealer.openAll(events.filter((event) => event !== undefined).map(({ record }) => record));
      for (const id of fresh) opens.set(keyOf(id), false);
      for (const { envelope, body } of records) opens.set(keyOf(envelope.id), typeof body !== 'string');
      if (eventIds.some((id) => opens.get(keyOf(id)))) return true;
    }
    return false;
  };
}

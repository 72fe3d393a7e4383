import type { SessionAddress } from '@total-recall/domain';
import type { RevisedEvent } from '@total-recall/ports';
import { bodyKeyName, countLost, TotalRecallError } from '@total-recall/runtime';
import type { PartitionEraseDeps } from './erase-deps.ts';
import { findRevisions, KeylessSession, type FindRevisionsDeps } from './find-revisions.ts';
import type { HoldLookup } from './hold-lookup.ts';

/**
 * `full`: the session has lost too many events to lose these too. `keyless`: its key is missing, so that none can be taken
 * from them, and where it is put back they open again. Nothing was changed.
 */
export type Revised = 'revised' | 'full' | 'keyless';

interface StoredRevision {
  readonly event: RevisedEvent;
  readonly revision: number;
}

/**
 * Removes events from their session's key. First stores the replacements durably: of the erased events, of other events
 * that quote them, and of those that lose their key. Then destroys the keys, all at once. If interrupted before that,
 * it starts again; after that nothing is left to do.
 */
export async function reviseSession(
  deps: PartitionEraseDeps & { readonly held: HoldLookup },
  address: SessionAddress,
  going: ReadonlySet<string>,
): Promise<Revised> {
  try {
    return await revise(deps, address, going);
  } catch (error) {
    if (error instanceof KeylessSession) return 'keyless';
    throw error;
  }
}

async function revise(...[deps, address, going]: Parameters<typeof reviseSession>): Promise<Revised> {
  const names: string[] = [];
  const former: StoredRevision[] = [];
  const stored: StoredRevision[] = [];
  for await (const { event, record, body, isDestroyed, key } of findRevisions(deps, address, going)) {
    const { tenant, space, id } = record.envelope;
    const made = deps.sealer.revise(event.record, body, key);
    await deps.revised.write(record.envelope, made.revision, made.sealed);
    stored.push({ event: { tenant, space, id }, revision: made.revision });
    if (!isDestroyed) continue;
    names.push(...namesBefore(id, made.revision));
    for (let revision = 1; revision < made.revision; revision += 1) former.push({ event: { tenant, space, id }, revision });
  }
  if (names.length === 0) return 'revised';
  const isDone = await destroyed(deps, address, names);
  for (const { event, revision } of isDone ? former : stored) await deps.revised.delete(event, revision);
  return isDone ? 'revised' : 'full';
}

/** Counts the keys that a session will lack once these events are out of it; 0 where none of them still opens. */
export async function countLostWithout(deps: FindRevisionsDeps, address: SessionAddress, going: ReadonlySet<string>): Promise<number> {
  const names: string[] = [];
  let found: Uint8Array | undefined;
  for await (const { event, isDestroyed, key } of findRevisions(deps, address, going)) {
    found = key;
    if (isDestroyed) names.push(...namesBefore(event.record.envelope.id, deps.sealer.revision(event.record, key) + 1));
  }
  return found ? countLost(found, names) : 0;
}

/** Returns false where the key cannot lack so many. */
async function destroyed({ keys }: Pick<PartitionEraseDeps, 'keys'>, address: SessionAddress, names: readonly string[]): Promise<boolean> {
  try {
    await keys.destroyEvents(address, names);
    return true;
  } catch (error) {
    if (error instanceof TotalRecallError && error.code === 'invalid_request') return false;
    throw error;
  }
}

/** Names the keys of all bodies that an event had before this revision. */
function namesBefore(eventId: string, revision: number): string[] {
  return Array.from({ length: revision }, (_, at) => bodyKeyName(eventId, at));
}

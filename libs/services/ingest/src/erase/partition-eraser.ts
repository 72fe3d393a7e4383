import { sessionKey, type SessionAddress } from '@total-recall/domain';
import type { PartitionEraser, PartitionErasure } from '@total-recall/ports';
import { batchesOf, openSubjectMarks, pagesOf, TotalRecallError } from '@total-recall/runtime';
import type { PartitionEraseDeps } from './erase-deps.ts';
import { eraseEvents, eraseSession, replaceStates } from './erase-session.ts';
import { createHoldLookup } from './hold-lookup.ts';

/** Sessions whose states are removed in one write. */
const GONE_AT_ONCE = 500;
const SESSIONS_A_PAGE = 200;

/** Creates the eraser for the partitions that this process projects. */
export function createPartitionEraser(deps: PartitionEraseDeps): PartitionEraser {
  return {
    async eraseFrom({ tenant, space, partition, session, eventIds, holds }) {
      if (session === undefined) await eraseSpaceInPartition(deps, { tenant, space, partition });
      else {
        const address = { tenant, space, session };
        if (deps.log.partitionOf(sessionKey(address)) !== partition)
          throw new TotalRecallError('invalid_request', `The session is not of partition ${partition}.`);
        if (eventIds) {
          const held = createHoldLookup(holds, await openSubjectMarks(deps));
          if ((await eraseEvents({ ...deps, held }, address, eventIds)) !== 'revised') return { isFull: true };
        } else await eraseSession(deps, address);
      }
      return {};
    },
  };
}

/**
 * Erases the sessions of a space that are in one partition. The space's key is destroyed already, so
 * nothing more of it is folded.
 */
async function eraseSpaceInPartition(
  deps: PartitionEraseDeps,
  { tenant, space, partition }: Omit<PartitionErasure, 'holds'>,
): Promise<void> {
  await deps.exclusively(partition, async (projected) => {
    const gone: SessionAddress[] = [];
    // Sessions of this partition stand still, so one pass finds them. Where lists lag, the second purge finds the rest.
    for await (const { sessions } of pagesOf((from) => deps.sessions.list({ tenant, space, limit: SESSIONS_A_PAGE, ...from })))
      for (const { session } of sessions) {
        const address = { tenant, space, session };
        if (deps.log.partitionOf(sessionKey(address)) === partition) gone.push(address);
      }
    projected.forget();
    await deps.erasing.remove({ tenant, space });
    for (const batch of batchesOf(gone, GONE_AT_ONCE)) await replaceStates(deps, partition, [], batch);
  });
}

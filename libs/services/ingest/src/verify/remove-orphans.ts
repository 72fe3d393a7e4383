import type { ArtifactPlace, ArtifactStore, MemoryIndex } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { deleteUnheld } from '../erase/delete-unheld.ts';
import { isDamaged } from './compare-events.ts';
import type { VerifyFinding } from './verify-report.ts';

/** An append stores its artifacts before its events. Younger artifacts may belong to an append under way. */
export const ORPHAN_AGE_MS = 3_600_000;

interface OrphanDeps {
  readonly artifacts: Pick<ArtifactStore, 'stat' | 'get' | 'put' | 'delete'>;
  readonly index: Pick<MemoryIndex, 'eventsOfArtifact'>;
  /** Time at which the verification began, in epoch milliseconds. What was stored since was not among what it knows. */
  readonly verifiedFrom: number;
  /** Resolves when all is folded that the log held at this call; absent where nobody appends meanwhile. */
  readonly untilFolded?: () => Promise<void>;
}

/**
 * Removes the artifacts that a verification found unreferenced, where they were an hour old when it began and no event
 * refers to them since: the same content sent again has the same id. Resolves to their number. Where the fold is behind,
 * none is touched. Errors: those of the stores, and those of `untilFolded` but `not_caught_up`.
 */
export async function removeOrphans(deps: OrphanDeps, found: readonly VerifyFinding[]): Promise<number> {
  const orphans: ArtifactPlace[] = [];
  for (const { remedy, tenant, space, artifactId } of found) {
    if (remedy !== 'remove') continue;
    const place = { tenant: tenant!, space: space!, artifactId: artifactId! };
    const known = await deps.artifacts.stat(place);
    if (known !== undefined && known.storedAt <= deps.verifiedFrom - ORPHAN_AGE_MS) orphans.push(place);
  }
  const { artifacts: store, index } = deps;
  let isBehind = false;
  const isHeld = async (place: ArtifactPlace): Promise<boolean> => isBehind || mayBeHeld(index, place);
  const untilFolded = async (): Promise<void> => {
    try {
      await deps.untilFolded?.();
    } catch (error) {
      if (!(error instanceof TotalRecallError && error.code === 'not_caught_up')) throw error;
      // All else that is to be repaired does not wait for the fold.
      isBehind = true;
    }
  };
  return deleteUnheld({ store, isHeld, untilFolded }, orphans);
}

/** Returns true where an event refers to an artifact, or the index cannot tell. */
async function mayBeHeld(index: OrphanDeps['index'], place: ArtifactPlace): Promise<boolean> {
  return index.eventsOfArtifact({ ...place, limit: 1 }).then(
    (ids) => ids.length > 0,
    (error: unknown) => {
      if (isDamaged(error)) return true;
      throw error;
    },
  );
}

/**
 * Returns true when the log lost nothing. Otherwise the read model may hold the last copy, and unreferenced artifacts
 * may belong to lost records.
 */
export function isLogWhole(found: readonly VerifyFinding[]): boolean {
  return !found.some(({ kind, fault }) => kind === 'records' && fault !== 'set_aside');
}

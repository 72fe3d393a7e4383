import type { ArtifactStore, Clock } from '@total-recall/ports';
import type { VerifyFinding } from './verify-report.ts';

/** An append stores its artifacts before its events. Younger artifacts may belong to an append under way. */
const ORPHAN_AGE_MS = 3_600_000;

/**
 * Removes the artifacts that a verification found unreferenced, once they are an hour old. Resolves to their number.
 */
export async function removeOrphans(
  artifacts: Pick<ArtifactStore, 'stat' | 'delete'>,
  found: readonly VerifyFinding[],
  clock: Pick<Clock, 'now'>,
): Promise<number> {
  let removed = 0;
  for (const { remedy, tenant, space, artifactId } of found) {
    if (remedy !== 'remove') continue;
    const place = { tenant: tenant!, space: space!, artifactId: artifactId! };
    const known = await artifacts.stat(place);
    if (known === undefined || known.storedAt > clock.now() - ORPHAN_AGE_MS) continue;
    await artifacts.delete(place);
    removed += 1;
  }
  return removed;
}

/**
 * Returns true when the log lost nothing. Otherwise the read model may hold the last copy, and unreferenced artifacts
 * may belong to lost records.
 */
export function isLogWhole(found: readonly VerifyFinding[]): boolean {
  return !found.some(({ kind, fault }) => kind === 'records' && fault !== 'set_aside');
}

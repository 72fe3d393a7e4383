import type { VerifyFinding } from '@total-recall/ingest';
import type { ArtifactStore } from '@total-recall/ports';
import { createSystemClock } from '@total-recall/runtime';

/** An append that is under way stores its artifacts before its events; one that was cut short leaves them behind. */
const ORPHAN_AGE_MS = 3_600_000;

/** Removes the artifacts that a verification found nothing to refer to, once they are an hour old. Resolves to how many. */
export async function removeOrphans(artifacts: Pick<ArtifactStore, 'stat' | 'delete'>, found: readonly VerifyFinding[]): Promise<number> {
  let removed = 0;
  for (const { remedy, tenant, space, artifactId } of found) {
    if (remedy !== 'remove') continue;
    const place = { tenant: tenant!, space: space!, artifactId: artifactId! };
    const known = await artifacts.stat(place);
    if (known === undefined || known.storedAt > createSystemClock().now() - ORPHAN_AGE_MS) continue;
    await artifacts.delete(place);
    removed += 1;
  }
  return removed;
}

/** Whether nothing is lost of the log. Else the read model may hold the last copy, and artifacts may be of records that are lost. */
export function isLogWhole(found: readonly VerifyFinding[]): boolean {
  return !found.some(({ kind, fault }) => kind === 'records' && fault !== 'set_aside');
}

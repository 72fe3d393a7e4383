import type { BackedUpArtifact } from './backup-manifest.ts';

/** Bytes of kept artifacts that every backup reads again. */
const READ_EACH_TIME_BYTES = 8 * 1024 ** 3;
/** Backups in which all artifacts are read again where they are more. Nightly ones read each within a week. */
const SHARES = 6;

/**
 * Chooses the artifacts that a backup reads again, as a disk may change what it has: all of them, or the sixth that was
 * not read for longest where they are many. Returns a test of their paths.
 */
export function artifactsToReadAgain(
  before: ReadonlyMap<string, BackedUpArtifact>,
  eachTimeBytes = READ_EACH_TIME_BYTES,
): (path: string) => boolean {
  let total = 0;
  for (const { bytes } of before.values()) total += bytes;
  if (total <= eachTimeBytes) return () => true;
  const oldest = [...before.values()].sort((a, b) => (a.readAt ?? 0) - (b.readAt ?? 0) || (a.path < b.path ? -1 : 1));
  const chosen = new Set<string>();
  let left = Math.max(eachTimeBytes, Math.ceil(total / SHARES));
  for (const { path, bytes } of oldest) {
    if (left <= 0) break;
    chosen.add(path);
    left -= bytes;
  }
  return (path) => chosen.has(path);
}

import { readFile, rm, truncate } from 'node:fs/promises';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * What a power cut leaves of a write-ahead log that was not synced: the first of the frames since it was last begun anew. Keeps that share of them, and removes
 * the file where none is kept; says what is left, or nothing where there was nothing to cut.
 */
export async function cutWal(path: string, kept: number): Promise<string | undefined> {
  const wal = await readFile(path).catch(() => Buffer.alloc(0));
  if (wal.length <= HEADER_BYTES) return undefined;
  await rm(`${path.slice(0, -'-wal'.length)}-shm`, { force: true });
  const frameBytes = FRAME_HEADER_BYTES + wal.readUInt32BE(8);
  const salt = wal.subarray(16, 24);
  let frames = 0;
  const isOfThisRound = (frame: number): boolean => {
    const at = HEADER_BYTES + frame * frameBytes;
    return at + frameBytes <= wal.length && wal.subarray(at + 8, at + 16).equals(salt);
  };
  while (isOfThisRound(frames)) frames += 1;
  const keep = Math.floor(frames * kept);
  if (keep === 0) await rm(path);
  else await truncate(path, HEADER_BYTES + keep * frameBytes);
  return `${keep} of ${frames} frames`;
}

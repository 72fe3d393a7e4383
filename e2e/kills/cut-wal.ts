import { readFile, rm, truncate } from 'node:fs/promises';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Cuts a write-ahead log as a power cut does to one that was not synced: only its first frames remain. Keeps the given
 * share of the frames since its last restart, and removes the file if that is none. Returns a description of the rest;
 * undefined when there was nothing to cut.
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

import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TotalRecallError } from '@total-recall/runtime';

const PROBE = '.probe';
const PROBE_BYTES = 4_096;

/** Writes and removes a small file in a folder. Errors: `unavailable`, naming the fault of the disk. */
export async function probeDisk(folder: string): Promise<void> {
  const path = join(folder, PROBE);
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES));
    } finally {
      await file.close();
    }
    await rm(path, { force: true });
  } catch (cause) {
    throw new TotalRecallError('unavailable', diskFault((cause as NodeJS.ErrnoException).code, folder), { cause });
  }
}

/** Describes the fault of the disk behind a failed write. */
export function diskFault(code: string | undefined, folder: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') return `the disk under ${folder} is full: make room`;
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return `${folder} is read-only for this user`;
  if (code === 'ENOENT') return `${folder} is gone`;
  return `${folder} cannot be written (${code ?? 'unknown failure'})`;
}

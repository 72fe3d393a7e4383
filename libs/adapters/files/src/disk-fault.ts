import { TotalRecallError } from '@total-recall/runtime';

/** Somebody has to make room first. */
const RETRY_MS = 10_000;

/** What a failure to write says of the disk, in words; undefined where it says nothing of it. */
function diskFault(code: string | undefined): string | undefined {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'its disk is full';
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return 'it may not be written';
  if (code === 'EIO') return 'its disk failed';
  return undefined;
}

/** The result of a write. Errors: `unavailable` where the disk does not take it, which may pass; others as they are. */
export async function orDiskFault<T>(what: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    const fault = diskFault((cause as NodeJS.ErrnoException).code);
    if (fault === undefined) throw cause;
    throw new TotalRecallError('unavailable', `${what} could not be stored: ${fault}.`, { cause, retryAfterMs: RETRY_MS });
  }
}

import { TotalRecallError } from '@total-recall/runtime';

/** Delay before a retry: somebody has to make room first. */
const RETRY_MS = 10_000;

/** Codes of a folder that was moved or unmounted while the service runs. */
const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ESTALE', 'ENOTCONN', 'ENODEV']);

/** Faults of a file that is there and stays unreadable until somebody mends its rights or puts it back. */
const UNREADABLE: ReadonlyMap<string | undefined, string> = new Map([
  ['EACCES', 'this user may not read it'],
  ['EPERM', 'this user may not read it'],
  ['EIO', 'its disk failed'],
  ['EISDIR', 'a folder stands in its place'],
  ['ELOOP', 'a link that leads nowhere stands in its place'],
]);

/** Returns the result of a read. Errors: `damaged` when the file is there and cannot be read; other errors unchanged. */
export async function mapReadErrors<T>(what: string, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (cause) {
    const fault = UNREADABLE.get((cause as NodeJS.ErrnoException).code);
    if (fault === undefined) throw cause;
    throw new TotalRecallError('damaged', `${what} cannot be read: ${fault}. Tell the operator.`, { cause });
  }
}

/** Describes the fault of the disk behind a failed write; undefined for other failures. */
function diskFault(code: string | undefined): string | undefined {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'its disk is full';
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return 'it is not writable';
  if (code === 'EIO') return 'its disk failed';
  if (code !== undefined && GONE.has(code)) return 'its folder is gone, so mount or put it back';
  return undefined;
}

/**
 * Returns the result of a write. Errors: `unavailable` when the disk does not accept it, which may pass; other errors
 * unchanged.
 */
export async function mapDiskErrors<T>(what: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    const fault = diskFault((cause as NodeJS.ErrnoException).code);
    if (fault === undefined) throw cause;
    throw new TotalRecallError('unavailable', `${what} could not be stored: ${fault}.`, { cause, retryAfterMs: RETRY_MS });
  }
}

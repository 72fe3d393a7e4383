import { createHash } from 'node:crypto';
import { LIMITS } from '@total-recall/contracts';

/** Characters of a session's name that all names beside it begin with, a dot behind them. */
export const SHARED_NAME_CHARS = 80;
const HASH_CHARS = 16;

/** Names a session that belongs to another, or the source of one. A name that would be too long ends with a hash. */
export function besideName(session: string, other: string): string {
  const name = `${session}.${other}`;
  if (name.length <= LIMITS.labelLength) return name;
  return `${session.slice(0, SHARED_NAME_CHARS)}.${createHash('sha256').update(name).digest('hex').slice(0, HASH_CHARS)}`;
}

import { TotalRecallError } from '@total-recall/runtime';

/** Encodes a store's cursor for callers: opaque, and safe in a URL. */
export function cursorToken(cursor: string): string {
  return Buffer.from(cursor, 'utf8').toString('base64url');
}

/** Decodes a caller's cursor. Errors: `invalid_cursor` if it cannot be one of ours. */
export function storeCursor(token: string | undefined): string | undefined {
  if (token === undefined) return undefined;
  const cursor = Buffer.from(token, 'base64url').toString('utf8');
  if (cursor === '' || cursorToken(cursor) !== token)
    throw new TotalRecallError('invalid_cursor', 'The cursor is not one that an answer of this service gave. Begin again without one.');
  return cursor;
}

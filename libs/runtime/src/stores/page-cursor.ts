import { TotalRecallError } from '../errors.ts';

/** End of a page in a list by last activity: time and name of its last item. */
export interface PagePlace {
  readonly at: number;
  readonly name: string;
}

/** Encodes an opaque cursor. `scope` names its list, so that other lists refuse it. */
export function encodePageCursor(scope: string, place: PagePlace): string {
  return Buffer.from(JSON.stringify([scope, place.at, place.name])).toString('base64url');
}

/** Decodes a cursor. Errors: `invalid_cursor` for any text that this list did not give out. */
export function decodePageCursor(scope: string, cursor: string): PagePlace {
  const invalid = new TotalRecallError('invalid_cursor', 'The cursor does not belong to this list. Start again without one.');
  if (!/^[A-Za-z0-9_-]{1,2048}$/.test(cursor)) throw invalid;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw invalid;
  }
  if (!Array.isArray(parts) || parts.length !== 3) throw invalid;
  const [ownScope, at, name] = parts as unknown[];
  if (ownScope !== scope || typeof at !== 'number' || !Number.isFinite(at) || typeof name !== 'string') throw invalid;
  return { at, name };
}

import { hashBytes } from '@total-recall/runtime';

const ID_BYTES = 20;

function shortHash(...fields: readonly (string | number)[]): string {
  return Buffer.from(hashBytes(JSON.stringify(fields)).subarray(0, ID_BYTES)).toString('base64url');
}

/**
 * Returns the hash that stands for a space in all its documents and selects the shard, so that a query needs only one.
 * Names never reach a path or an id.
 */
export function scopeOf(tenant: string, space: string): string {
  return shortHash(tenant, space);
}

export function tenantRoute(tenant: string): string {
  return shortHash(tenant);
}

export function sessionId(tenant: string, space: string, session: string): string {
  return shortHash(tenant, space, session);
}

export function eventKey(scope: string, eventId: string): string {
  return shortHash(scope, eventId);
}

export function documentKey(scope: string, eventId: string, part: number): string {
  return `${eventKey(scope, eventId)}.${part}`;
}

/** Returns the hash of an event's place in a space. */
export function placeOf(session: string, ordinal: number): string {
  return shortHash(session, ordinal);
}

/** Converts a log offset to a document version; versions start at 1. */
export function versionOf(offset: number): number {
  return offset + 1;
}

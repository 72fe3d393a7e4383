import { hashBytes } from '@total-recall/runtime';

const ID_BYTES = 20;

function shortHash(...fields: readonly (string | number)[]): string {
  return Buffer.from(hashBytes(JSON.stringify(fields)).subarray(0, ID_BYTES)).toString('base64url');
}

/** Stands for a space in every document of it, and decides the shard: no query needs another. Names never reach a path or an id. */
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

/** Where an event stands in a space. */
export function placeOf(session: string, ordinal: number): string {
  return shortHash(session, ordinal);
}

/** A log offset as a version of a document: versions begin at 1. */
export function versionOf(offset: number): number {
  return offset + 1;
}

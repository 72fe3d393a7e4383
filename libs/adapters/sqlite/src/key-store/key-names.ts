import { randomBytes } from 'node:crypto';
import type { MasterKeyVersion } from '@total-recall/ports';

/** Bound to what a master key wraps to be known by. */
export const CHECK_NAME = 'master-check';

export function newKeyId(): string {
  return `key_${randomBytes(12).toString('hex')}`;
}

/** Bound to a wrapped key; the key of a space has no session. */
export function nameOf({ tenant, space, session = '', keyId }: { tenant: string; space: string; session?: string; keyId: string }): string {
  return `${tenant}/${space}/${session}/${keyId}`;
}

/** As it stands in a row. */
export function masterText({ keyId, version }: MasterKeyVersion): string {
  return JSON.stringify([keyId, version]);
}

export function masterOf(text: string): MasterKeyVersion {
  const [keyId, version] = JSON.parse(text) as [string, string];
  return { keyId, version };
}

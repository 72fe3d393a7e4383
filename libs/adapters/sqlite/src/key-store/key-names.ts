import { randomBytes } from 'node:crypto';
import type { MasterKeyVersion } from '@total-recall/ports';

/** Name bound to the wrapped bytes by which a master key is recognized. */
export const CHECK_NAME = 'master-check';

export function newKeyId(): string {
  return `key_${randomBytes(12).toString('hex')}`;
}

/** Returns the name bound to a wrapped key. The key of a space has no session. */
export function nameOf({ tenant, space, session = '', keyId }: { tenant: string; space: string; session?: string; keyId: string }): string {
  return `${tenant}/${space}/${session}/${keyId}`;
}

/** Returns the version of a master key as it is stored in a row. */
export function masterText({ keyId, version }: MasterKeyVersion): string {
  return JSON.stringify([keyId, version]);
}

export function masterOf(text: string): MasterKeyVersion {
  const [keyId, version] = JSON.parse(text) as [string, string];
  return { keyId, version };
}

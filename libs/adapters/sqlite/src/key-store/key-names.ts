import type { MasterKeyVersion } from '@total-recall/ports';

/** Name bound to the wrapped bytes by which a master key is recognized. */
export const CHECK_NAME = 'master-check';

/** Returns the version of a master key as it is stored in a row. */
export function masterText({ keyId, version }: MasterKeyVersion): string {
  return JSON.stringify([keyId, version]);
}

export function masterOf(text: string): MasterKeyVersion {
  const [keyId, version] = JSON.parse(text) as [string, string];
  return { keyId, version };
}

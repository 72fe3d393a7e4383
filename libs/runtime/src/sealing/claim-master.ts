import type { MasterKeys, MasterKeyVersion } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';

/** Bytes that a key store keeps to tell whose it is: only the master key in force opens them. */
export interface MasterCheck {
  /** Bound to the bytes. */
  readonly name: string;
  readonly wrapped: Uint8Array;
  /** False for a version that the store says is not in force. */
  readonly mayBe: (version: MasterKeyVersion) => boolean;
}

/** Returns the version that opens the check of a key store. Errors: `invalid_request` if none of the master keys does. */
export async function claimMaster(masters: MasterKeys, { name, wrapped, mayBe }: MasterCheck): Promise<MasterKeyVersion> {
  for (const version of await masters.versions()) if (mayBe(version) && (await masters.unwrap(version, name, wrapped))) return version;
  throw new TotalRecallError(
    'invalid_request',
    `The master key of ${masters.source} is not the one of this key store. Give the one that it was made with, or for a copy from before a rotation the one of then.`,
  );
}

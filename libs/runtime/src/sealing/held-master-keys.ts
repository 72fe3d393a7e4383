import { createHash } from 'node:crypto';
import type { MasterKeys, MasterKeyVersion } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { KEY_BYTES, unwrapKey, wrapKey } from './wrapped-key.ts';

const HEX_DIGITS = 2 * KEY_BYTES;
const KEY_PATTERN = /^[0-9a-f]{64}$/;
/** Id of keys held in the clear. Key management services use ids of their own. */
const KEY_ID = 'master';

/** Names a version of a key held in the clear by a hash of it. */
export function masterKeyVersion(key: Uint8Array): MasterKeyVersion {
  return { keyId: KEY_ID, version: createHash('sha256').update('total-recall master key').update(key).digest('hex').slice(0, 16) };
}

/**
 * Parses keys of 64 hex digits each, separated by white space or commas. Errors: `invalid_request`, naming the
 * source, what is wrong with it and what to do, but no part of a key.
 */
export function readMasterKeys(text: string, source: string): Uint8Array[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const fault = faultOf(words);
  if (fault !== undefined)
    throw new TotalRecallError(
      'invalid_request',
      `No master key can be read from ${source}: ${fault}. Each is ${HEX_DIGITS} lower-case hex digits, as \`openssl rand -hex ${KEY_BYTES}\` prints them. Put back your copy; no other key opens what is stored.`,
    );
  return words.map((word) => new Uint8Array(Buffer.from(word, 'hex')));
}

function faultOf(words: readonly string[]): string | undefined {
  if (words.length === 0) return 'it is empty';
  const at = words.findIndex((word) => !KEY_PATTERN.test(word));
  if (at < 0) return undefined;
  const [which, { length }] = [words.length === 1 ? 'it' : `word ${at + 1} of ${words.length}`, words[at]!];
  return length === HEX_DIGITS ? `${which} is not all lower-case hex digits` : `${which} has ${length} characters`;
}

/**
 * Holds master keys in the clear and wraps with AES-256-GCM (nonce, tag, key). `read` reads them again, with
 * the one for wrapping first.
 */
export function holdMasterKeys(source: string, read: () => Promise<readonly Uint8Array[]>): MasterKeys {
  let held = new Map<string, Uint8Array>();
  const readAnew = async (): Promise<readonly MasterKeyVersion[]> => {
    const keys = await read();
    held = new Map(keys.map((key) => [masterKeyVersion(key).version, key]));
    return keys.map(masterKeyVersion);
  };
  const keyOf = async ({ version }: MasterKeyVersion): Promise<Uint8Array> => {
    if (!held.has(version)) await readAnew();
    const key = held.get(version);
    if (key) return key;
    throw new TotalRecallError('unavailable', `The master key ${version} is not in ${source}. Put it there, beside the others.`);
  };
  return {
    source,
    versions: readAnew,
    wrap: async (version, name, key) => {
      return wrapKey(await keyOf(version), name, key, 'tag-first');
    },
    unwrap: async (version, name, wrapped) => {
      return unwrapKey(await keyOf(version), name, wrapped, 'tag-first');
    },
  };
}

/**
 * Uses the master keys in an environment variable, with the one for wrapping first. The operator makes and retires
 * them. Errors: `invalid_request`.
 */
export function createEnvironmentMasterKeys(given: string): MasterKeys {
  const source = 'TOTAL_RECALL_MASTER_KEYS';
  const keys = readMasterKeys(given, source);
  return holdMasterKeys(source, async () => keys);
}

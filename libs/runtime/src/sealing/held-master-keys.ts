import { createHash, randomBytes } from 'node:crypto';
import type { MasterKeys, MasterKeyVersion } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { decrypt, encrypt, NONCE_BYTES, TAG_BYTES } from './aead.ts';

const KEY_PATTERN = /^[0-9a-f]{64}$/;
const KEY_BYTES = 32;
/** Of keys that are held in the clear; those of a service that keeps them have names of its own. */
const KEY_ID = 'master';

/** A version of a key that is held in the clear, named by a hash of it. */
export function masterKeyVersion(key: Uint8Array): MasterKeyVersion {
  return { keyId: KEY_ID, version: createHash('sha256').update('total-recall master key').update(key).digest('hex').slice(0, 16) };
}

/** Keys as 64 hex digits each, between white space or commas. Errors: `invalid_request`, naming where they came from and nothing of them. */
export function readMasterKeys(text: string, source: string): Uint8Array[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0 || !words.every((word) => KEY_PATTERN.test(word)))
    throw new TotalRecallError('invalid_request', `${source} does not hold master keys of ${2 * KEY_BYTES} hex digits each.`);
  return words.map((word) => new Uint8Array(Buffer.from(word, 'hex')));
}

/** Master keys that this process holds in the clear, wrapping with AES-256-GCM (nonce, tag, key); `read` gives them anew, the one that is to wrap first. */
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
      const nonce = randomBytes(NONCE_BYTES);
      const sealed = encrypt(await keyOf(version), nonce, key, Buffer.from(name));
      return Buffer.concat([nonce, sealed.subarray(-TAG_BYTES), sealed.subarray(0, -TAG_BYTES)]);
    },
    unwrap: async (version, name, wrapped) => {
      const key = await keyOf(version);
      const [nonce, tag] = [wrapped.subarray(0, NONCE_BYTES), wrapped.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
      const opened = decrypt(key, nonce, Buffer.concat([wrapped.subarray(NONCE_BYTES + TAG_BYTES), tag]), Buffer.from(name));
      return opened && new Uint8Array(opened);
    },
  };
}

/** Master keys that are given to the process, the one that is to wrap first. Whoever gives them makes and retires them. Errors: `invalid_request`. */
export function createEnvironmentMasterKeys(given: string): MasterKeys {
  const source = 'TOTAL_RECALL_MASTER_KEYS';
  const keys = readMasterKeys(given, source);
  return holdMasterKeys(source, async () => keys);
}

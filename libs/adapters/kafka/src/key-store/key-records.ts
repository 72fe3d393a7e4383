import { createHash, randomBytes } from 'node:crypto';
import { decrypt, encrypt, NONCE_BYTES, TotalRecallError } from '@total-recall/runtime';
import { readJson } from '../table/read-json.ts';
import type { FetchedRecord } from '../wire/fetch-records.ts';
import type { ProducedRecord } from '../wire/partition-producer.ts';

export const KEY_BYTES = 32;

/** A data key, or the space's own (no `session`), or the mark that it was destroyed. */
export interface KeyRecord {
  readonly tenant: string;
  readonly space: string;
  readonly session?: string;
  readonly keyId: string;
  /** Nonce and sealed key; absent once destroyed. */
  readonly wrapped?: Uint8Array;
  /** Which master key it is wrapped under, of a space's own key. */
  readonly master?: string;
  /** Offset of its first record: of two keys made for one address the older counts, also after one was written anew. */
  readonly order: number;
}

interface StoredValue {
  readonly v: 1;
  readonly session?: string;
  readonly wrapped?: string;
  readonly master?: string;
  readonly order?: number;
}

export const MASTER_CHECK_KEY = 'master-check';

/** The topic's key is the key's own, so that a newer record, a destruction above all, makes compaction remove the older bytes. */
export function encodeKeyRecord(record: Omit<KeyRecord, 'order'> & { readonly order?: number }): ProducedRecord {
  const { tenant, space, session, keyId, wrapped, master, order } = record;
  const value: StoredValue = { v: 1, session, wrapped: wrapped && Buffer.from(wrapped).toString('base64'), master, order };
  return { key: Buffer.from(`${tenant}/${space}/${keyId}`), value: Buffer.from(JSON.stringify(value)) };
}

/** Undefined where it is none of ours. */
export function decodeKeyRecord({ key, value, offset }: FetchedRecord): KeyRecord | undefined {
  const [tenant, space, keyId, ...more] = key?.toString().split('/') ?? [];
  if (tenant === undefined || space === undefined || keyId === undefined || more.length > 0) return undefined;
  const stored = readJson<StoredValue>(value);
  if (stored?.v !== 1) return undefined;
  const { session, wrapped, master, order = offset } = stored;
  return { tenant, space, session, keyId, wrapped: wrapped === undefined ? undefined : Buffer.from(wrapped, 'base64'), master, order };
}

export function newKeyId(): string {
  return `key_${randomBytes(12).toString('hex')}`;
}

/** Tells master keys apart without saying anything of them. */
export function masterName(master: Uint8Array): string {
  return createHash('sha256').update('total-recall master key').update(master).digest('hex').slice(0, 16);
}

/** Wraps a key; `name` is bound to it, so that a wrapped key cannot stand in for another. */
export function wrapKey(wrapping: Uint8Array, name: string, key: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  return Buffer.concat([nonce, encrypt(wrapping, nonce, key, Buffer.from(name))]);
}

/** Errors: `internal` where the bytes are not what was wrapped under this key and name. */
export function unwrapKey(wrapping: Uint8Array, name: string, wrapped: Uint8Array): Uint8Array {
  const key = decrypt(wrapping, wrapped.subarray(0, NONCE_BYTES), wrapped.subarray(NONCE_BYTES), Buffer.from(name));
  if (!key) throw new TotalRecallError('internal', 'A wrapped key cannot be opened: it was changed, or is of another store.');
  return new Uint8Array(key);
}

export function nameOf({ tenant, space, session = '', keyId }: Pick<KeyRecord, 'tenant' | 'space' | 'session' | 'keyId'>): string {
  return `${tenant}/${space}/${session}/${keyId}`;
}

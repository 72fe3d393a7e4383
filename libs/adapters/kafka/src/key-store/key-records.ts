import type { MasterKeyVersion } from '@total-recall/ports';
import { tagFirst, TotalRecallError, unwrapKey, wrapKey } from '@total-recall/runtime';
import { readJson } from '../table/read-json.ts';
import type { FetchedRecord } from '../wire/fetch-records.ts';
import type { ProducedRecord } from '../wire/partition-producer.ts';

/** A session's data key, a space's key (without `session`), or the tombstone of either. */
export interface KeyRecord {
  readonly tenant: string;
  readonly space: string;
  readonly session?: string;
  readonly keyId: string;
  /** Nonce and sealed key; absent once destroyed. */
  readonly wrapped?: Uint8Array;
  /** Master key that wraps it; only for the key of a space. */
  readonly master?: MasterKeyVersion;
  /** Offset of its first record. Of two keys for one address the older counts, even after a rewrite. */
  readonly order: number;
}

interface StoredValue {
  readonly v: 1;
  readonly session?: string;
  readonly wrapped?: string;
  /**
   * Version of the master key; its id is in `masterId`. Earlier programs wrote no id, and the parts of the wrapped
   * bytes in another order.
   */
  readonly master?: string;
  readonly masterId?: string;
  readonly order?: number;
}

/** Record of the active master key. Its version is unknown if an earlier program wrote it. */
export interface MasterCheck {
  readonly master?: MasterKeyVersion;
  readonly wrapped: Uint8Array;
}

export const MASTER_CHECK_KEY = 'master-check';

/**
 * Encodes a key under its own record key, so that compaction removes its older bytes after a newer record such as a
 * destruction.
 */
export function encodeKeyRecord(record: Omit<KeyRecord, 'order'> & { readonly order?: number }): ProducedRecord {
  const { tenant, space, session, keyId, wrapped, master, order } = record;
  const value: StoredValue = {
    v: 1,
    session,
    wrapped: wrapped && Buffer.from(wrapped).toString('base64'),
    master: master?.version,
    masterId: master?.keyId,
    order,
  };
  return { key: Buffer.from(`${tenant}/${space}/${keyId}`), value: Buffer.from(JSON.stringify(value)) };
}

/** Decodes a key; undefined for a record that is not ours. */
export function decodeKeyRecord({ key, value, offset }: FetchedRecord): KeyRecord | undefined {
  const [tenant, space, keyId, ...more] = key?.toString().split('/') ?? [];
  if (tenant === undefined || space === undefined || keyId === undefined || more.length > 0) return undefined;
  const stored = readJson<StoredValue>(value);
  if (stored?.v !== 1) return undefined;
  const { session, wrapped, order = offset } = stored;
  const bytes = wrapped === undefined ? undefined : Buffer.from(wrapped, 'base64');
  const master = masterOf(stored);
  const isEarlier = stored.master !== undefined && stored.masterId === undefined;
  return { tenant, space, session, keyId, wrapped: isEarlier && bytes ? tagFirst(bytes) : bytes, master, order };
}

/** Id of master keys held in the clear, the only kind in earlier programs. */
const EARLIER_ID = 'master';

function masterOf({ master, masterId = EARLIER_ID }: StoredValue): MasterKeyVersion | undefined {
  return master === undefined ? undefined : { keyId: masterId, version: master };
}

export function encodeMasterCheck({ master, wrapped }: Required<MasterCheck>): ProducedRecord {
  const value: StoredValue = { v: 1, wrapped: Buffer.from(wrapped).toString('base64'), master: master.version, masterId: master.keyId };
  return { key: Buffer.from(MASTER_CHECK_KEY), value: Buffer.from(JSON.stringify(value)) };
}

export function decodeMasterCheck(value: Buffer): MasterCheck {
  const stored = readJson<StoredValue>(value);
  const master = stored?.v === 1 ? masterOf(stored) : undefined;
  if (!master || stored?.wrapped === undefined) return { wrapped: tagFirst(value) };
  return { master, wrapped: Buffer.from(stored.wrapped, 'base64') };
}

export function isSameMaster(one: MasterKeyVersion | undefined, other: MasterKeyVersion | undefined): boolean {
  return one?.keyId === other?.keyId && one?.version === other?.version;
}

/** Wraps a key in the layout that services of an earlier build open. */
export function wrapSessionKey(wrapping: Uint8Array, name: string, key: Uint8Array): Uint8Array {
  return wrapKey(wrapping, name, key, 'tag-last');
}

/** Unwraps a key. Errors: `internal` when the bytes were not wrapped under this key and name. */
export function unwrapSessionKey(wrapping: Uint8Array, name: string, wrapped: Uint8Array): Uint8Array {
  const key = unwrapKey(wrapping, name, wrapped, 'tag-last');
  if (!key) throw new TotalRecallError('internal', 'A wrapped key cannot be opened: it was changed, or is of another store.');
  return key;
}

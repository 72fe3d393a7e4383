import { sessionKey, spaceKey } from '@total-recall/domain';
import type { DestroyedPlace } from '@total-recall/ports';
import type { FetchedRecord } from '../wire/fetch-records.ts';
import { decodeKeyRecord, decodeMasterCheck, isSameMaster, MASTER_CHECK_KEY, type KeyRecord, type MasterCheck } from './key-records.ts';

/** All keys of the topic, wrapped. */
export interface KeyTable {
  apply(record: FetchedRecord): void;
  /** Returns the key of a session or a space; `destroyed` when its place was destroyed. */
  at(address: KeyPlace): KeyRecord | 'destroyed' | undefined;
  byId(tenant: string, space: string, keyId: string): KeyRecord | 'destroyed' | undefined;
  spaceKeys(): KeyRecord[];
  masterCheck(): MasterCheck | undefined;
  /** Returns void keys: another master key than theirs was active when they arrived, so nobody uses them. */
  voided(): KeyRecord[];
  /**
   * Returns keys that were written once more after they were destroyed, as by a rotation that had read them before.
   * Nobody is given them, but compaction keeps the last record of a key, and with it the key.
   */
  revived(): KeyRecord[];
  /** Registers a listener for each destruction, by any process. */
  onDestroyed(run: (place: DestroyedPlace) => void): void;
}

export interface KeyPlace {
  readonly tenant: string;
  readonly space: string;
  readonly session?: string;
}

export const placeName = ({ tenant, space, session }: KeyPlace): string =>
  session === undefined ? spaceKey({ tenant, space }) : sessionKey({ tenant, space, session });

export function createKeyTable(): KeyTable {
  const byPlace = new Map<string, KeyRecord>();
  const records = new Map<string, KeyRecord>();
  const destroyedPlaces = new Set<string>();
  const voided = new Map<string, KeyRecord>();
  const revived = new Map<string, KeyRecord>();
  let check: MasterCheck | undefined;
  const listeners: ((place: DestroyedPlace) => void)[] = [];
  const tellDestroyed = ({ tenant, space, session }: KeyRecord): void =>
    listeners.forEach((run) => run({ tenant, space, ...(session !== undefined && { session }) }));

  const isDestroyed = (place: KeyPlace): boolean =>
    destroyedPlaces.has(placeName(place)) || destroyedPlaces.has(placeName({ tenant: place.tenant, space: place.space }));
  const bury = (record: KeyRecord): void => {
    const place = placeName(record);
    destroyedPlaces.add(place);
    byPlace.delete(place);
    tellDestroyed(record);
  };
  const keep = (record: KeyRecord): void => {
    const place = placeName(record);
    const current = byPlace.get(place);
    // The older of two keys counts; the newer one was never used.
    if (current === undefined || current.keyId === record.keyId || record.order < current.order) byPlace.set(place, record);
    // A rewritten session key lacks some of its events.
    if (current?.keyId === record.keyId && record.session !== undefined) tellDestroyed(record);
  };
  /**
   * Returns true for a key wrapped by a process that had missed a rotation. That process reads the key back, learns of
   * the rotation, and creates another key.
   */
  const isStale = (record: KeyRecord): boolean => {
    if (record.session !== undefined || record.wrapped === undefined || !check?.master || isSameMaster(record.master, check.master))
      return false;
    const known = records.get(`${spaceKey(record)}/${record.keyId}`);
    return known === undefined || isSameMaster(known.master, check.master);
  };
  return {
    apply: (fetched) => {
      if (fetched.key?.toString() === MASTER_CHECK_KEY) return void (check = fetched.value ? decodeMasterCheck(fetched.value) : undefined);
      // A tombstone also destroys a key. Once it is compacted away, nothing is known of the key any more.
      const known = fetched.value === null && records.get(fetched.key?.toString() ?? '');
      if (known) return bury(known);
      if (fetched.value === null) voided.delete(fetched.key?.toString().split('/').at(-1) ?? '');
      const record = decodeKeyRecord(fetched);
      if (!record) return;
      if (isStale(record)) return void voided.set(record.keyId, record);
      const id = `${spaceKey(record)}/${record.keyId}`;
      const before = records.get(id);
      if (record.wrapped === undefined) revived.delete(id);
      else if (before && (before.wrapped === undefined || revived.has(id))) revived.set(id, record);
      records.set(id, record);
      if (record.wrapped === undefined) bury(record);
      else keep(record);
    },
    at: (place) => (isDestroyed(place) ? 'destroyed' : byPlace.get(placeName(place))),
    byId: (tenant, space, keyId) => {
      const record = records.get(`${spaceKey({ tenant, space })}/${keyId}`);
      return record && isDestroyed(record) ? 'destroyed' : record;
    },
    spaceKeys: () => [...byPlace.values()].filter(({ session }) => session === undefined),
    masterCheck: () => check,
    voided: () => [...voided.values()],
    revived: () => [...revived.values()],
    onDestroyed: (run) => void listeners.push(run),
  };
}

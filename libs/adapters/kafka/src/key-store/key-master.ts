import { randomBytes } from 'node:crypto';
import type { MasterKeys, MasterKeyState, MasterKeyVersion } from '@total-recall/ports';
import { boundName, claimMaster, KEY_BYTES, TotalRecallError } from '@total-recall/runtime';
import type { TopicTable } from '../table/topic-table.ts';
import { encodeKeyRecord, encodeMasterCheck, isSameMaster, MASTER_CHECK_KEY, type KeyRecord } from './key-records.ts';
import type { KeyTable } from './key-table.ts';

const REWRAPPED_AT_ONCE = 1_000;

/** Wraps and opens the keys of spaces. */
export interface OpenedMaster {
  /** Wraps a key under the master key that is active according to the records read so far. */
  wrap(name: string, key: Uint8Array): Promise<Required<Pick<KeyRecord, 'wrapped' | 'master'>>>;
  unwrap(record: KeyRecord): Promise<Uint8Array>;
  state(): Promise<MasterKeyState>;
  rotate(onProgress?: (done: number, total: number) => void): Promise<MasterKeyState>;
}

/** Checks that one of the master keys belongs to the store. Errors: `invalid_request`. */
export async function openMaster(table: TopicTable, keys: KeyTable, masters: MasterKeys): Promise<OpenedMaster> {
  if (keys.masterCheck() === undefined) await writeCheck(table, masters, (await masters.versions())[0]!);
  const inForce = async (): Promise<MasterKeyVersion> => keys.masterCheck()!.master ?? checkedVersion(keys, masters);
  await checkedVersion(keys, masters);
  const unwrap = async (record: KeyRecord): Promise<Uint8Array> => {
    const key = await masters.unwrap(record.master!, boundName(record), record.wrapped!);
    if (key) return key;
    throw new TotalRecallError('internal', 'A wrapped key cannot be opened: it was changed, or is of another store.');
  };
  const behindOf = (version: MasterKeyVersion): KeyRecord[] => keys.spaceKeys().filter(({ master }) => !isSameMaster(master, version));
  const state = async (): Promise<MasterKeyState> => {
    const [current, [wanted]] = [await inForce(), await masters.versions()];
    return { inForce: current, wanted: wanted!, keys: keys.spaceKeys().length, behind: behindOf(current).length };
  };
  return {
    async wrap(name, key) {
      const master = await inForce();
      return { master, wrapped: await masters.wrap(master, name, key) };
    },
    unwrap,
    state,
    async rotate(onProgress) {
      await table.catchUp();
      const [wanted] = await masters.versions();
      // Only the newest check is kept, so keys that an earlier check made void are removed, or they would count again.
      const voided = keys.voided().map(({ tenant, space, keyId }) => ({ key: Buffer.from(`${tenant}/${space}/${keyId}`), value: null }));
      if (voided.length > 0) await table.write(voided);
      if (!isSameMaster(keys.masterCheck()!.master, wanted)) await writeCheck(table, masters, wanted!);
      const [old, { length: total }] = [behindOf(wanted!), keys.spaceKeys()];
      for (let at = 0; at < old.length; at += REWRAPPED_AT_ONCE) {
        const batch = old.slice(at, at + REWRAPPED_AT_ONCE).map(async (record) => {
          const wrapped = await masters.wrap(wanted!, boundName(record), await unwrap(record));
          return encodeKeyRecord({ ...record, wrapped, master: wanted });
        });
        await table.write(await Promise.all(batch));
        onProgress?.(total - old.length + Math.min(old.length, at + REWRAPPED_AT_ONCE), total);
      }
      await buryAgain(table, keys);
      return state();
    },
  };
}

/** Destroys keys again that were written once more after their destruction. */
export async function buryAgain(table: Pick<TopicTable, 'write'>, keys: Pick<KeyTable, 'revived'>): Promise<void> {
  const records = keys.revived().map(({ wrapped: _wrapped, master: _master, ...place }) => encodeKeyRecord(place));
  if (records.length > 0) await table.write(records);
}

/** Returns the version that opens the check. */
function checkedVersion(keys: KeyTable, masters: MasterKeys): Promise<MasterKeyVersion> {
  const { master, wrapped } = keys.masterCheck()!;
  return claimMaster(masters, { name: MASTER_CHECK_KEY, wrapped, mayBe: (version) => !master || isSameMaster(master, version) });
}

async function writeCheck(table: TopicTable, masters: MasterKeys, master: MasterKeyVersion): Promise<void> {
  const wrapped = await masters.wrap(master, MASTER_CHECK_KEY, randomBytes(KEY_BYTES));
  await table.write([encodeMasterCheck({ master, wrapped })]);
}

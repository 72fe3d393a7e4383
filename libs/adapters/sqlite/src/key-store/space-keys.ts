import { randomBytes } from 'node:crypto';
import type { MasterKeys, MasterKeyState, MasterKeyVersion } from '@total-recall/ports';
import { boundName, claimMaster, KEY_BYTES, newKeyId, TotalRecallError } from '@total-recall/runtime';
import type { DatabaseThread } from '../thread/database-thread.ts';
import { CHECK_NAME, masterOf, masterText } from './key-names.ts';
import type { KeyWorkerHandlers, OpenedKey, WrappedSpaceKey } from './key-worker.ts';

const PAGE = 500;
/** Most attempts to create a key when the master key changes meanwhile. */
const TRIES = 5;

export interface SpaceKeys {
  /** Opens the key of a space, and creates it if there is none. */
  openOrMake(tenant: string, space: string): Promise<OpenedKey | 'destroyed'>;
  /** Opens the key of a space; undefined when there is none or it was destroyed. */
  openKnown(tenant: string, space: string): Promise<OpenedKey | undefined>;
  state(): Promise<MasterKeyState>;
  rotate(onProgress?: (done: number, total: number) => void): Promise<MasterKeyState>;
}

type Thread = Pick<DatabaseThread<KeyWorkerHandlers>, 'call'>;

/**
 * Opens the keys of spaces. They are wrapped and opened here and not in the thread, as a master key may be kept
 * elsewhere. The file records the active master key, which is compared in the transaction that adds a key, so a process
 * that missed a rotation adds none under the old one.
 * Opens every key of the file once. Errors: `invalid_request` when no master key belongs to the file, `damaged` when a
 * key does not open.
 */
export async function openSpaceKeys(thread: Thread, masters: MasterKeys, path: string): Promise<SpaceKeys> {
  await claim(thread, masters);
  const inForce = async (): Promise<string> => (await thread.call('check', []))!.master!;
  const opened = async (row: WrappedSpaceKey): Promise<OpenedKey> => {
    const key = await masters.unwrap(masterOf(row.master!), boundName(row), row.wrapped);
    if (key) return { keyId: row.keyId, key };
    const fault = `${path} is damaged: a key does not open (${row.keyId}).`;
    throw new TotalRecallError('damaged', `${fault} Put it back from a backup of this folder.`, { details: { file: path } });
  };
  await eachPage(thread, async (row) => thread.call('checkSessions', [{ tenant: row.tenant, space: row.space, ...(await opened(row)) }]));
  await thread.call('checkOrphans', []);

  const make = async (tenant: string, space: string): Promise<WrappedSpaceKey | 'destroyed'> => {
    for (let left = TRIES; left > 0; left -= 1) {
      const master = await inForce();
      const keyId = newKeyId();
      const wrapped = await masters.wrap(masterOf(master), boundName({ tenant, space, keyId }), randomBytes(KEY_BYTES));
      const stands = await thread.call('addSpaceKey', [{ keyId, tenant, space, wrapped, master }]);
      if (stands !== 'stale') return stands;
    }
    throw new TotalRecallError('unavailable', 'The master key keeps being rotated. Try again.', { retryAfterMs: 1_000 });
  };
  const state = async (): Promise<MasterKeyState> => {
    const current = await inForce();
    const [wanted] = await masters.versions();
    return { inForce: masterOf(current), wanted: wanted!, ...(await thread.call('counts', [current])) };
  };
  return {
    async openOrMake(tenant, space) {
      const row = (await thread.call('spaceKey', [tenant, space])) ?? (await make(tenant, space));
      return row === 'destroyed' ? row : opened(row);
    },
    async openKnown(tenant, space) {
      const row = await thread.call('spaceKey', [tenant, space]);
      return typeof row === 'object' ? opened(row) : undefined;
    },
    state,
    async rotate(onProgress) {
      const [wanted] = await masters.versions();
      const master = masterText(wanted!);
      if ((await inForce()) !== master) await thread.call('putInForce', [await checkOf(masters, wanted!)]);
      const { keys, behind } = await thread.call('counts', [master]);
      for (let done = keys - behind; ;) {
        const rows = await thread.call('spaceKeysNotUnder', [master, PAGE]);
        if (rows.length === 0) break;
        for (const row of rows) {
          const wrapped = await masters.wrap(wanted!, boundName(row), (await opened(row)).key);
          await thread.call('rewrap', [{ ...row, wrapped, master }, row.master!]);
        }
        onProgress?.((done += rows.length), keys);
      }
      // Bytes that the old master key opens must not stay in free pages or the write-ahead log. Not only where keys were
      // behind: a rotation that was killed before its wipe is finished by the next one, which finds none.
      await thread.call('wipe', []);
      return state();
    },
  };
}

async function eachPage(thread: Thread, visit: (row: WrappedSpaceKey) => Promise<unknown>): Promise<void> {
  for (let after = ''; ;) {
    const rows = await thread.call('spaceKeys', [after, PAGE]);
    for (const row of rows) await visit(row);
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.keyId;
  }
}

const checkOf = async (masters: MasterKeys, version: MasterKeyVersion) => ({
  wrapped: await masters.wrap(version, CHECK_NAME, randomBytes(KEY_BYTES)),
  master: masterText(version),
});

/** Checks that one of the master keys belongs to the file, and finds out which if an earlier program made the file. */
async function claim(thread: Thread, masters: MasterKeys): Promise<void> {
  let check = await thread.call('check', []);
  if (check === undefined) {
    const [newest] = await masters.versions();
    await thread.call('adopt', [await checkOf(masters, newest!)]);
    // Another process may have been first.
    check = (await thread.call('check', []))!;
  }
  const { wrapped, master } = check;
  const mayBe = (version: MasterKeyVersion): boolean => master === null || masterText(version) === master;
  const version = await claimMaster(masters, { name: CHECK_NAME, wrapped, mayBe });
  if (master === null) await thread.call('adopt', [{ wrapped, master: masterText(version) }]);
}

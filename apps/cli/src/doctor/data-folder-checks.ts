import { access, constants, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isTenantAdmin, OPERATOR_TENANT, toKeyViews } from '@total-recall/gateway';
import type { ControlStore, Tenant } from '@total-recall/ports';
import { createSystemClock, TotalRecallError, unitsAreOf, type StandaloneConfig } from '@total-recall/runtime';
import {
  checkMasterKeyFile,
  clockBehindLog,
  describeClock,
  hasDamagedHeads,
  holderOfDataDir,
  lookForNewestKeys,
  openStores,
  rotateFolderMaster,
} from '@total-recall/data-folder';
import { plural } from '../output/format-number.ts';
import { fail, ok, warn, type Check } from './check.ts';

const LOW_BYTES = 1024 ** 3;
const EMPTY_BYTES = 64 * 1024 ** 2;
const OTHERS = 0o077;

export function dataFolderChecks(config: StandaloneConfig): Check[] {
  const { dataDir } = config;
  return [
    { name: 'data folder', run: () => checkFolder(dataDir) },
    { name: 'free space', run: () => checkSpace(dataDir) },
    { name: 'master key', run: () => checkMasterKey(config) },
    { name: 'lock', run: () => checkLock(dataDir) },
    { name: 'stores', run: () => checkStores(config) },
  ];
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Returns the folder itself, or its nearest existing parent. */
async function nearest(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) if ((await exists(at)) || dirname(at) === at) return at;
}

async function checkFolder(dataDir: string) {
  const there = await nearest(dataDir);
  const found = await stat(there);
  if (!found.isDirectory()) return fail(`${there} is not a folder`, 'Choose another with TOTAL_RECALL_DATA_DIR.');
  const refusal = await access(there, constants.W_OK | constants.X_OK).then(
    () => undefined,
    ({ code }: NodeJS.ErrnoException) => code,
  );
  if (refusal === 'EROFS')
    return fail(`${there} is on a file system that is read-only`, 'Check the system log for disk errors, or mount it for writing.');
  if (refusal !== undefined)
    return fail(`${there} may not be written by this user`, 'Change its permissions, or choose another with TOTAL_RECALL_DATA_DIR.');
  if (there !== dataDir) return ok(`${dataDir}: the first start creates it`);
  if (process.platform !== 'win32' && (found.mode & OTHERS) !== 0) return warn(`other users can open ${dataDir}`, `chmod 700 ${dataDir}`);
  return ok(dataDir);
}

async function checkSpace(dataDir: string) {
  const { bavail, bsize } = await statfs(await nearest(dataDir));
  const free = bavail * bsize;
  const shown = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
  if (free < EMPTY_BYTES) return fail(shown, 'Appends will be refused. Free space on this disk.');
  return free < LOW_BYTES ? warn(shown, 'Free space on this disk soon.') : ok(shown);
}

async function checkMasterKey(config: StandaloneConfig) {
  const { dataDir, masterKeyFile: path, masterKeys } = config;
  if (masterKeys) return sayRotation(config, 'TOTAL_RECALL_MASTER_KEYS');
  if (!(await exists(path))) {
    return (await exists(join(dataDir, 'log.db')))
      ? fail(
          `${path} is missing, so nothing in the log can be read`,
          'Put your copy of the key back, or set TOTAL_RECALL_MASTER_KEY_FILE to its file.',
        )
      : ok('the first start creates it');
  }
  // Read here too, because before the first start there are no other keys that would need it.
  await checkMasterKeyFile(path);
  return sayRotation(config, path);
}

/** Reports the state of the master key. It reads the keys while the service may be running. */
async function sayRotation(config: StandaloneConfig, source: string) {
  const state = (await exists(join(config.dataDir, 'keys.db'))) ? await masterState(config) : undefined;
  if (state === undefined) return ok(`${source}; keep a copy of it elsewhere`);
  const { behind, inForce, wanted } = state;
  if (behind === 0 && inForce.version === wanted.version) return ok(`${source}, version ${inForce.version}; keep a copy of it elsewhere`);
  return warn(
    `${source}: a rotation is not finished, ${behind} keys are wrapped under an earlier master key`,
    'total-recall keys rotate-master',
  );
}

/** Returns nothing before the first start, and where the next one writes the identity of the folder anew. */
function masterState(config: StandaloneConfig) {
  return rotateFolderMaster(config, { onlyLook: true }).catch((error: unknown) => {
    if (error instanceof TotalRecallError && error.code === 'not_found') return undefined;
    throw error;
  });
}

async function checkLock(dataDir: string) {
  const holder = await holderOfDataDir(dataDir);
  return ok(holder === undefined ? 'free' : `held by ${holder === 'unknown' ? 'a process' : `process ${holder}`}: the service runs`);
}

/** Tells what a start makes of parts that it puts aside where they are damaged. */
const MADE_ANEW: Readonly<Record<string, string>> = {
  'units.db': 'The next start puts it aside and rebuilds it from the ledger.',
  'anatomy.db': 'The next start puts it aside; window anatomy and the retrieval log start empty.',
};

/** Returns the name of the damaged part that a start makes anew; undefined for any other error. */
function madeAnew(error: unknown): string | undefined {
  const file = error instanceof TotalRecallError && error.code === 'damaged' ? error.details?.['file'] : undefined;
  const name = typeof file === 'string' ? basename(file) : '';
  return name in MADE_ANEW ? name : undefined;
}

/** Counts the newest records that have no key, and none that was destroyed, and those that name one that never was. */
async function keylessIn({ log, keys }: Pick<Awaited<ReturnType<typeof openStores>>, 'log' | 'keys'>) {
  let [lacking, damaged] = [0, 0];
  await lookForNewestKeys(log, keys, { noteKeyless: () => void (lacking += 1), note: () => void (damaged += 1) });
  return { lacking, damaged };
}

/** Opens every store and compares the read model's progress with the end of the log. It folds nothing. */
async function checkStores(config: StandaloneConfig) {
  if ((await holderOfDataDir(config.dataDir)) !== undefined) return ok('not checked while the service runs; see its /readyz');
  const log = join(config.dataDir, 'log.db');
  if (!(await exists(log))) return ok('none yet');
  // Looked at before it is opened, as that mends it.
  if (hasDamagedHeads(log))
    return warn('log.db is damaged where it keeps the last record of each session', 'The next start rebuilds that from the records.');
  const stores = await openStores({ ...config, mends: false, threads: 'one' }).catch((error: unknown) => {
    const part = madeAnew(error);
    if (part !== undefined) return part;
    throw error;
  });
  if (typeof stores === 'string') return warn(`${stores} is damaged`, MADE_ANEW[stores]!);
  try {
    let behind = 0;
    let records = 0;
    for (let partition = 0; partition < stores.log.partitions; partition++) {
      const end = await stores.log.end(partition);
      const { folded, searchable } = await stores.index.marks(partition);
      if (folded > end || searchable > end)
        return fail(
          `the read model of partition ${partition} is ahead of the log: offset ${folded} of ${end}`,
          'Was log.db replaced by an older copy? Remove the read-model folder; the next start rebuilds it from the log.',
        );
      behind += end - Math.min(folded, searchable);
      records += end + 1;
    }
    const { lacking, damaged } = await keylessIn(stores);
    if (damaged > 0)
      return warn(
        `log.db is damaged: ${damaged} of the newest records name a key that their session never had`,
        'Put log.db back from a backup; `total-recall verify` names the records that cannot be read.',
      );
    if (lacking > 0)
      return warn(
        `keys.db is older than log.db, or lacks keys: it has no key for ${lacking} of the newest records`,
        'Run `total-recall keys merge` with the newest copy of keys.db.',
      );
    if (stores.ledger && stores.units && !(await unitsAreOf(stores.units, stores.ledger, 0)))
      return warn(
        'units.db was built from a later ledger than ledger.db',
        'Unless you put an earlier ledger.db back, its last entries are lost: put the newest copy back before you start. ' +
          'The next start rebuilds units.db from the ledger.',
      );
    const clock = await clockBehindLog(stores.log, createSystemClock());
    if (clock !== undefined)
      return warn(
        describeClock(clock),
        'Set it right before you start: API keys would not expire in time, and what is appended would be dated before what is there.',
      );
    const all = await stores.control.tenants();
    const locked = await tenantsWithoutAdmin(stores.control, all);
    if (locked.length > 0)
      return warn(
        `no admin key is valid any more of ${plural(locked.length, 'tenant')}: ${locked.slice(0, NAMED_TENANTS).join(', ')}`,
        `total-recall keys recover --tenant ${locked[0]}`,
      );
    const tenants = describeTenants(all.map(({ id }) => id));
    const detail = `${records} records in ${stores.log.partitions === 1 ? 'one partition' : `${stores.log.partitions} partitions`}, ${tenants}`;
    return behind === 0
      ? ok(`${detail}, all folded and searchable`)
      : warn(`${detail}, ${behind} not folded yet`, 'The next start folds them.');
  } finally {
    await stores.close();
  }
}

/** Most tenants that one line names. */
const NAMED_TENANTS = 5;

/** Returns the tenants whose admin keys are all revoked or expired. The operator has none until one is made for it. */
async function tenantsWithoutAdmin(control: Pick<ControlStore, 'apiKeys'>, tenants: readonly Tenant[]): Promise<string[]> {
  const now = createSystemClock().now();
  const locked: string[] = [];
  for (const { id, removedAt } of tenants) {
    if (id === OPERATOR_TENANT || removedAt !== undefined) continue;
    const keys = toKeyViews(await control.apiKeys(id));
    if (!keys.some((key) => isTenantAdmin(key, now))) locked.push(id);
  }
  return locked;
}

/** Counts tenants beside the operator's, which every service has from its first start and nobody made. */
function describeTenants(ids: readonly string[]): string {
  const made = plural(ids.filter((id) => id !== OPERATOR_TENANT).length, 'tenant');
  return ids.includes(OPERATOR_TENANT) ? `${made} beside the operator's` : made;
}

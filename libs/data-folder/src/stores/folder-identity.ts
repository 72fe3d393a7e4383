import { type MasterKeyPlace, writeDurably } from '@total-recall/adapter-files';
import { access, constants, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { folderIdOf, type OwnFolder } from '@total-recall/adapter-sqlite';
import type { EventLog } from '@total-recall/ports';
import { createSystemRandom, TotalRecallError } from '@total-recall/runtime';

type RecordedLog = Pick<EventLog, 'generation' | 'partitions'>;

/** Identity of a data folder, recorded in a file and in each database that cannot be rebuilt. */
export interface FolderIdentity {
  readonly folder: OwnFolder;
  /** Identity for the ledger, a part that was added later. */
  readonly ledgerFolder: OwnFolder;
  /** True if the keys of this folder have an erasure mark. Keys without one are then a copy from before all erasures that have. */
  readonly marksErasures: boolean;
  /** True if the last entry of the ledger was noted beside it. Where it is not there now, somebody removed it for an older ledger. */
  readonly notesLedger: boolean;
  /** Number of partitions of the log; absent where the folder is new or of a version that did not record it. */
  readonly partitions?: number;
  /** Records that all parts exist and belong to this folder. */
  complete(made: RecordedLog & { readonly notesLedger: boolean }): Promise<void>;
}

export interface WrittenIdentity {
  readonly id: string;
  /**
   * `making` until the first start has created every part, so missing parts are expected. `restoring` until a backup is
   * completely restored and checked; only that restore opens such a folder.
   */
  readonly state: 'making' | 'restoring' | 'made';
  /** Generation of the log. */
  readonly generation?: string;
  /** Number of partitions of the log, fixed when it was made; earlier versions did not record it. */
  readonly partitions?: number;
  /** True once the folder has a ledger; older folders had none. */
  readonly hasLedger?: boolean;
  /** True once the keys have an erasure mark; those of older folders had none. */
  readonly marksErasures?: boolean;
  /** True once the last entry of the ledger was noted beside it; it was not in older folders. */
  readonly notesLedger?: boolean;
}

const FILE = 'identity.json';
const ANEW = 'the next start takes the parts that are there, if they are of one folder.';
const STATES: readonly WrittenIdentity['state'][] = ['making', 'restoring', 'made'];

/** Every part, with the consequence of its loss and the remedy. */
const PARTS = {
  'log.db': 'It holds the events. Put it back from a backup, with its -wal file; what a read-model folder still has is kept.',
  'keys.db': 'Without it no event can be read. Put it back from a backup of this folder.',
  'control.db': 'It holds tenants, API keys and policies. Put it back from a backup of this folder.',
} as const;

const LEDGER = {
  'ledger.db':
    'It holds what was erased, and what of it is left to do, and legal holds. Put its newest copy back, from a backup of this folder.',
} as const;

interface Place extends MasterKeyPlace {
  readonly dataDir: string;
  /** True for the restore that made the folder, which opens it to check it. */
  readonly isRestoring?: boolean;
}

/**
 * Determines the identity of a data folder before anything in it is opened. A folder that once had a part and lacks it
 * now is refused, naming the part; it is never created again. A folder without an identity takes the one that its log
 * records; one of a version that recorded none gets a new one. All parts must be there.
 * Errors: `damaged`.
 */
export async function identifyFolder(place: Place): Promise<FolderIdentity> {
  const { dataDir } = place;
  const known = await readIdentity(dataDir);
  if (known?.state === 'restoring' && !place.isRestoring)
    throw refuse('A restore into it was cut short. Empty the folder and run `total-recall restore` again.', dataDir);
  // A log that records its folder is of a version whose folders have a ledger.
  const recorded = known === undefined ? folderIdOf(join(dataDir, 'log.db')) : undefined;
  const missing = await missingParts(place, known ? (known.hasLedger ?? false) : recorded !== undefined);
  // Tenants and keys may be created before the first start.
  const isMade = known?.state === 'made' || known?.state === 'restoring';
  const isNew = known === undefined ? !(await hasEvents(dataDir)) : known.state === 'making';
  if (!isNew && missing.length > 0) throw refuse(`${missing.join(' ')} To begin anew, choose an empty data folder.`, dataDir);
  await refuseClosedParts(dataDir);
  const id = known?.id ?? recorded ?? Buffer.from(createSystemRandom().bytes(16)).toString('hex');
  const write = (identity: WrittenIdentity) => writeIdentity(dataDir, identity);
  if (known === undefined && isNew) await write({ id, state: 'making' });
  return {
    folder: { id, adopts: !isMade },
    ledgerFolder: { id, adopts: !known?.hasLedger },
    marksErasures: known?.marksErasures ?? false,
    notesLedger: known?.notesLedger ?? false,
    ...(known?.partitions !== undefined && { partitions: known.partitions }),
    async complete({ generation, partitions, notesLedger }) {
      const whole = { partitions, hasLedger: true, marksErasures: true, ...(notesLedger && { notesLedger }) };
      if (!isMade) await write({ id, state: 'made', generation, ...whole });
      else if (known.generation !== generation)
        throw refuse(
          `log.db is not the one that ${FILE} names. Put the right one back from a backup of this folder. ` +
            `Where nobody has put another there, ${FILE} was changed: remove it, and ${ANEW}`,
          dataDir,
        );
      else if (!known.partitions || !known.hasLedger || !known.marksErasures || (notesLedger && !known.notesLedger))
        await write({ ...known, ...whole });
    },
  };
}

export async function writeIdentity(dataDir: string, identity: WrittenIdentity): Promise<void> {
  await writeDurably(dataDir, join(dataDir, FILE), Buffer.from(`${JSON.stringify(identity)}\n`));
}

/**
 * Returns the refusal of an identity that is of another folder than all parts, for one of a part that is not of the
 * identity's; undefined where they are not of one folder.
 */
export function refusalOfIdentity(dataDir: string, id: string): TotalRecallError | undefined {
  const ids = Object.keys(PARTS).map((part) => folderIdOf(join(dataDir, part)));
  const [own] = ids;
  if (own === undefined || own === id || ids.some((other) => other !== own)) return undefined;
  return refuse(`${FILE} is of another folder than its databases. Put it back from a backup, or remove it: ${ANEW}`, dataDir);
}

/** Reads the identity; undefined when the folder has none. Errors: `damaged`. */
export async function readIdentity(dataDir: string): Promise<WrittenIdentity | undefined> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    if (error.code === 'EISDIR') throw refuse(`${FILE} is a folder, but was a file. Move it away: ${ANEW}`, dataDir);
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    const read = JSON.parse(text) as Partial<WrittenIdentity>;
    const isRead = typeof read.id === 'string' && STATES.some((state) => state === read.state);
    if (isRead && isCount(read.partitions ?? 1)) return read as WrittenIdentity;
  } catch {
    // Invalid JSON is reported below.
  }
  throw refuse(`${FILE} is damaged. Put it back from a backup, or remove it: ${ANEW}`, dataDir);
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0;
}

/** Returns a message for each missing part. */
async function missingParts({ dataDir, masterKeyFile, masterKeys }: Place, hasLedger: boolean): Promise<string[]> {
  const missing: string[] = [];
  for (const [file, remedy] of Object.entries(hasLedger ? { ...PARTS, ...LEDGER } : PARTS)) {
    const lack = await lackOf(join(dataDir, file));
    if (lack !== undefined) missing.push(`${file} ${lack}. ${remedy}`);
  }
  const lack = masterKeys ? undefined : await lackOf(masterKeyFile);
  if (lack !== undefined)
    missing.push(
      `The master key ${masterKeyFile} ${lack}: keys.db cannot be read without it. Put back your copy, or name it with TOTAL_RECALL_MASTER_KEY_FILE.`,
    );
  return missing;
}

async function lackOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return 'is not there, and was';
  if (found.isDirectory()) return 'is a folder, but was a file';
  return found.size === 0 ? 'is empty, and was not' : undefined;
}

/** Names a database that this user may not write, which SQLite would only say it cannot open. Errors: `unavailable`. */
async function refuseClosedParts(dataDir: string): Promise<void> {
  for (const file of Object.keys({ ...PARTS, ...LEDGER })) {
    const path = join(dataDir, file);
    const code = await access(path, constants.R_OK | constants.W_OK).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (code === 'EACCES' || code === 'EPERM')
      throw new TotalRecallError(
        'unavailable',
        `${path} may not be read and written by this user. Change its owner, or run: chmod 600 ${path}`,
      );
  }
}

/** Returns true when a folder without an identity has been used before. */
async function hasEvents(dataDir: string): Promise<boolean> {
  const entries = await readdir(dataDir);
  return entries.some((entry) => entry === 'log.db' || entry === 'keys.db' || entry.startsWith('read-model-'));
}

function refuse(what: string, dataDir: string): TotalRecallError {
  return new TotalRecallError('damaged', `The data folder ${dataDir} is not whole. ${what}`);
}

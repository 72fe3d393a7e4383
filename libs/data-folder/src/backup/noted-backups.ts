import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { orUndefinedIfMissing, writeDurably } from '@total-recall/adapter-files';
import { lockFile } from '@total-recall/adapter-sqlite';
import { MOST_NOTED_BACKUPS, summariseBackups, type KnownBackups } from '@total-recall/domain';
import type { Logger } from '@total-recall/observability';
import { createSystemScheduler, jsonOrUndefined, reasonText, TotalRecallError } from '@total-recall/runtime';

/** File of a data folder that says where it was backed up to, and when; certificates tell of it. */
const FILE = 'backups.json';

/** Lock of the notes: of two backups to different places that read them at once, one would lose the note of the other. */
const LOCK = 'backups.db';
const LOCK_TRIES = 100;
const LOCK_RETRY_MS = 50;

interface NotedBackup {
  readonly target: string;
  /** ISO 8601 with milliseconds, UTC. */
  readonly startedAt: string;
}

/**
 * Notes a backup that begins: what is erased meanwhile may be in it. Returns why it could not, as a folder that takes no
 * note is backed up all the same. The notes stay as they are then, also where they cannot be read.
 */
export function noteBackup(dataDir: string, begun: NotedBackup): Promise<string | undefined> {
  return faultOf(change(dataDir, (noted) => [...noted, begun].slice(-MOST_NOTED_BACKUPS)));
}

/** Drops what a finished backup has replaced in its place. Returns why it could not. */
export function dropReplaced(dataDir: string, { target, startedAt }: NotedBackup): Promise<string | undefined> {
  return faultOf(change(dataDir, (noted) => noted.filter((each) => each.target !== target || each.startedAt >= startedAt)));
}

/** Returns how many backups were noted, and their times; undefined where there are none, or where they cannot be read. */
export async function knownBackups(dataDir: string, logger: Pick<Logger, 'error'>): Promise<KnownBackups | undefined> {
  try {
    return summariseBackups((await read(dataDir)).map(({ startedAt }) => startedAt));
  } catch (error) {
    logger.error({ file: join(dataDir, FILE), err: error }, 'the record of backups cannot be read; the certificate names none');
    return undefined;
  }
}

async function change(dataDir: string, to: (noted: readonly NotedBackup[]) => readonly NotedBackup[]): Promise<void> {
  const unlock = await lockNotes(join(dataDir, LOCK));
  try {
    await writeDurably(dataDir, join(dataDir, FILE), Buffer.from(`${JSON.stringify(to(await read(dataDir)))}\n`));
  } finally {
    unlock();
  }
}

function faultOf(change: Promise<void>): Promise<string | undefined> {
  return change.then(() => undefined, reasonText);
}

/** Locks the notes, which others hold for moments only. Errors: `unavailable`. */
async function lockNotes(path: string): Promise<() => void> {
  const scheduler = createSystemScheduler();
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    // A wait within would block a backup of this process that has it.
    const unlock = lockFile(path, 0);
    if (unlock) return unlock;
    await scheduler.delay(LOCK_RETRY_MS);
  }
  throw new TotalRecallError('unavailable', `Another process holds ${path}.`);
}

/** Reads the notes. A damaged file has none; one that cannot be read may have some. Errors: those of the file system. */
async function read(dataDir: string): Promise<readonly NotedBackup[]> {
  const text = await orUndefinedIfMissing(readFile(join(dataDir, FILE), 'utf8'));
  const noted = text === undefined ? [] : jsonOrUndefined(text);
  return Array.isArray(noted) ? noted.filter(isNoted) : [];
}

/** Times go into certificates, which are signed, so nothing else passes for one. */
function isNoted(value: unknown): value is NotedBackup {
  const { target, startedAt } = (value ?? {}) as Partial<Record<keyof NotedBackup, unknown>>;
  return typeof target === 'string' && typeof startedAt === 'string' && isTime(startedAt);
}

function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

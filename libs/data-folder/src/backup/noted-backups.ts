import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@total-recall/adapter-files';
import type { KnownBackups } from '@total-recall/domain';

/** File of a data folder that says where it was backed up to, and when; certificates tell of it. */
const FILE = 'backups.json';
const MOST_NOTED = 10_000;

interface NotedBackup {
  readonly target: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

/** Notes a backup that begins: what is erased meanwhile may be in it. A folder that takes no note is backed up all the same. */
export async function noteBackup(dataDir: string, begun: NotedBackup): Promise<void> {
  await write(dataDir, [...(await read(dataDir)), begun].slice(-MOST_NOTED));
}

/** Drops what a finished backup has replaced in its place. */
export async function dropReplaced(dataDir: string, { target, startedAt }: NotedBackup): Promise<void> {
  const noted = await read(dataDir);
  await write(
    dataDir,
    noted.filter((each) => each.target !== target || each.startedAt >= startedAt),
  );
}

/** Returns how many backups were noted, and their times; undefined where there are none. */
export async function knownBackups(dataDir: string): Promise<KnownBackups | undefined> {
  const times = (await read(dataDir)).map(({ startedAt }) => startedAt).toSorted();
  return times.length === 0 ? undefined : { count: times.length, first: times[0]!, last: times.at(-1)! };
}

async function read(dataDir: string): Promise<readonly NotedBackup[]> {
  try {
    const noted = JSON.parse(await readFile(join(dataDir, FILE), 'utf8')) as unknown;
    return Array.isArray(noted) ? noted.filter(isNoted) : [];
  } catch {
    return [];
  }
}

function isNoted(value: unknown): value is NotedBackup {
  const { target, startedAt } = (value ?? {}) as Partial<Record<keyof NotedBackup, unknown>>;
  return typeof target === 'string' && typeof startedAt === 'string';
}

async function write(dataDir: string, noted: readonly NotedBackup[]): Promise<void> {
  await writeDurably(dataDir, join(dataDir, FILE), Buffer.from(`${JSON.stringify(noted)}\n`)).catch(() => undefined);
}

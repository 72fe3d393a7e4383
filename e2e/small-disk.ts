import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * A small file system in memory that really gets full. Programs in its mount namespace see it at `folder`, all others
 * below `seen`.
 */
export interface SmallDisk {
  /** Root of the file system, for programs in its namespace. */
  readonly folder: string;
  /** The same root for all other programs. */
  readonly seen: string;
  /** Prefix of a command that is to run in its namespace. */
  readonly within: readonly string[];
  /** Remounts the file system. Errors: that of `mount`, for example while one of its files is open for writing. */
  remount(mode: 'ro' | 'rw'): Promise<void>;
  remove(): Promise<void>;
}

const run = promisify(execFile);
// Without root, mounting needs a user namespace.
const isRoot = process.getuid?.() === 0;
const APART = isRoot ? ['-m'] : ['-rm'];

/** Returns the reason why no such disk can be made here; undefined if it can. */
export function smallDiskUnavailableReason(): string | undefined {
  if (process.platform !== 'linux') return 'mount namespaces are of Linux';
  const { status, stderr, error } = spawnSync('unshare', [...APART, 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /tmp'], {
    encoding: 'utf8',
  });
  return status === 0 ? undefined : `no file system can be mounted: ${(error?.message ?? stderr).trim()}`;
}

export async function openSmallDisk(sizeMiB: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-small-disk-'));
  // The file system exists as long as a process is in its namespace.
  const mounted = `mount -t tmpfs -o size=${sizeMiB}m,mode=700 tmpfs "$0" && echo mounted && exec cat`;
  const holder = spawn('unshare', [...APART, 'sh', '-c', mounted, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [said] = (await once(holder.stdout, 'data')) as [Buffer];
  if (said.toString().trim() !== 'mounted') throw new Error(`the disk was not mounted: ${said.toString()}`);
  const pid = String(holder.pid);
  const within = isRoot ? ['nsenter', '-m', '-t', pid] : ['nsenter', '--preserve-credentials', '-U', '-m', '-t', pid];
  return {
    folder,
    seen: `/proc/${pid}/root${folder}`,
    within,
    remount: async (mode) => {
      const [program, ...rest] = [...within, 'mount', '-o', `remount,${mode}`, folder];
      await run(program!, rest);
    },
    remove: async () => {
      const gone = once(holder, 'exit');
      holder.stdin.end();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Fills the disk until nothing more can be written. */
export async function fillUp(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let bytes = 1 << 20; bytes > 0;)
      await file.write(Buffer.alloc(bytes)).then(
        ({ bytesWritten }) => void (bytes = bytesWritten === 0 ? 0 : bytes),
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOSPC') throw error;
          bytes = Math.floor(bytes / 4);
        },
      );
  } finally {
    await file.close();
  }
}

import { appendFile, mkdir, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-cli.ts';
import { findSessions, type SessionFile } from './find-sessions.ts';
import { followFiles } from './follow-files.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

interface Followed {
  /** Called before each scan with its number, from 0 on. */
  readonly onScan: (scan: number) => Promise<void>;
  readonly scans: number;
  readonly onGrown?: (file: SessionFile, scan: number) => Promise<void>;
  readonly onFailed?: (error: unknown) => void;
}

/** Follows a folder for some scans; returns what happened, each with the number of the scan. */
async function follow(path: string, { onScan, scans, onGrown, onFailed }: Followed): Promise<string[]> {
  const [events, ending] = [[] as string[], new AbortController()];
  const known = await findSessions(path);
  let scan = 0;
  await onScan(0);
  await followFiles(path, {
    known,
    signal: ending.signal,
    scheduler: {
      async delay() {
        scan += 1;
        if (scan === scans) ending.abort();
        else await onScan(scan);
      },
    },
    async onGrown(file) {
      await onGrown?.(file, scan);
      events.push(`${scan} ${file.name}`);
    },
    onTooLarge: () => undefined,
    onFailed(error, file) {
      onFailed?.(error);
      events.push(`${scan} failed ${file?.name ?? 'listing'}`);
    },
    onRecovered: (file) => void events.push(`${scan} recovered ${file?.name ?? 'listing'}`),
  });
  return events;
}

async function folderOf(name: string, ...files: string[]): Promise<string> {
  const path = join(folder.path, name);
  await mkdir(path);
  for (const file of files) await writeFile(join(path, file), '1\n');
  return path;
}

describe('following files', () => {
  it('tries a file that failed again, later each time, and the others meanwhile', async () => {
    const path = await folderOf('failing', 'a.jsonl', 'b.jsonl');
    const events = await follow(path, {
      scans: 12,
      onScan: async (scan) => {
        if (scan === 0) await appendFile(join(path, 'a.jsonl'), '2\n');
        if (scan === 4) await appendFile(join(path, 'b.jsonl'), '2\n');
      },
      onGrown: async ({ name }, scan) => {
        if (name === 'a.jsonl' && scan < 8) throw new Error('no answer');
      },
    });
    const failed = [0, 2, 5].map((scan) => `${scan} failed a.jsonl`);
    expect(events).toEqual([...failed.slice(0, 2), '4 b.jsonl', failed[2], '10 a.jsonl', '10 recovered a.jsonl']);
  });

  it('ends where the failure is thrown on', async () => {
    const path = await folderOf('refused', 'a.jsonl');
    const following = follow(path, {
      scans: 3,
      onScan: () => appendFile(join(path, 'a.jsonl'), '2\n'),
      onGrown: () => Promise.reject(new Error('refused')),
      onFailed(error) {
        throw error;
      },
    });
    await expect(following).rejects.toThrow('refused');
  });

  it('goes on with a folder that could not be listed, and finds the new files there', async () => {
    const path = await folderOf('listed', 'a.jsonl');
    const link = join(folder.path, 'link');
    await symlink(path, link);
    const turnTo = async (target: string) => {
      await unlink(link);
      await symlink(target, link);
    };
    const events = await follow(link, {
      scans: 5,
      onScan: async (scan) => {
        if (scan === 0) await turnTo('/dev/null');
        if (scan === 1) await turnTo(path);
        if (scan === 2) await writeFile(join(path, 'b.jsonl'), '1\n');
      },
    });
    expect(events).toEqual(['0 failed listing', '2 recovered listing', '2 b.jsonl']);
  });

  it('follows the files that it knows while there are too many', async () => {
    const path = await folderOf('many', 'a.jsonl');
    const rest = join(path, 'rest');
    const events = await follow(path, {
      scans: 4,
      onScan: async (scan) => {
        if (scan === 0) {
          await mkdir(rest);
          for (let at = 0; at < 20_001; at++) await writeFile(join(rest, `${at}.log`), '');
        }
        if (scan === 1) await appendFile(join(path, 'a.jsonl'), '2\n');
        if (scan === 2) await rm(rest, { recursive: true });
      },
    });
    expect(events).toEqual(['0 failed listing', '1 a.jsonl', '2 recovered listing']);
  });
});

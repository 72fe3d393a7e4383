import { mkdirSync, rmSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ArtifactStat, ArtifactStore } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { artifactPath, spaceFolder } from './artifact-path.ts';
import { orUndefinedIfMissing, moveDurably, syncFolder, writeDurably } from './durable-file.ts';
import { mapDiskErrors, mapReadErrors } from './disk-fault.ts';
import { createKeyedQueues } from './named-turns.ts';

export interface FileArtifactStoreOptions {
  /**
   * Folder with the subfolders `hot`, `cold` and `drafts`, created if missing. Only one process at a time may write to
   * it.
   */
  readonly root: string;
}

const MAX_ARTIFACT_BYTES = 64 * 1024 * 1024;

/**
 * Stores each artifact as one file in the folder of its tier; the file's time is the time of storage. Errors:
 * `payload_too_large` above 64 MiB, `unavailable` when the disk accepts no more, `damaged` for a file that cannot be read.
 */
export function createFileArtifactStore(options: FileArtifactStoreOptions): ArtifactStore {
  const roots: TierRoots = { hot: join(options.root, 'hot'), cold: join(options.root, 'cold') };
  const drafts = join(options.root, 'drafts');
  // A killed process may have left drafts.
  rmSync(drafts, { recursive: true, force: true });
  for (const folder of [roots.hot, roots.cold, drafts]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const changes = createKeyedQueues();
  let closing: Promise<void> | undefined;

  const refuseClosed = (): void => {
    if (closing) throw new TotalRecallError('closed', 'The artifact store is closed.');
  };
  return {
    put: async (place, bytes) => {
      refuseClosed();
      const path = artifactPath(place);
      if (bytes.length > MAX_ARTIFACT_BYTES)
        throw new TotalRecallError(
          'payload_too_large',
          `A stored artifact has at most ${MAX_ARTIFACT_BYTES} bytes; this one has ${bytes.length}.`,
        );
      return changes.inTurn(path, async () => {
        if (await statOf(roots, path)) return { created: false };
        await mapDiskErrors('The artifact', writeDurably(drafts, join(roots.hot, path), bytes));
        return { created: true };
      });
    },
    get: async (place, range) => {
      refuseClosed();
      const found = findInTiers(roots, artifactPath(place), (file) => readRange(file, range));
      return mapReadErrors(`The file of the artifact ${place.artifactId}`, found);
    },
    stat: async (place) => {
      refuseClosed();
      return statOf(roots, artifactPath(place));
    },
    archive: async (olderThan) => {
      refuseClosed();
      let moved = 0;
      for await (const path of filesBelow(roots.hot)) {
        if (closing) break;
        moved += await changes.inTurn(path, async () => {
          const found = await orUndefinedIfMissing(stat(join(roots.hot, path)));
          if (!found || found.mtimeMs >= olderThan) return 0;
          await moveDurably(join(roots.hot, path), join(roots.cold, path));
          return 1;
        });
      }
      return moved;
    },
    rehydrate: async (place) => {
      refuseClosed();
      const path = artifactPath(place);
      await changes.inTurn(path, () => orUndefinedIfMissing(moveDurably(join(roots.cold, path), join(roots.hot, path))));
    },
    delete: async (place) => {
      refuseClosed();
      const path = artifactPath(place);
      await changes.inTurn(path, () => removeFromTiers(roots, path));
    },
    async *list(tenant, space) {
      refuseClosed();
      yield* artifactsBelow(roots, spaceFolder(tenant, space));
    },
    deleteSpace: async (place) => {
      refuseClosed();
      const path = spaceFolder(place.tenant, place.space);
      await changes.inTurn(path, () => removeFromTiers(roots, path));
    },
    close: () => (closing ??= changes.idle()),
  };
}

interface TierRoots {
  readonly hot: string;
  readonly cold: string;
}

/** Searches hot, cold, and hot again, as an artifact may be moved back meanwhile. */
async function findInTiers<T>(
  roots: TierRoots,
  path: string,
  look: (file: string, tier: 'hot' | 'cold') => Promise<T>,
): Promise<T | undefined> {
  for (const tier of ['hot', 'cold', 'hot'] as const) {
    const found = await orUndefinedIfMissing(look(join(roots[tier], path), tier));
    if (found !== undefined) return found;
  }
  return undefined;
}

function statOf(roots: TierRoots, path: string): Promise<ArtifactStat | undefined> {
  return findInTiers(roots, path, async (file, tier) => {
    const { size, mtimeMs } = await stat(file);
    return { storedBytes: size, storedAt: Math.round(mtimeMs), tier };
  });
}

/** Yields each artifact below a folder of the tiers once. */
async function* artifactsBelow(roots: TierRoots, path: string): AsyncGenerator<{ artifactId: string; storedAt: number }> {
  const seen = new Set<string>();
  // Hot comes again, for artifacts that are moved back meanwhile.
  for (const root of [roots.hot, roots.cold, roots.hot]) {
    const folder = join(root, path);
    if (!(await orUndefinedIfMissing(stat(folder)))) continue;
    for await (const file of filesBelow(folder)) {
      const artifactId = basename(file);
      const found = seen.has(artifactId) ? undefined : await orUndefinedIfMissing(stat(join(folder, file)));
      if (!found) continue;
      seen.add(artifactId);
      yield { artifactId, storedAt: Math.round(found.mtimeMs) };
    }
  }
}

/** Removes a file, or a folder and all below it, from both tiers, durably. */
async function removeFromTiers(roots: TierRoots, path: string): Promise<void> {
  for (const root of [roots.hot, roots.cold]) {
    const target = join(root, path);
    if (!(await orUndefinedIfMissing(stat(target)))) continue;
    await rm(target, { recursive: true });
    await syncFolder(dirname(target));
  }
}

async function readRange(path: string, range: { from: number; to: number } | undefined): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const from = Math.min(size, Math.max(0, range?.from ?? 0));
    const to = Math.min(size, Math.max(from, range?.to ?? size));
    const bytes = new Uint8Array(to - from);
    for (let at = 0; at < bytes.length;) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at);
      if (bytesRead === 0) throw new TotalRecallError('internal', 'An artifact became shorter while it was read.');
      at += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}

/**
 * Yields the relative paths of all files below a folder, one folder at a time, so that memory holds the names of one
 * folder at most.
 */
async function* filesBelow(root: string, below = ''): AsyncGenerator<string> {
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else yield path;
  }
}

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Storage of the servers of a run, and the prefix of its names. */
export interface StoredAt {
  readonly serversFolder: string;
  readonly opensearchUrl: string;
  readonly prefix: string;
}

/** Size on disk. */
export interface Stored {
  readonly bytes: number;
  /** Number of objects in S3; 0 for other stores. */
  readonly objects: number;
}

/** Returns the size of the log, the archive, the artifacts and each index. Indices are flushed first but not merged. */
export async function storedBytes({ serversFolder, opensearchUrl, prefix }: StoredAt): Promise<ReadonlyMap<string, Stored>> {
  const found = new Map<string, Stored>();
  const add = (name: string, bytes: number, objects = 0): void => {
    const before = found.get(name) ?? { bytes: 0, objects: 0 };
    found.set(name, { bytes: before.bytes + bytes, objects: before.objects + objects });
  };
  for (const { path, bytes } of await filesBelow(join(serversFolder, 'kafka'))) {
    const topic = new RegExp(`/${prefix}\\.([a-z]+)-\\d+/[0-9]+\\.log$`).exec(path)?.[1];
    if (topic !== undefined) add(`topic ${topic}`, bytes);
  }
  for (const { path, bytes } of await filesBelow(join(serversFolder, 's3'))) {
    const kind = new RegExp(`/${prefix}-[a-z0-9]+/(segments|chapters|hot)/`).exec(path)?.[1];
    if (kind !== undefined) add(kind === 'hot' ? 'artifacts' : `archive: ${kind}`, bytes, 1);
  }
  await fetch(`${opensearchUrl}/${prefix}*/_flush?wait_if_ongoing=true`, { method: 'POST' });
  const answer = await fetch(`${opensearchUrl}/_cat/indices/${prefix}*?format=json&bytes=b&h=index,pri.store.size`);
  for (const index of (await answer.json()) as { readonly index: string; readonly 'pri.store.size': string }[])
    add(`index ${index.index.replace(prefix, '').replace(/[0-9a-f]{8,}(-v\d+)?/, '')}`, Number(index['pri.store.size']));
  return found;
}

async function filesBelow(folder: string): Promise<{ path: string; bytes: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // Some files are gone by now, because a broker rolls them.
  const sizes = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return paths.flatMap((path, at) => (sizes[at] ? [{ path, bytes: sizes[at].size }] : []));
}

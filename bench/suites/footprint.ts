import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@total-recall/client';
import { value, type Figure } from '../measure/figures.ts';
import type { StoreSuite } from '../measure/suite.ts';
import { serveProcess } from '../service/serve-process.ts';
import { withFolder } from '../service/open-service.ts';
import { createQueries } from '../service/traffic.ts';

/**
 * Measures the start on an empty folder and on this one until `/readyz` answers, the memory of the process, and the
 * disk space per event.
 */
export const footprintSuite: StoreSuite = async (store, { quick, seed }) => {
  await store.close();
  const { filled, dataDir } = store;
  const figures: Figure[] = [];
  const sizes = await folderSizes(dataDir);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  figures.push(
    value('text of an event as handed in', 'bytes', [filled.textBytes / filled.events]),
    value('disk for an event, all files', 'bytes', [total / filled.events]),
  );
  for (const [name, size] of [...sizes].sort())
    if (size / total > 0.01) figures.push(value(`of it ${name}`, 'bytes', [size / filled.events]));
  const starts = quick ? 2 : 5;
  const empty: number[] = [];
  const emptyMiB: number[] = [];
  for (let run = 0; run < starts; run += 1) {
    await withFolder(async (folder) => {
      await mkdir(join(folder, 'data'), { mode: 0o700 });
      const server = await serveProcess(join(folder, 'data'));
      empty.push(server.readyMs);
      emptyMiB.push(await server.residentMiB());
      await server.stop();
    });
  }
  const full: number[] = [];
  const fullMiB: number[] = [];
  const usedMiB: number[] = [];
  for (let run = 0; run < starts; run += 1) {
    const server = await store.serve();
    full.push(server.readyMs);
    fullMiB.push(await server.residentMiB());
    const space = createClient({ url: server.url, apiKey: server.apiKey }).space(filled.longest.space);
    const query = createQueries(
      seed + run,
      filled.sample.filter((text) => text.space === filled.longest.space).map(({ text }) => text),
    );
    for (let at = 0; at < (quick ? 10 : 100); at += 1) await space.recall(query());
    usedMiB.push(await server.residentMiB());
    await server.stop();
  }
  figures.push(
    value('start, empty folder', 'ms', empty),
    value('start, this folder', 'ms', full),
    value('memory after the start, empty folder', 'MiB', emptyMiB),
    value('memory after the start, this folder', 'MiB', fullMiB),
    value(`memory after ${quick ? 10 : 100} recalls over HTTP`, 'MiB', usedMiB),
  );
  return { title: `Start, memory and disk, ${store.title}`, figures };
};

/** Returns the bytes of every database with its journals, and of the artifacts. */
async function folderSizes(dataDir: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const top = path.slice(dataDir.length + 1).split('/')[0]!;
    const name = top.replace(/-(wal|shm)$/, '');
    // Sizes in whole blocks, as small artifacts take a block of the file system.
    sizes.set(name, (sizes.get(name) ?? 0) + (await stat(path)).blocks * 512);
  }
  return sizes;
}

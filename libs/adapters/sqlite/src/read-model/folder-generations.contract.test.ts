import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readModelGenerationsContract, writesOf } from '@total-recall/ports/testing';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteMemoryIndex } from '../index-store/sqlite-memory-index.ts';
import { createFolderGenerations } from './folder-generations.ts';

const LOG = { logGeneration: 'abc', foldVersion: 8 };

async function fill(dataDir: string, generation: string, upTo: number): Promise<void> {
  await mkdir(join(dataDir, generation), { recursive: true });
  const index = await createSqliteMemoryIndex({ path: join(dataDir, generation, 'index.db') });
  await index.write(0, writesOf(['red fox']));
  await index.advanceMarks(0, { folded: upTo, searchable: upTo });
  await index.close();
}

readModelGenerationsContract(
  'a data folder',
  () => {
    const folder = temporaryFolder();
    const dataDir = folder.path;
    return {
      open: async () => createFolderGenerations({ ...LOG, dataDir }),
      fill: (generation, upTo) => fill(dataDir, generation, upTo),
      dispose: async () => folder.remove(),
    };
  },
  { reopen: true, fillsBeside: false, countsReads: false },
);

describe('a data folder with read models of earlier versions', () => {
  const [own, former, older] = ['read-model-abc-v8', 'read-model-abc-v7', 'read-model-abc-v5'];

  async function withFolder(body: (dataDir: string) => Promise<void>): Promise<void> {
    const folder = temporaryFolder();
    try {
      for (const name of [former, older, 'read-model-other-v7', 'read-model-abc-v9']) await fill(folder.path, name, 4);
      await body(folder.path);
    } finally {
      folder.remove();
    }
  }

  it('reads the newest of them until the own one is filled beside it, and leaves those of others and of later versions', () =>
    withFolder(async (dataDir) => {
      const generations = createFolderGenerations({ ...LOG, dataDir });
      expect(await generations.standing()).toEqual({ current: former, toFill: own, isBegun: false, left: [older] });
      expect(await generations.begin()).toEqual({ generation: own });
      await fill(dataDir, own, 2);
      expect(await generations.standing()).toEqual({ current: former, toFill: own, isBegun: true, left: [older] });
      await generations.switchTo(own);
      expect(await generations.standing()).toEqual({ current: own, toFill: own, isBegun: false, left: [] });
      expect((await readdir(dataDir)).toSorted()).toEqual(['read-model-abc-v8', 'read-model-abc-v9', 'read-model-other-v7']);
    }));

  it('puts the read model aside that a begin had only announced when it was ended', async () => {
    const folder = temporaryFolder();
    try {
      await fill(folder.path, own, 4);
      await writeFile(join(folder.path, 'read-model.filling'), 'aside first\n');
      const { aside } = await createFolderGenerations({ ...LOG, dataDir: folder.path }).begin();
      expect(aside).toBe(join(folder.path, `${own}.damaged`));
      expect(await readdir(folder.path)).not.toContain(own);
    } finally {
      folder.remove();
    }
  });

  it('goes on with what an earlier program was filling', async () => {
    const folder = temporaryFolder();
    try {
      await fill(folder.path, own, 4);
      await writeFile(join(folder.path, 'read-model.filling'), `${join(folder.path, own)}\n`);
      const generations = createFolderGenerations({ ...LOG, dataDir: folder.path });
      expect(await generations.begin()).toEqual({ generation: own });
      expect(await generations.marks(own, 0)).toMatchObject({ searchable: 4 });
    } finally {
      folder.remove();
    }
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vectorIndexContract } from '@total-recall/ports/testing';
import { createSqliteMemoryIndex } from '../index-store/sqlite-memory-index.ts';

vectorIndexContract(
  'SQLite',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'total-recall-vectors-'));
    const path = join(folder, 'index.db');
    let index = await createSqliteMemoryIndex({ path });
    return {
      index,
      reopen: async () => {
        await index.close();
        return (index = await createSqliteMemoryIndex({ path }));
      },
      dispose: async () => {
        await index.close();
        await rm(folder, { recursive: true });
      },
    };
  },
  { durable: true },
);

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryIndexContract } from '@total-recall/ports/testing';
import { createSqliteMemoryIndex } from './sqlite-memory-index.ts';

memoryIndexContract(
  'SQLite',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'total-recall-index-'));
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

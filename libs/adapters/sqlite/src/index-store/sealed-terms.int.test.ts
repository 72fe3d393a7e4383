import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOf } from '@total-recall/ports/testing';
import { sealIndexTerms } from '@total-recall/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSqliteMemoryIndex } from './sqlite-memory-index.ts';

const HOME = { tenant: 'acme', space: 'home' };
const keys = { spaceKey: () => Promise.resolve({ keyId: 'k1', key: new Uint8Array(32).fill(3) }) };

describe('terms at rest', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'total-recall-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** Returns every byte that the index stores. */
  const bytes = (): string => readdirSync(folder).reduce((all, name) => all + readFileSync(join(folder, name), 'latin1'), '');

  it.each([
    [true, 'no word of an event'],
    [false, 'words in the clear without a sealer, so that the look at the bytes can fail'],
  ])('are hashed: %s, %s', async (isSealed) => {
    const plain = await createSqliteMemoryIndex({ path: join(folder, 'index.db') });
    const index = isSealed ? sealIndexTerms(plain, keys) : plain;
    await index.write(
      0,
      Array.from({ length: 200 }, (_, at) => writeOf({ ...HOME, id: `e${at}`, text: `zephyrine quokkaberg ${at}`, offset: at })),
    );
    await index.refresh(0);
    expect(await index.searchText({ ...HOME, terms: ['zephyrine'], limit: 300 })).toHaveLength(200);
    await index.close();
    for (const word of ['zephyrine', 'quokkaberg']) expect(bytes().includes(word)).toBe(!isSealed);
  });
});

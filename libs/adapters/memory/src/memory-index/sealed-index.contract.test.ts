import { memoryIndexContract, vectorIndexContract, writeOf } from '@total-recall/ports/testing';
import { sealIndexTerms } from '@total-recall/runtime';
import type { MemoryIndex } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { createMemoryKeyStore } from '../key-store/memory-key-store.ts';
import { createMemoryIndex } from './memory-index.ts';

const open = async (): Promise<{ index: MemoryIndex; dispose: () => Promise<void> }> => {
  const index = sealIndexTerms(createMemoryIndex(), createMemoryKeyStore());
  return { index, dispose: () => index.close() };
};

memoryIndexContract('memory, terms sealed', open, { durable: false });
vectorIndexContract('memory, terms sealed', open, { durable: false });

const HOME = { tenant: 'acme', space: 'home' };

describe('sealIndexTerms', () => {
  it('gives the index nothing but hashes, in another space other ones', async () => {
    const inner = createMemoryIndex();
    const index = sealIndexTerms(inner, createMemoryKeyStore());
    await index.write(0, [
      writeOf({ ...HOME, id: 'e1', text: 'harbour crane', offset: 1 }),
      writeOf({ ...HOME, space: 'away', id: 'e2', text: 'harbour', offset: 2 }),
    ]);
    await index.refresh(0);
    expect(await inner.searchText({ ...HOME, terms: ['harbour'], limit: 5 })).toEqual([]);
    expect((await index.searchText({ ...HOME, terms: ['crane', 'harbour'], limit: 5 }))[0]).toMatchObject({
      eventId: 'e1',
      termCounts: [1, 1],
    });
    expect((await index.statistics('acme', 'away', ['harbour', 'crane'])).documentFrequencies).toEqual([1, 0]);
  });

  it('makes no key for what is only read', async () => {
    const keys = createMemoryKeyStore();
    let made = 0;
    const counted = { spaceKey: (tenant: string, space: string) => ((made += 1), keys.spaceKey(tenant, space)) };
    const index = sealIndexTerms(createMemoryIndex(), counted);
    expect(await index.searchText({ ...HOME, terms: ['harbour'], limit: 5 })).toEqual([]);
    expect((await index.statistics('acme', 'home', ['harbour'])).documents).toBe(0);
    expect(made).toBe(0);
  });

  it('finds nothing by words once the key of the space is destroyed, and takes events without their words', async () => {
    const keys = createMemoryKeyStore();
    const inner = createMemoryIndex();
    const index = sealIndexTerms(inner, keys);
    await index.write(0, [writeOf({ ...HOME, id: 'e1', text: 'harbour', offset: 1 })]);
    await index.refresh(0);
    await keys.destroySpace('acme', 'home');
    expect(await index.searchText({ ...HOME, terms: ['harbour'], limit: 5 })).toEqual([]);
    await index.write(0, [writeOf({ ...HOME, id: 'e2', text: 'harbour', offset: 2 })]);
    await index.refresh(0);
    expect((await inner.statistics('acme', 'home', [])).documents).toBe(1);
    expect(await index.events('acme', 'home', ['e2'])).toHaveLength(1);
  });
});

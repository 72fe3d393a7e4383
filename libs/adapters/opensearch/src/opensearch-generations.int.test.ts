import { onRealServer, writesOf } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { indicesOfTheirOwn } from '../testing/indices-of-their-own.ts';
import { createOpenSearchMemoryIndex, openIndexGenerations } from './index.ts';
import { connectOpenSearch } from './wire/opensearch-connection.ts';

const HOME = { tenant: 'acme', space: 'home' };

await onRealServer('opensearch', (server) => {
  const nextIndices = indicesOfTheirOwn(server);

  it('fills a generation beside the one that is read, and switches readers, documents and marks together', async () => {
    const { options, remove } = nextIndices();
    const { opensearch, prefix, shards, replicas } = options;
    const old = await createOpenSearchMemoryIndex(options);
    const reader = await createOpenSearchMemoryIndex({ opensearch, prefix });
    const next = await createOpenSearchMemoryIndex({ opensearch, prefix, generation: `${options.generation}-next`, shards, replicas });
    const generations = openIndexGenerations(options);
    const seen = async (): Promise<unknown[]> => [
      (await reader.searchText({ ...HOME, terms: ['fox'], limit: 9 })).map(({ eventId }) => eventId),
      (await reader.marks(0)).searchable,
    ];
    try {
      await old.write(0, writesOf(['red fox']));
      await old.refresh(0);
      await old.advanceMarks(0, { folded: 0, searchable: 0 });
      await next.write(0, writesOf(['red fox', 'blue fox']));
      await next.refresh(0);
      await next.advanceMarks(0, { folded: 1, searchable: 1 });
      expect(await seen()).toEqual([['s1-e0'], 0]);
      await expect(old.erasing.refuseNow!()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('-next') });
      await generations.switchTo(`${options.generation}-next`);
      expect(await seen()).toEqual([['s1-e0', 's1-e1'], 1]);
      expect(await generations.standing()).toMatchObject({ current: `${options.generation}-next` });
      await expect(generations.drop(`${options.generation}-next`)).rejects.toMatchObject({ code: 'invalid_request' });
      await expect(generations.switchTo('never')).rejects.toMatchObject({ code: 'not_found' });
      await generations.drop(options.generation);
      expect(await generations.list()).toEqual([`${options.generation}-next`]);
      await next.erasing.refuseNow!();
      expect(await seen()).toEqual([['s1-e0', 's1-e1'], 1]);
    } finally {
      await Promise.all([old, reader, next, generations].map((opened) => opened.close()));
      await remove();
    }
  });

  it('refuses indices of other mappings, and a reader before there is anything to read', async () => {
    const { options, remove } = nextIndices();
    const { opensearch } = options;
    await expect(createOpenSearchMemoryIndex({ opensearch, prefix: `${options.prefix}x` })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    for (const generation of ['Upper', 'a,b', '*', '../x'])
      await expect(createOpenSearchMemoryIndex({ ...options, generation })).rejects.toMatchObject({ code: 'invalid_request' });
    await (await createOpenSearchMemoryIndex(options)).close();
    const connection = connectOpenSearch(opensearch);
    try {
      const path = `/${options.prefix}-texts-${options.generation}/_mapping`;
      await connection.request({ method: 'PUT', path, body: { _meta: { version: 99 } }, doing: 'change a mapping' });
    } finally {
      await connection.close();
    }
    await expect(createOpenSearchMemoryIndex(options)).rejects.toMatchObject({ code: 'invalid_request' });
    await remove();
  });

  it('says `unavailable`, and when to come back, where nobody answers', async () => {
    const opensearch = { urls: ['http://127.0.0.1:1'], requestTimeoutMs: 500 };
    await expect(createOpenSearchMemoryIndex({ opensearch, generation: 'g' })).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterMs: expect.any(Number),
    });
  });
});

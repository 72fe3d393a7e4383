import { emptySession } from '@total-recall/domain';
import { onRealServer, writesOf } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { indicesOfTheirOwn } from '../testing/indices-of-their-own.ts';
import { createOpenSearchMemoryIndex, createOpenSearchSessionStore, openIndexGenerations } from './index.ts';
import { openReadModel, openReadModelToFill } from './read-model/open-read-model.ts';
import { connectOpenSearch } from './wire/opensearch-connection.ts';

const HOME = { tenant: 'acme', space: 'home' };
const STATE = { ...emptySession({ ...HOME, session: 's1' }), offset: 4 };

await onRealServer('opensearch', (server) => {
  const nextIndices = indicesOfTheirOwn(server);

  it('are not made anew by what is written to them, nor said to be empty, until someone opens them again', async () => {
    const { options, remove } = nextIndices();
    const { opensearch, prefix } = options;
    const connection = connectOpenSearch(opensearch);
    const [index, sessions] = [await createOpenSearchMemoryIndex(options), await createOpenSearchSessionStore(options)];
    const generations = openIndexGenerations(options);
    try {
      await index.write(0, writesOf(['red fox']));
      await index.advanceMarks(0, { folded: 0, searchable: 0 });
      await sessions.save([STATE]);
      for (const kind of ['events', 'texts', 'flags', 'marks', 'sessions'])
        await connection.request({ method: 'DELETE', path: `/${prefix}-${kind}-${options.generation}`, doing: 'lose an index' });

      const lost = { code: 'unavailable', retryAfterMs: expect.any(Number) };
      await expect(index.write(0, writesOf(['red fox', 'blue fox']))).rejects.toMatchObject(lost);
      await expect(index.advanceMarks(0, { folded: 1, searchable: 1 })).rejects.toMatchObject(lost);
      await expect(index.marks(0)).rejects.toMatchObject(lost);
      await expect(index.searchText({ ...HOME, terms: ['fox'], limit: 9 })).rejects.toMatchObject(lost);
      await expect(index.events('acme', 'home', ['s1-e0'])).rejects.toMatchObject(lost);
      await expect(sessions.save([STATE])).rejects.toMatchObject(lost);
      await expect(sessions.load(STATE)).rejects.toMatchObject(lost);
      expect(await generations.list()).toEqual([]);

      await Promise.all(
        [createOpenSearchMemoryIndex(options), createOpenSearchSessionStore(options)].map(async (opened) => (await opened).close()),
      );
      expect(await index.marks(0)).toEqual({ folded: -1, searchable: -1 });
      expect(await sessions.load(STATE)).toBeUndefined();
      await index.write(0, writesOf(['red fox']));
      await index.refresh(0);
      expect(await index.searchText({ ...HOME, terms: ['fox'], limit: 9 })).toHaveLength(1);
      expect(await generations.standing()).toMatchObject({ current: options.generation });
    } finally {
      await Promise.all([index, sessions, generations, connection].map((opened) => opened.close()));
      await remove();
    }
  });

  it('are not made anew beside others of their generation that hold something', async () => {
    const { options, remove } = nextIndices();
    const { opensearch, prefix, generation } = options;
    const connection = connectOpenSearch(opensearch);
    const generations = openIndexGenerations(options);
    const lose = (kind: string) =>
      connection.request({ method: 'DELETE', path: `/${prefix}-${kind}-${generation}`, doing: 'lose an index', accept: [404] });
    const refused = (advice: string) => ({ code: 'invalid_request', message: expect.stringContaining(advice) });
    try {
      await (await createOpenSearchMemoryIndex(options)).close();
      const made = await openReadModel(options);
      await made.index.write(0, writesOf(['red fox']));
      await made.sessions.save([STATE]);
      await made.close();
      await lose('texts');
      await expect(openReadModel(options)).rejects.toMatchObject(refused('lost its texts, and what is left of it is not to be trusted'));
      const next = await openReadModelToFill(options);
      await next.close();
      await generations.switchTo(next.generation);
      expect(await generations.standing()).toMatchObject({ current: next.generation });
      await generations.switchTo(generation);
      expect(await generations.standing()).toMatchObject({ current: generation });
      await generations.drop(next.generation);
      await lose('events');
      await expect(openReadModel(options)).rejects.toMatchObject(refused(`total-recall index drop ${generation}`));
      await generations.drop(generation);
      const anew = await openReadModel(options);
      expect(await anew.sessions.load(STATE)).toBeUndefined();
      await anew.close();
    } finally {
      await Promise.all([generations, connection].map((opened) => opened.close()));
      await remove();
    }
  });

  it('get the names that they lack, where they were made by another version or by hand', async () => {
    const { options, remove } = nextIndices();
    const { opensearch, prefix } = options;
    const connection = connectOpenSearch(opensearch);
    const index = await createOpenSearchMemoryIndex(options);
    try {
      await index.write(0, writesOf(['red fox']));
      for (const alias of [`${prefix}-texts`, `${prefix}-texts-${options.generation}.write`])
        await connection.request({
          method: 'DELETE',
          path: `/${prefix}-texts-${options.generation}/_alias/${alias}`,
          doing: 'take a name',
        });
      await expect(index.write(0, writesOf(['red fox', 'blue fox']))).rejects.toMatchObject({ code: 'unavailable' });
      await (await createOpenSearchMemoryIndex(options)).close();
      await index.write(0, writesOf(['red fox', 'blue fox']));
      await index.refresh(0);
      const reader = await createOpenSearchMemoryIndex({ opensearch, prefix });
      expect(await reader.searchText({ ...HOME, terms: ['fox'], limit: 9 })).toHaveLength(2);
      await reader.close();
    } finally {
      await Promise.all([index, connection].map((opened) => opened.close()));
      await remove();
    }
  });
});

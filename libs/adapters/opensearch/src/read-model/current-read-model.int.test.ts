import { onRealServer, writesOf } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { indicesOfTheirOwn } from '../../testing/indices-of-their-own.ts';
import { openIndexGenerations } from '../plan/index-generations.ts';
import { openCurrentReadModel } from './current-read-model.ts';
import { openReadModel, openReadModelToFill } from './open-read-model.ts';

const QUERY = { tenant: 'acme', space: 'home', terms: ['fox'], limit: 9 };

await onRealServer('opensearch', (server) => {
  const nextIndices = indicesOfTheirOwn(server);

  it('goes over to what was filled beside it, at once where it is told to and else when that holds what was promised', async () => {
    const { options, remove } = nextIndices();
    const generations = openIndexGenerations(options);
    const writer = await openCurrentReadModel(options);
    const reader = await openCurrentReadModel(options);
    const steps: string[] = [];
    const found = async (): Promise<unknown> => (await reader.index.searchText(QUERY)).length;
    const write = async ({ index }: Pick<typeof writer, 'index'>, texts: readonly string[]): Promise<void> => {
      await index.write(0, writesOf(texts));
      await index.refresh(0);
      await index.advanceMarks(0, { folded: texts.length - 1, searchable: texts.length - 1 });
    };
    try {
      await write(writer, ['red fox', 'blue fox']);
      expect([await found(), (await reader.index.marks(0)).searchable]).toEqual([2, 1]);
      expect(await reader.follow({ step: () => steps.push('never') })).toBeUndefined();

      const filled = await openReadModelToFill(options);
      const next = `${options.generation}-2`;
      expect(filled.generation).toBe(next);
      await write(filled, ['red fox']);
      // Opening again continues the generation that was begun.
      const again = await openReadModelToFill(options);
      expect(again.generation).toBe(next);
      expect(await again.index.marks(0)).toMatchObject({ searchable: 0 });
      await Promise.all([filled, again].map((opened) => opened.close()));
      await generations.switchTo(next);

      const readerFollows = reader.follow({ step: () => steps.push('reader'), patienceMs: 60_000 });
      const follows = writer.follow({
        step: () => steps.push('writer'),
        around: async (switchOver) => {
          steps.push('let go');
          switchOver();
          steps.push('taken up');
        },
      });
      expect(await follows).toBe(next);
      expect([writer.generation(), await writer.index.marks(0)]).toEqual([next, { folded: 0, searchable: 0 }]);
      expect([reader.generation(), await found()]).toEqual([options.generation, 2]);
      await write(writer, ['red fox', 'blue fox', 'grey fox']);
      expect(await readerFollows).toBe(next);
      expect([await found(), (await reader.index.marks(0)).searchable]).toEqual([3, 2]);
      expect(steps).toEqual(['let go', 'writer', 'taken up', 'reader']);

      expect(await generations.standing()).toEqual({
        current: next,
        toFill: `${options.generation}-3`,
        isBegun: false,
        left: [options.generation],
      });
      const before = await generations.reads(next);
      await reader.index.marks(0);
      expect(await generations.reads(next)).toBeGreaterThan(before);
    } finally {
      await Promise.all([writer, reader, generations].map((opened) => opened.close()));
      await remove();
    }
  });

  it('opens the fullest of its line where another version is current, whose generation it does not touch', async () => {
    const { options, remove } = nextIndices();
    const generations = openIndexGenerations(options);
    const fill = async (generation: string, texts: readonly string[]): Promise<void> => {
      const { index, close } = await openReadModel({ ...options, generation });
      await index.write(0, writesOf(texts));
      await index.refresh(0);
      await index.advanceMarks(0, { folded: texts.length - 1, searchable: texts.length - 1 });
      await close();
    };
    const opened = async (): Promise<string> => {
      const { generation, close } = await openCurrentReadModel(options);
      await close();
      return generation();
    };
    const own = options.generation;
    const later = `${own}x`;
    try {
      await fill(`${own}-2`, ['red fox', 'blue fox']);
      await fill(later, ['red fox', 'blue fox', 'grey fox']);
      await generations.switchTo(later);
      // The first of the line was dropped.
      expect(await opened()).toBe(`${own}-2`);
      expect(await generations.list()).not.toContain(own);
      // A rebuild that was given up has begun another.
      await fill(`${own}-3`, ['red fox']);
      expect(await opened()).toBe(`${own}-2`);
      expect((await generations.standing()).current).toBe(later);
    } finally {
      await generations.close();
      await remove();
    }
  });
});

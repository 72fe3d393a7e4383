import { createMetrics } from '@total-recall/observability';
import { codeOf, documentOf, onRealServer, startFaultProxy, writeOf, type Mishap } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { indicesOfTheirOwn } from '../../testing/indices-of-their-own.ts';
import type { RefusedRecord } from './index-context.ts';
import { createOpenSearchMemoryIndex, type OpenSearchIndexOptions } from './opensearch-memory-index.ts';

const eventOf = (id: string, offset: number, agent?: string) =>
  writeOf({ id, offset, documents: [documentOf(id, `zebra ${id}`)], ...(agent !== undefined && { agent }) });
/** A term longer than Lucene allows. */
const TOO_LONG = 'x'.repeat(40_000);

await onRealServer('opensearch', (server) => {
  const next = indicesOfTheirOwn(server);
  const withIndex = async (
    more: Partial<OpenSearchIndexOptions>,
    body: (index: Awaited<ReturnType<typeof createOpenSearchMemoryIndex>>) => Promise<void>,
  ) => {
    const { options, remove } = next();
    const index = await createOpenSearchMemoryIndex({ ...options, ...more, opensearch: { ...options.opensearch, ...more.opensearch } });
    try {
      await body(index);
    } finally {
      await index.close();
      await remove();
    }
  };
  const found = async (index: Awaited<ReturnType<typeof createOpenSearchMemoryIndex>>): Promise<string[]> => {
    await index.refresh(0);
    const hits = await index.searchText({ tenant: 'acme', space: 'home', terms: ['zebra'], limit: 100 });
    return hits.map(({ eventId }) => eventId).toSorted();
  };

  it('takes what it can of a batch, and tells of the record that it will never take whole', async () => {
    const refused: RefusedRecord[] = [];
    await withIndex({ onRefused: async (records) => void refused.push(...records) }, async (index) => {
      const poison = eventOf('b', 2, TOO_LONG);
      await index.write(0, [eventOf('a', 1), poison, eventOf('c', 3)]);
      const { key, position } = poison.event.record;
      expect(refused).toEqual([{ key, position, reason: 'illegal_argument_exception' }]);
      expect(await found(index)).toEqual(['a', 'c']);
      expect(await index.events('acme', 'home', ['b'])).toEqual([poison.event]);
      // A repeat finds everything stored except the refused text, and parks nothing again.
      await index.write(0, [eventOf('a', 1), poison, eventOf('c', 3)]);
      expect(refused).toHaveLength(1);
    });
  });

  it('fails a batch that it will never take whole where nobody is told', async () => {
    await withIndex({}, async (index) => {
      expect(await codeOf(index.write(0, [eventOf('a', 1), eventOf('b', 2, TOO_LONG)]))).toBe('internal');
    });
  });

  it('has everything once, whatever requests and answers are lost on the way', async () => {
    const mishaps: Mishap[] = ['lost-answer', 'refused', 'none', 'lost-answer', 'none', 'refused', 'refused', 'none', 'lost-answer'];
    const way = await startFaultProxy(server.url, () => mishaps.shift() ?? 'none');
    const metrics = createMetrics();
    const wanted = Array.from({ length: 40 }, (_, at) => `e${String(at).padStart(2, '0')}`);
    const { options, remove } = next();
    const index = await createOpenSearchMemoryIndex({ ...options, opensearch: { ...options.opensearch, urls: [way.url], metrics } });
    try {
      for (let from = 0; from < wanted.length; from += 5)
        await index.write(
          0,
          wanted.slice(from, from + 5).map((id, at) => eventOf(id, from + at)),
        );
      expect(await found(index)).toEqual(wanted);
      expect(mishaps).toEqual([]);
      const lines = (await metrics.render()).split('\n');
      expect(lines).toContain('total_recall_index_failed_requests_total{reason="unreachable"} 6');
      expect(lines).toContain('total_recall_index_retried_requests_total 6');
    } finally {
      await index.close();
      await way.close();
      await remove();
    }
  });
});

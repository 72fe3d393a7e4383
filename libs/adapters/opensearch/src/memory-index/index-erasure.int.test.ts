import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, onRealServer, writeOf } from '@total-recall/ports/testing';
import { describe, expect, it } from 'vitest';
import { indicesOfTheirOwn } from '../../testing/indices-of-their-own.ts';
import { connectOpenSearch } from '../wire/opensearch-connection.ts';
import { createOpenSearchMemoryIndex } from './opensearch-memory-index.ts';

/** Words that occur nowhere else. */
const GONE = Array.from({ length: 10 }, (_, at) => `zqgone${at}x`);
const STAYS = Array.from({ length: 10 }, (_, at) => `zqstays${at}x`);

/**
 * Returns the words found in any file of the server. Lucene compresses, but a string that is new to a block is stored
 * as it is.
 */
async function inFiles(folder: string, words: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    // A file that a merge has removed meanwhile counts as empty.
    const bytes = entry.isFile() ? await readFile(join(entry.parentPath, entry.name)).catch(() => undefined) : undefined;
    for (const word of words) if (bytes?.includes(word)) found.add(word);
  }
  return words.filter((word) => found.has(word));
}

await onRealServer('opensearch', (server) => {
  const nextIndices = indicesOfTheirOwn(server);

  describe('an erasure on OpenSearch', () => {
    it('leaves the words of what went in no file of the server', async () => {
      const { options, remove } = nextIndices();
      const connection = connectOpenSearch(options.opensearch);
      const { body } = await connection.request<{ nodes: Record<string, { settings: { path: { data: string | string[] } } }> }>({
        method: 'GET',
        path: '/_nodes/settings',
        doing: 'find the files',
      });
      const [folder] = [Object.values(body.nodes)[0]!.settings.path.data].flat();
      const index = await createOpenSearchMemoryIndex(options);
      const all = [...GONE, ...STAYS];
      await index.write(
        0,
        all.map((text, offset) => writeOf({ id: `e${offset}`, offset, text })),
      );
      await index.refresh(0);
      await connection.request({ method: 'POST', path: `/${options.prefix}-*/_flush`, query: { force: true }, doing: 'write files' });
      expect(await inFiles(folder!, all)).toEqual(all);

      const without = GONE.map((_, offset) => writeOf({ id: `e${offset}`, offset, indexed: false }));
      await index.erasing.rewrite(0, without);
      await index.erasing.wipe();
      expect(await inFiles(folder!, all)).toEqual(STAYS);
      await index.erasing.remove({ tenant: 'acme', space: 'home' });
      await index.erasing.wipe();
      expect(await inFiles(folder!, all)).toEqual([]);
      await index.close();
      await connection.close();
      await remove();
    });

    it('is refused while there is another generation, which may hold the same', async () => {
      const [one, other] = [nextIndices(), nextIndices()];
      const index = await createOpenSearchMemoryIndex(one.options);
      const filled = await createOpenSearchMemoryIndex(other.options);
      expect(await codeOf(index.erasing.remove({ tenant: 'acme', space: 'home' }))).toBe('unavailable');
      expect(await codeOf(index.erasing.wipe())).toBe('unavailable');
      await filled.close();
      await other.remove();
      await index.erasing.remove({ tenant: 'acme', space: 'home' });
      await index.close();
      await one.remove();
    });
  });
});

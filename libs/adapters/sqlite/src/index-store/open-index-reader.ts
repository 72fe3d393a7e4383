import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../thread/open-database.ts';

/**
 * Largest part of the file that is memory-mapped. A recall reads some thousand rows all over the file; rows beyond this
 * are read page by page.
 */
const MAPPED_BYTES = 2 ** 31 - 2 ** 16;

/** Opens the index file only for reading; `cacheBytes` is the size of its page cache. */
export function openIndexReader(path: string, cacheBytes: number): DatabaseSync {
  return openDatabase({ path, synchronous: 'NORMAL', readOnly: true, cacheBytes, mappedBytes: MAPPED_BYTES });
}

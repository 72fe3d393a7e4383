import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../thread/open-database.ts';

/** A recall reads some thousand rows all over the file; what lies behind this is read page by page. */
const MAPPED_BYTES = 2 ** 31 - 2 ** 16;

/** Opens the file of the index for reading alone; `cacheBytes` are those of its pages. */
export function openIndexReader(path: string, cacheBytes: number): DatabaseSync {
  return openDatabase({ path, synchronous: 'NORMAL', readOnly: true, cacheBytes, mappedBytes: MAPPED_BYTES });
}

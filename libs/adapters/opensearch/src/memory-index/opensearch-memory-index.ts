import type { IndexErasure, MemoryIndex, VectorIndex } from '@total-recall/ports';
import { ensureIndices } from '../plan/ensure-indices.ts';
import { indexNames, type IndexOptions } from '../plan/index-names.ts';
import { connectOpenSearch } from '../wire/opensearch-connection.ts';
import type { OpenSearchSettings } from '../wire/opensearch-settings.ts';
import { opensearchVectors } from '../vector-index/opensearch-vectors.ts';
import { createFreshness, type IndexContext, type RefusedRecord } from './index-context.ts';
import { asideRecords, indexMarks } from './index-marks.ts';
import { indexErasure } from './index-erasure.ts';
import { pinsIn } from './pins.ts';
import { pointReads } from './point-reads.ts';
import { textReads } from './text-reads.ts';
import { writeEvents } from './write-events.ts';

export interface OpenSearchIndexOptions extends IndexOptions {
  readonly opensearch: OpenSearchSettings;
  /**
   * Called before `write` resolves, with the records that the server refuses permanently, in whole or in part. The
   * accepted parts are written. Without it such a `write` fails.
   */
  readonly onRefused?: (refused: readonly RefusedRecord[]) => Promise<void>;
}

/**
 * Opens the read model of events on OpenSearch. A failed `write` may have written a part, which a repeat completes;
 * marks never pass it. Lists by session and lists of pins are current at once in the process that writes, and elsewhere
 * after `refresh`.
 */
export async function createOpenSearchMemoryIndex(
  options: OpenSearchIndexOptions,
): Promise<MemoryIndex & { readonly vectors: VectorIndex; readonly erasing: IndexErasure }> {
  const connection = connectOpenSearch(options.opensearch);
  const names = indexNames(options);
  try {
    await ensureIndices(connection, options, ['events', 'texts', 'flags', 'marks']);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const { onRefused } = options;
  const context: IndexContext = { connection, options, names, freshness: createFreshness(connection), ...(onRefused && { onRefused }) };
  const { removeReplaced, owe, removeSpace, ...vectors } = opensearchVectors(context);
  return {
    write: (_partition, writes, supersessions = []) => writeEvents(context, writes, supersessions, { onReplaced: removeReplaced }),
    refresh: (_partition) => context.freshness.refresh([names.texts, names.events, names.flags]),
    ...textReads(context),
    ...pointReads(context),
    ...pinsIn(context),
    ...indexMarks(context),
    ...asideRecords(context),
    erasing: indexErasure(context, { removeReplaced, owe, removeSpace }),
    vectors,
    close: () => connection.close(),
  };
}

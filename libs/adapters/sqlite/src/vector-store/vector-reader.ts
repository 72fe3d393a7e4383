import { inverseDocumentFrequency, rarityWeights, type TokenMatrix } from '@total-recall/domain/for-threads';
import type { OwedVectors, VectorSet } from '@total-recall/ports';
import type { DatabaseSync } from 'node:sqlite';
import { createDocumentFinder } from '../index-store/find-document.ts';
import { createNameReader } from '../index-store/name-reader.ts';
import { openIndexReader } from '../index-store/open-index-reader.ts';
import { numbersOf } from '../index-store/packed-documents.ts';
import { createDocumentReader } from '../index-store/read-documents.ts';
import { inSnapshot } from '../thread/open-database.ts';
import { createSegmentReader } from '../index-store/segment-reader.ts';
import { DatabaseRefusal, serveDatabase, withTransfer } from '../thread/serve-database.ts';
import type { ThreadTally } from '../thread/thread-tally.ts';
import { createPassageMatching } from './match-passages.ts';
import { SEALING } from './seal-sets.ts';
import { createTokenReader, type TokenReader, type TokenSet } from './token-reader.ts';
import { cipherOf } from './vector-cipher.ts';
import { createVectorSearch } from './search-vectors.ts';
import type { VectorReaderHandlers } from './vector-messages.ts';
import { createVectorSegmentReader } from './vector-segment-reader.ts';

export interface VectorReaderData {
  readonly path: string;
  readonly cacheBytes: number;
  readonly vectorCacheBytes: number;
  readonly tokenCacheBytes: number;
  /** Cache of the segment reader, in bytes. Filters read only columns, for which it reserves a quarter. */
  readonly columnCacheBytes: number;
  readonly rowCacheBytes: number;
  /** Tallies of the memory that the caches hold. */
  readonly held: Readonly<Record<'vectors' | 'tokens' | 'columns', ThreadTally>>;
}

/** Serves vector searches on a separate connection, so that they and text searches never wait for each other. */
serveDatabase((data: VectorReaderData) => {
  const db = openIndexReader(data.path, data.cacheBytes);
  const names = createNameReader(db);
  const vectors = createVectorSegmentReader(db, data.vectorCacheBytes, data.held.vectors);
  const search = createVectorSearch(db, {
    vectors,
    segments: createSegmentReader(db, { columns: data.columnCacheBytes, postings: 0 }, data.held.columns),
    documents: createDocumentReader(db, names, data.rowCacheBytes),
    names,
  });
  const tokens = createTokenReader(db, data.tokenCacheBytes, data.held.tokens);
  const reads = createVectorReads(db, tokens);
  const handlers: VectorReaderHandlers = {
    searchVectors: (request) => inSnapshot(db, () => search.searchVectors(request)),
    similarities: (request) => inSnapshot(db, () => search.similarities(request)),
    tokenMatches: (request) => inSnapshot(db, () => reads.tokenMatches(request)),
    tokenStatistics: (request) => inSnapshot(db, () => reads.tokenStatistics(request)),
    vectorSets: (...args) => reads.vectorSets(...args),
    progress: (...args) => reads.progress(...args),
    owedVectors: (...args) => reads.owedVectors(...args),
    forget: () => {
      vectors.forget();
      tokens.forget();
    },
  };
  return { handlers, close: () => db.close() };
});

interface SetRow extends Omit<TokenSet, 'cipher'> {
  readonly sealing: number;
  readonly space: number;
  readonly tokenDimensions: number | null;
  readonly tokenDocuments: number;
}

function checkWidth({ tokenDimensions }: SetRow, { ids, vectors }: TokenMatrix): void {
  const own = ids.length === 0 ? null : vectors.length / ids.length;
  if (own !== null && tokenDimensions !== null && own !== tokenDimensions)
    throw new DatabaseRefusal(
      'invalid_request',
      `The token vectors of this model have ${tokenDimensions} dimensions in this space, not ${own}.`,
    );
}

/** Creates the reads by key: token vectors, document frequencies of wordpieces, sets, progress, and vectors that are owed. */
function createVectorReads(
  db: DatabaseSync,
  { tokensOf }: TokenReader,
): Pick<VectorReaderHandlers, 'tokenMatches' | 'tokenStatistics' | 'vectorSets' | 'progress' | 'owedVectors'> {
  const finder = createDocumentFinder(db);
  const matching = createPassageMatching();
  const setRow = db.prepare(
    `SELECT id, space, token_dimensions AS tokenDimensions, token_documents AS tokenDocuments,
     token_bytes - token_start AS tokenBytes, token_removals AS tokenRemovals, token_runs AS tokenRuns, sealing FROM vector_set WHERE space = ? AND model = ?`,
  );
  const setRows = db.prepare(
    'SELECT model, dimensions, documents, token_dimensions AS tokenDimensions, token_documents AS tokenDocuments FROM vector_set WHERE space = ? ORDER BY id',
  );
  const frequency = db.prepare('SELECT documents FROM token_frequency WHERE vector_set = ? AND token = ?');
  const reached = db.prepare('SELECT reached FROM vector_progress WHERE partition = ? AND model = ?');
  const owed = db.prepare(
    `SELECT CAST(owed_vector.id AS TEXT) AS id, tenant, name AS space, event_id AS eventId
     FROM owed_vector JOIN space ON space.id = owed_vector.space WHERE partition = ? LIMIT ?`,
  );
  const setOf = ({ tenant, space, model }: { tenant: string; space: string; model: string }): SetRow | undefined => {
    const id = finder.spaceId(tenant, space);
    return id === undefined ? undefined : (setRow.get(id, model) as unknown as SetRow | undefined);
  };
  const frequencyOf = (set: SetRow, id: number): number => (frequency.get(set.id, id) as { documents: number } | undefined)?.documents ?? 0;
  return {
    tokenMatches: (request) => {
      const set = setOf(request);
      const cipher = cipherOf(request.key);
      if (!set || (set.sealing !== SEALING.clear && !cipher))
        return {
          weights: rarityWeights(request.tokens.ids, () => 1),
          lines: new Int16Array(request.documents.numbers.length).fill(-1),
          values: new Float32Array(0),
        };
      checkWidth(set, request.tokens);
      const { match } = matching(request.tokens, (id) => inverseDocumentFrequency(set.tokenDocuments, frequencyOf(set, id)));
      const numbers = numbersOf(request.documents, set.space, finder);
      const opened = { ...set, cipher };
      const packed = match(
        numbers.map((number) => (number === undefined ? undefined : tokensOf(opened, number))),
        request.cuts,
      );
      return withTransfer(packed, [packed.values.buffer as ArrayBuffer]);
    },
    tokenStatistics: (request) => {
      const set = setOf(request);
      return {
        documents: set?.tokenDocuments ?? 0,
        documentFrequencies: request.ids.map((id) => (set ? frequencyOf(set, id) : 0)),
      };
    },
    vectorSets: (tenant, space) => {
      const id = finder.spaceId(tenant, space);
      const rows =
        id === undefined ? [] : (setRows.all(id) as unknown as (Omit<VectorSet, 'tokenDimensions'> & { tokenDimensions: number | null })[]);
      return rows.map(({ tokenDimensions, ...set }) => ({ ...set, ...(tokenDimensions === null ? {} : { tokenDimensions }) }));
    },
    progress: (partition, model) => (reached.get(partition, model) as { reached: number } | undefined)?.reached ?? -1,
    owedVectors: (partition, limit) => owed.all(partition, limit) as unknown as OwedVectors[],
  };
}

import type { LineCuts, PassageId } from '@total-recall/domain';
import { VECTOR_LIMITS, type DocumentId, type TextFilter, type TokenMatches, type VectorHit } from '@total-recall/ports';
import type { RecallConfig, RetrieverDeps } from '../../retriever-deps.ts';
import type { QueryVectors } from './embed-query.ts';

interface VectorSearchInput {
  readonly tenant: string;
  readonly space: string;
  readonly filter: TextFilter;
}

/** Cosines of passages, and the passages now known to have no vector. */
interface FoundSimilarities {
  readonly hits: readonly (PassageId & { readonly similarity: number })[];
  readonly without: readonly PassageId[];
}

export interface VectorSearch {
  readonly model: string;
  /** Candidates by their vectors. */
  readonly found: readonly VectorHit[];
  similaritiesOf(documents: readonly DocumentId[]): Promise<FoundSimilarities>;
  /**
   * Computes late interaction of the query with these passages; undefined if the query has no token
   * vectors, or reading fails.
   */
  matchesOf(documents: readonly DocumentId[], cuts?: readonly LineCuts[]): Promise<TokenMatches | undefined>;
  /** Returns true when a read failed. The recall must then use no signal of the vectors. */
  failed(): boolean;
}

/** Searches the space's vectors by a query; undefined if there are none, or they cannot be read. */
export async function searchVectors(
  { vectors }: Pick<RetrieverDeps, 'vectors'>,
  config: RecallConfig,
  { tenant, space, filter }: VectorSearchInput,
  embedding: Promise<QueryVectors | undefined>,
): Promise<VectorSearch | undefined> {
  const query = await embedding;
  if (vectors === undefined || query === undefined) return undefined;
  const { model, vector, tokens } = query;
  const { index } = vectors;
  let isFailed = false;
  async function guard<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
    if (isFailed) return otherwise;
    try {
      return await work();
    } catch (error) {
      isFailed = true;
      vectors!.observed?.('failed', error);
      return otherwise;
    }
  }
  const { ranking } = config;
  const asked = { tenant, space, model, vector };
  const found = await guard<readonly VectorHit[]>([], async () =>
    ranking.vector ? index.searchVectors({ ...asked, limit: config.vectorCandidates, filter }) : [],
  );
  if (found.length === 0 && ranking.vector) {
    if (!isFailed) vectors.observed?.('none');
    return undefined;
  }
  return {
    model,
    found,
    failed: () => isFailed,
    similaritiesOf: (documents) =>
      guard<FoundSimilarities>({ hits: [], without: [] }, async () => {
        if (!ranking.vector || documents.length === 0) return { hits: [], without: [] };
        const found = await index.similarities({ ...asked, documents });
        const hits = documents.flatMap(({ eventId, part }, at) =>
          found[at] === undefined ? [] : [{ eventId, part, similarity: found[at] }],
        );
        return { hits, without: documents.filter((_, at) => found[at] === undefined) };
      }),
    matchesOf: (documents, cuts) =>
      guard<TokenMatches | undefined>(undefined, async () => {
        if (!ranking.late || tokens === undefined || tokens.ids.length === 0 || documents.length === 0) return undefined;
        const asked = documents.slice(0, VECTOR_LIMITS.tokenDocuments);
        return index.tokenMatches({ tenant, space, model, tokens, documents: asked, ...(cuts && { cuts }) });
      }),
  };
}

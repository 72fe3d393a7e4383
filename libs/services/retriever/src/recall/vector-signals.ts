import { createLateInteraction, inverseDocumentFrequency, type RankSignal } from '@total-recall/domain';
import { VECTOR_LIMITS, type TextHit, type VectorHit, type VectorIndex } from '@total-recall/ports';
import type { QueryVectors } from './embed-query.ts';

interface Place {
  readonly tenant: string;
  readonly space: string;
}

/** Weights beside text's. Source: retrieval study, recipe B, 4. */
const DENSE = 0.3;
const LATE = 1;
/** Scores of candidates by meaning; they grow as candidates are added. */
export interface VectorScores {
  /** Adds documents with their similarity. */
  add(hits: readonly VectorHit[]): void;
  /** Asks for the vectors of what came from elsewhere; events without one are known as such afterwards. */
  cover(hits: readonly Pick<TextHit, 'eventId' | 'session' | 'ordinal'>[]): Promise<void>;
  /** Compares the token vectors of these events with the query's: of each its most similar document. */
  compareTokens(eventIds: readonly string[]): Promise<void>;
  signals(): RankSignal[];
  /** The most similar document of an event. */
  best(eventId: string): VectorHit | undefined;
}

export function createVectorScores(index: VectorIndex, place: Place, query: QueryVectors): VectorScores {
  const byEvent = new Map<string, VectorHit[]>();
  const unknown = new Set<string>();
  const late = new Map<string, number>();
  /** Of the same query in the same space. */
  let scorer: Promise<ReturnType<typeof createLateInteraction>> | undefined;
  const similarity = ({ similarity: value }: VectorHit): number => value;
  const best = (eventId: string): VectorHit | undefined => byEvent.get(eventId)?.[0];

  function add(hits: readonly VectorHit[]): void {
    for (const hit of hits) {
      const known = byEvent.get(hit.eventId) ?? [];
      if (known.some(({ part }) => part === hit.part)) continue;
      byEvent.set(
        hit.eventId,
        [...known, hit].sort((a, b) => similarity(b) - similarity(a) || a.part - b.part),
      );
      unknown.delete(hit.eventId);
    }
  }

  return {
    add,
    best,
    async cover(hits) {
      const missing = new Map(hits.filter(({ eventId }) => !byEvent.has(eventId)).map((hit) => [hit.eventId, hit]));
      if (missing.size === 0) return;
      const places = [...missing.values()].map(({ session, ordinal }) => ({ session, ordinal }));
      add(await index.vectorsAt({ ...place, model: query.model, vector: query.vector, places }));
      for (const eventId of missing.keys()) if (!byEvent.has(eventId)) unknown.add(eventId);
    },
    async compareTokens(eventIds) {
      if (query.tokens === undefined || query.tokens.ids.length === 0) return;
      const documents = eventIds
        .filter((id) => !late.has(id))
        .flatMap((id) => (byEvent.get(id) ?? []).slice(0, 1))
        .slice(0, VECTOR_LIMITS.tokenDocuments);
      if (documents.length === 0) return;
      scorer ??= weighTokens(index, place, query.model, query.tokens);
      const [score, matrices] = await Promise.all([
        scorer,
        index.tokenVectors({ ...place, model: query.model, documents: documents.map(({ eventId, part }) => ({ eventId, part })) }),
      ]);
      documents.forEach(({ eventId }, i) => {
        const matrix = matrices[i];
        if (matrix !== undefined) late.set(eventId, Math.max(late.get(eventId) ?? -1, score(matrix)));
      });
    },
    signals() {
      const dense = new Map([...byEvent].map(([eventId, [hit]]) => [eventId, hit!.similarity]));
      return [
        { name: 'vector', weight: DENSE, scores: dense, unknown },
        { name: 'late', weight: LATE, scores: late, unknown },
      ];
    },
  };
}

/** Late interaction with the query's tokens, weighed by how rare each wordpiece is in the space. */
async function weighTokens(
  index: VectorIndex,
  place: Place,
  model: string,
  tokens: NonNullable<QueryVectors['tokens']>,
): Promise<ReturnType<typeof createLateInteraction>> {
  const ids = [...new Set(tokens.ids)].slice(0, VECTOR_LIMITS.tokenIds);
  const { documents, documentFrequencies } = await index.tokenStatistics({ ...place, model, ids });
  const weights = new Map(ids.map((id, i) => [id, inverseDocumentFrequency(documents, documentFrequencies[i]!)]));
  return createLateInteraction(tokens, (id) => weights.get(id) ?? 0);
}

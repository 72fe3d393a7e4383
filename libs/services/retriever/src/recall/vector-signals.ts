import type { RankSignal } from '@total-recall/domain';
import { VECTOR_LIMITS, type TextHit, type VectorHit, type VectorIndex } from '@total-recall/ports';
import type { QueryVectors } from './embed-query.ts';

/** Where an event stands in its space. */
export interface Place {
  readonly session: string;
  readonly ordinal: number;
}

interface Space {
  readonly tenant: string;
  readonly space: string;
}

/** Weights beside text's. Source: retrieval study, recipe B, 4. */
const DENSE = 0.3;
const LATE = 1;

/** Under the name of the part of the ranking that it is. */
export type VectorSignal = RankSignal & { readonly name: 'vector' | 'late' };

/** Scores of candidates by meaning; they grow as candidates are added. */
export interface VectorScores {
  /** Adds documents with their similarity. */
  add(hits: readonly VectorHit[]): void;
  /** Vectors by place, not added. */
  at(places: readonly Place[]): Promise<readonly VectorHit[]>;
  /** Adds the vectors of what came from elsewhere, asked for here or before; events without one are known as such afterwards. */
  cover(hits: readonly Pick<TextHit, 'eventId' | 'session' | 'ordinal'>[], asked?: Promise<readonly VectorHit[]>): Promise<void>;
  /** Compares the token vectors of these events with the query's: of each its most similar document. */
  compareTokens(eventIds: readonly string[]): Promise<void>;
  signals(): VectorSignal[];
  /** The most similar document of an event. */
  best(eventId: string): VectorHit | undefined;
  /** Late interaction of an event with the query, where it was compared. */
  late(eventId: string): number | undefined;
}

export function createVectorScores(index: VectorIndex, place: Space, query: QueryVectors): VectorScores {
  const byEvent = new Map<string, VectorHit[]>();
  const unknown = new Set<string>();
  const late = new Map<string, number>();
  /** Compared, but without token vectors. */
  const wordless = new Set<string>();
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

  const at = (places: readonly Place[]): Promise<readonly VectorHit[]> =>
    index.vectorsAt({ ...place, model: query.model, vector: query.vector, places });

  return {
    add,
    at,
    best,
    late: (eventId) => late.get(eventId),
    async cover(hits, asked) {
      const missing = new Map(hits.filter(({ eventId }) => !byEvent.has(eventId)).map((hit) => [hit.eventId, hit]));
      if (missing.size === 0) return;
      const found = await (asked ?? at([...missing.values()].map(({ session, ordinal }) => ({ session, ordinal }))));
      add(found.filter(({ eventId }) => missing.has(eventId)));
      for (const eventId of missing.keys()) if (!byEvent.has(eventId)) unknown.add(eventId);
    },
    async compareTokens(eventIds) {
      if (query.tokens === undefined || query.tokens.ids.length === 0) return;
      const documents = eventIds
        .filter((id) => !late.has(id) && !wordless.has(id))
        .flatMap((id) => (byEvent.get(id) ?? []).slice(0, 1))
        .slice(0, VECTOR_LIMITS.tokenDocuments);
      if (documents.length === 0) return;
      const scores = await index.lateInteraction({ ...place, model: query.model, tokens: query.tokens, documents });
      documents.forEach(({ eventId }, i) => {
        if (scores[i] === undefined) wordless.add(eventId);
        else late.set(eventId, scores[i]);
      });
    },
    signals() {
      const dense = new Map([...byEvent].map(([eventId, [hit]]) => [eventId, hit!.similarity]));
      return [
        { name: 'vector', weight: DENSE, scores: dense, unknown },
        { name: 'late', weight: LATE, scores: late, unknown: new Set([...unknown, ...wordless]) },
      ];
    },
  };
}

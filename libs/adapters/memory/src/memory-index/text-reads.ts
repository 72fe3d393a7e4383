import { isDeepStrictEqual } from 'node:util';
import { INDEX_LIMITS, type MemoryIndex, type TextHit, type TextQuery, type TextStatistics } from '@total-recall/ports';
import { checkCount, checkMost, checkQueryTerms } from '@total-recall/runtime';
import { documentsOf, passes, spaceOf, toHit, type IndexState, type Space, type StoredEvent } from './index-state.ts';

export function textReads(state: IndexState): Pick<MemoryIndex, 'searchText' | 'statistics' | 'documentsAt' | 'countsOf' | 'compareTerms'> {
  return {
    searchText: async (query) => {
      checkQueryTerms(query.terms);
      checkCount('limit', query.limit, INDEX_LIMITS.hits);
      return search(spaceOf(state, query.tenant, query.space), query);
    },
    statistics: async (tenant, space, terms) => {
      checkQueryTerms(terms);
      return textStatistics(spaceOf(state, tenant, space), terms);
    },
    documentsAt: async ({ tenant, space, terms, places }) => {
      checkQueryTerms(terms);
      checkMost('places', places.length, INDEX_LIMITS.places);
      const wanted = new Set(places.map(({ session, ordinal }) => `${ordinal} ${session}`));
      const at = ({ event }: StoredEvent): string => `${event.accepted.ordinal} ${event.record.envelope.session}`;
      const held = [...(spaceOf(state, tenant, space)?.visible.values() ?? [])].filter((stored) => wanted.has(at(stored)));
      return held.flatMap((stored) => {
        const hits = stored.documents.map((document) => toHit(stored, document, terms));
        const matched = ({ termCounts }: TextHit): number => termCounts.filter((count) => count > 0).length;
        return hits.sort((left, right) => matched(right) - matched(left)).slice(0, INDEX_LIMITS.documentsPerPlace);
      });
    },
    countsOf: async ({ tenant, space, terms, documents }) => {
      checkQueryTerms(terms);
      checkMost('documents', documents.length, INDEX_LIMITS.documents);
      const held = spaceOf(state, tenant, space)?.visible;
      return documents.map(({ eventId, part }) => {
        const stored = held?.get(eventId);
        const found = stored?.documents.find(({ document }) => document.part === part);
        if (!stored || !found) return undefined;
        const { termCounts, length } = toHit(stored, found, terms);
        return { termCounts, length };
      });
    },
    compareTerms: async ({ tenant, space, documents }) => {
      checkMost('documents', documents.length, INDEX_LIMITS.documents);
      const held = spaceOf(state, tenant, space)?.visible;
      return documents.map(({ eventId, part, terms }) => {
        const found = held?.get(eventId)?.documents.find(({ document }) => document.part === part);
        if (found === undefined) return 'missing';
        return isDeepStrictEqual(found.document.terms.toSorted(), terms.toSorted()) ? 'same' : 'differs';
      });
    },
  };
}

function textStatistics(space: Space | undefined, terms: readonly string[]): TextStatistics {
  const documents = documentsOf(space).map(([, document]) => document);
  return {
    documents: documents.length,
    totalLength: documents.reduce((sum, { document }) => sum + document.terms.length, 0),
    documentFrequencies: terms.map((term) => documents.filter(({ counts }) => counts.has(term)).length),
  };
}

/** Returns the best documents by BM25 among those that contain any of the terms. */
function search(space: Space | undefined, { terms, limit, filter }: TextQuery): TextHit[] {
  const { documents, totalLength, documentFrequencies } = textStatistics(space, terms);
  const idf = documentFrequencies.map((frequency) => Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5)));
  const scoreOf = ({ length, termCounts }: TextHit): number => {
    const norm = 0.9 * (0.1 + (0.9 * length * documents) / totalLength);
    return termCounts.reduce((sum, count, at) => sum + (idf[at]! * count * 1.9) / (count + norm), 0);
  };
  return documentsOf(space)
    .filter(([stored, { counts }]) => terms.some((term) => counts.has(term)) && passes(stored, filter))
    .map(([stored, document]) => toHit(stored, document, terms))
    .map((hit) => ({ hit, score: scoreOf(hit) }))
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ hit }) => hit);
}

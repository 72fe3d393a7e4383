import { mayGoOn, type RankedEvent } from '@total-recall/domain';
import type { MemoryIndex } from '@total-recall/ports';
import { addTokenMatches } from './add-vector-candidates.ts';
import type { QueryTerms } from './choose-terms.ts';
import { matchesFilter } from './pending-hits.ts';
import type { Candidates, SearchInput } from './query-candidates.ts';
import type { VectorSearch } from './search-vectors.ts';

/** Best events that exchange score with their neighbours in the session. */
export const NEIGHBOURED = 24;
/** Passages compared per neighbour: context matters for short events. */
const NEIGHBOUR_PARTS = 2;

/** Place of an event in its space. */
interface Place {
  readonly session: string;
  readonly ordinal: number;
}

interface NeighbourCandidates {
  readonly terms: QueryTerms;
  readonly candidates: Candidates;
  readonly vectors: VectorSearch | undefined;
}

/**
 * Adds the events beside the best ones in their sessions to the candidates, and further passages of those
 * whose length is unknown.
 */
export async function addNeighbours(
  index: Pick<MemoryIndex, 'documentsAt'>,
  { tenant, space, filter }: SearchInput,
  { terms: { terms }, candidates, vectors }: NeighbourCandidates,
): Promise<void> {
  const places = neighboursOf(candidates.rankAlone(NEIGHBOURED), candidates);
  if (places.length === 0) return;
  const near = await index.documentsAt({ tenant, space, terms, places });
  const fresh = near.filter((hit) => matchesFilter(hit, filter) && !candidates.has(hit));
  candidates.add(fresh);
  if (vectors === undefined) return;
  const known = await vectors.similaritiesOf(fresh);
  candidates.addSimilarities(known.hits, known.without);
  await addTokenMatches(
    candidates,
    vectors,
    fresh.filter(({ part }) => part <= NEIGHBOUR_PARTS),
  );
}

function neighboursOf(best: readonly RankedEvent[], { events }: Candidates): Place[] {
  const first = (eventId: string) => events.get(eventId)!.values().next().value!.document;
  const taken = new Set(Array.from(events.keys(), (eventId) => `${first(eventId).session} ${first(eventId).ordinal}`));
  const places: Place[] = [];
  for (const { eventId, session, ordinal } of best) {
    const passages = events.get(eventId)!.values();
    if (mayGoOn(passages.map(({ document }) => document))) places.push({ session, ordinal });
    for (const at of [ordinal - 1, ordinal + 1, ordinal - 2, ordinal + 2]) {
      const key = `${session} ${at}`;
      if (at < 1 || taken.has(key)) continue;
      taken.add(key);
      places.push({ session, ordinal: at });
    }
  }
  return places;
}

import { INDEX_LIMITS, type IndexedEvent, type SpacePlace } from '@total-recall/ports';
import { batchesOf } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';

/** Reads the events at these places of a space, in the order asked; undefined for each that is not there. */
export async function eventsAt(
  index: Pick<IngestDeps['index'], 'eventsInRanges'>,
  { tenant, space }: SpacePlace,
  places: readonly { readonly session: string; readonly ordinal: number }[],
): Promise<(IndexedEvent | undefined)[]> {
  const found: (IndexedEvent | undefined)[] = [];
  for (const portion of batchesOf(places, INDEX_LIMITS.ranges)) {
    const ranges = portion.map(({ session, ordinal }) => ({ session, fromOrdinal: ordinal, toOrdinal: ordinal }));
    found.push(...(await index.eventsInRanges({ tenant, space, ranges })).map(([event]) => event));
  }
  return found;
}

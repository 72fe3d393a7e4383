import type { SessionAddress, TermRarity } from '@total-recall/domain';
import { INDEX_LIMITS } from '@total-recall/ports';
import { batchesOf } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';

/** Terms that are looked up per surface form: the whole identifier, and its longest part. */
const TERMS_EACH = 2;
const MOST_TERMS = 3 * INDEX_LIMITS.queryTerms;

/**
 * Reads how rare terms are in a space; each counts as its rarest analysed term there. The result is recorded with the
 * compaction, so that a replay need not ask again (I-15).
 */
export async function readRarity(
  { index, analyser }: Pick<IngestDeps, 'index' | 'analyser'>,
  { tenant, space }: SessionAddress,
  asked: readonly string[],
): Promise<TermRarity | undefined> {
  if (asked.length === 0) return undefined;
  const places = new Map<string, number>();
  const termsOf = new Map<string, readonly number[]>();
  for (const surface of asked) {
    const own = chosenTerms(analyser.analyse(surface)).filter((term) => places.has(term) || places.size < MOST_TERMS);
    for (const term of own) if (!places.has(term)) places.set(term, places.size);
    if (own.length > 0)
      termsOf.set(
        surface,
        own.map((term) => places.get(term)!),
      );
  }
  const terms = [...places.keys()];
  const batches = [...batchesOf(terms, INDEX_LIMITS.queryTerms)];
  const found = await Promise.all(batches.map((batch) => index.statistics(tenant, space, batch)));
  const counts = found.flatMap(({ documentFrequencies }) => documentFrequencies);
  const frequencies = new Map<string, number>();
  for (const [surface, own] of termsOf) {
    const held = own.map((place) => counts[place]!).filter((count) => count > 0);
    frequencies.set(surface, held.length === 0 ? 0 : Math.min(...held));
  }
  return { documents: found[0]?.documents ?? 0, frequencies };
}

function chosenTerms(terms: readonly string[]): string[] {
  const [whole, ...parts] = terms;
  if (whole === undefined) return [];
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '');
  return [...new Set([whole, longest])].filter((term) => term !== '').slice(0, TERMS_EACH);
}

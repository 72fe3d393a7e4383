import type { TermStatistics } from '@total-recall/domain';
import { INDEX_LIMITS, type MemoryIndex } from '@total-recall/ports';
import { inParallel } from '@total-recall/runtime';

/** More at once would keep the index from everybody else: a long query has eight portions. */
const PORTIONS_AT_ONCE = 2;

/** Statistics of any number of terms, asked in the portions the index takes. */
export async function readStatistics(
  index: Pick<MemoryIndex, 'statistics'>,
  { tenant, space }: { tenant: string; space: string },
  terms: readonly string[],
): Promise<TermStatistics> {
  const portions: string[][] = [];
  for (let at = 0; at < Math.max(1, terms.length); at += INDEX_LIMITS.queryTerms)
    portions.push(terms.slice(at, at + INDEX_LIMITS.queryTerms));
  const known = await inParallel(portions, PORTIONS_AT_ONCE, (portion) => index.statistics(tenant, space, portion));
  return {
    documents: known[0]!.documents,
    totalLength: known[0]!.totalLength,
    documentFrequencies: known.flatMap((portion) => portion.documentFrequencies),
  };
}

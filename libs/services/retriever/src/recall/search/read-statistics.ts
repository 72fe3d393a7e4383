import type { TermStatistics } from '@total-recall/domain';
import { INDEX_LIMITS, type MemoryIndex } from '@total-recall/ports';
import { inParallel } from '@total-recall/runtime';

/** Limit that keeps one long query (eight portions) from blocking the index for others. */
const PORTIONS_AT_ONCE = 2;

/** Called with the share of the terms just read; resolves when the next portion may be read. */
export type AfterPortion = (share: number) => Promise<void>;

/** Reads statistics of any number of terms, in portions that the index accepts. */
export async function readStatistics(
  index: Pick<MemoryIndex, 'statistics'>,
  { tenant, space }: { tenant: string; space: string },
  terms: readonly string[],
  afterPortion: AfterPortion = async () => undefined,
): Promise<TermStatistics> {
  const portions: string[][] = [];
  for (let at = 0; at < Math.max(1, terms.length); at += INDEX_LIMITS.queryTerms)
    portions.push(terms.slice(at, at + INDEX_LIMITS.queryTerms));
  const known = await inParallel(portions, PORTIONS_AT_ONCE, async (portion) => {
    const found = await index.statistics(tenant, space, portion);
    await afterPortion(1 / portions.length);
    return found;
  });
  return {
    documents: known[0]!.documents,
    totalLength: known[0]!.totalLength,
    documentFrequencies: known.flatMap((portion) => portion.documentFrequencies),
  };
}

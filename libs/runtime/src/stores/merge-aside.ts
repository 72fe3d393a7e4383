import { INDEX_LIMITS, type AsideRecord } from '@total-recall/ports';

/** Merges records set aside: each once, by offset, up to the limit. */
export function mergeAside(before: readonly AsideRecord[], more: readonly AsideRecord[]): AsideRecord[] {
  const known = new Map(before.map((record) => [record.offset, record]));
  for (const record of more) if (known.size < INDEX_LIMITS.asideRecords && !known.has(record.offset)) known.set(record.offset, record);
  return [...known.values()].sort((a, b) => a.offset - b.offset);
}

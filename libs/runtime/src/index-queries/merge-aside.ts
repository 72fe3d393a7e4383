import { INDEX_LIMITS, type AsideRecord } from '@total-recall/ports';

/** What an index keeps of what was set aside: each record once, by offset, and no more than the limit. */
export function mergeAside(before: readonly AsideRecord[], more: readonly AsideRecord[]): AsideRecord[] {
  const known = new Map(before.map((record) => [record.offset, record]));
  for (const record of more) if (known.size < INDEX_LIMITS.asideRecords && !known.has(record.offset)) known.set(record.offset, record);
  return [...known.values()].sort((a, b) => a.offset - b.offset);
}

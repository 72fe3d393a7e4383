import type { LedgerEntry } from '@total-recall/domain';
import { LEDGER_LIMITS, type Ledger } from '@total-recall/ports';

/** Reads a partition of a ledger from its beginning to its end. */
export async function readWhole(ledger: Pick<Ledger, 'read'>, partition: number): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (;;) {
    const page = await ledger.read(partition, entries.length, LEDGER_LIMITS.page);
    entries.push(...page);
    if (page.length < LEDGER_LIMITS.page) return entries;
  }
}

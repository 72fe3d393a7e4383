import type { LedgerEntry } from '@total-recall/domain';
import { LEDGER_LIMITS, type Ledger } from '@total-recall/ports';

/** Reads all entries of a partition, in order. */
export async function ledgerEntries(ledger: Pick<Ledger, 'read'>, partition: number): Promise<LedgerEntry[]> {
  const all: LedgerEntry[] = [];
  for (let page = [] as LedgerEntry[]; ;) {
    page = await ledger.read(partition, all.at(-1)?.sequence ?? 0, LEDGER_LIMITS.page);
    all.push(...page);
    if (page.length < LEDGER_LIMITS.page) return all;
  }
}

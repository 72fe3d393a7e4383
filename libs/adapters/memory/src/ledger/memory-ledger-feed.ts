import type { LedgerEntry } from '@total-recall/domain';
import { LEDGER_LIMITS, type Ledger, type LedgerFeed } from '@total-recall/ports';

/** Creates a feed that reads new entries of a ledger in memory, as another process would. */
export function createMemoryLedgerFeed(ledger: Pick<Ledger, 'partitions' | 'read'>): LedgerFeed {
  const last = Array.from({ length: ledger.partitions }, () => 0);
  return {
    async read() {
      const read: LedgerEntry[] = [];
      for (let partition = 0; partition < ledger.partitions;) {
        const page = await ledger.read(partition, last[partition]!, LEDGER_LIMITS.page);
        read.push(...page);
        last[partition] = page.at(-1)?.sequence ?? last[partition]!;
        if (page.length < LEDGER_LIMITS.page) partition += 1;
      }
      return read;
    },
    close: async () => undefined,
  };
}

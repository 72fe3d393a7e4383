import type { LedgerEntry } from '@total-recall/domain';
import { LEDGER_LIMITS, type Ledger } from '@total-recall/ports';
import { checkCount, createClosing, TotalRecallError } from '@total-recall/runtime';

/** Creates a ledger of one partition in memory. */
export function createMemoryLedger(): Ledger {
  const entries: LedgerEntry[] = [];
  let epoch = 0;
  const { refuseClosed, close } = createClosing('The ledger');
  return {
    partitions: 1,
    partitionOf: () => 0,
    async own(partition) {
      refuseClosed();
      const own = (epoch += 1);
      return {
        partition,
        epoch: own,
        async append(afterSequence, given) {
          refuseClosed();
          if (given.length > LEDGER_LIMITS.batch) throw new TotalRecallError('batch_too_large', `At most ${LEDGER_LIMITS.batch} entries.`);
          if (own !== epoch || afterSequence !== entries.length) throw new TotalRecallError('unavailable', 'The ledger has moved on.');
          const known = new Map(entries.map((entry) => [entry.id, entry]));
          return given.map((entry) => {
            const before = known.get(entry.id);
            if (before) return before;
            const added: LedgerEntry = { ...structuredClone(entry), sequence: entries.length + 1, epoch: own };
            known.set(entry.id, added);
            entries.push(added);
            return added;
          });
        },
      };
    },
    async read(_partition, afterSequence, limit) {
      refuseClosed();
      checkCount('limit', limit, LEDGER_LIMITS.page);
      return entries.slice(afterSequence, afterSequence + limit);
    },
    async readAbout({ tenant, space }, range, limit) {
      refuseClosed();
      checkCount('limit', limit, LEDGER_LIMITS.page);
      const about = entries.filter((entry) => entry.tenant === tenant && (entry.space === undefined || entry.space === space));
      if ('after' in range) return about.filter(({ sequence }) => sequence > range.after).slice(0, limit);
      return about
        .filter(({ sequence }) => sequence < range.before)
        .toReversed()
        .slice(0, limit);
    },
    async find(tenant, id) {
      refuseClosed();
      return entries.find((entry) => entry.tenant === tenant && entry.id === id);
    },
    close,
  };
}

import type { LedgerEntry } from '@total-recall/domain';
import { LEDGER_LIMITS, type Clock, type Ledger, type Random } from '@total-recall/ports';
import { batchesOf, createUlidFactory, ledgerEntries } from '@total-recall/runtime';

/** Clocks of two machines may differ, and a backup takes a while to come to the keys, which are copied last. */
const MARGIN_MS = 3_600_000;

interface ReopenOptions {
  readonly clock: Clock;
  readonly random: Random;
  /**
   * Time in epoch milliseconds at which the restored copy was begun. Erasures that were completed well before it are in
   * the copy too; without it none are.
   */
  readonly copiedAt?: number;
}

/**
 * Reopens erasures that were done on another copy of the events than the restored one. Appends an entry for each; the
 * next owner of the ledger carries them out. Resolves to their number.
 */
export async function reopenErasures(ledger: Ledger, { clock, random, copiedAt = -Infinity }: ReopenOptions): Promise<number> {
  const newId = createUlidFactory({ clock, random });
  let count = 0;
  for (let partition = 0; partition < ledger.partitions; partition += 1) {
    const entries = await ledgerEntries(ledger, partition);
    const opened = notDoneBefore(entries, copiedAt - MARGIN_MS).map(({ id, tenant }) => {
      const act = { type: 'ErasureReopened', erasureId: id } as const;
      return { id: newId(tenant), tenant, at: clock.now(), actor: 'restore', act };
    });
    if (opened.length === 0) continue;
    count += opened.length;
    const share = await ledger.own(partition);
    let last = entries.at(-1)!.sequence;
    for (const batch of batchesOf(opened, LEDGER_LIMITS.batch)) last = (await share.append(last, batch)).at(-1)!.sequence;
  }
  return count;
}

/** Returns the requests that were not completed before this time, or were reopened since. */
function notDoneBefore(entries: readonly LedgerEntry[], time: number): LedgerEntry[] {
  const isDone = new Map<string, boolean>();
  for (const { at, act } of entries)
    if (act.type === 'ErasureCompleted') isDone.set(act.erasureId, at < time);
    else if (act.type === 'ErasureReopened') isDone.set(act.erasureId, false);
  return entries.filter(({ id, act }) => act.type === 'ErasureRequested' && isDone.get(id) !== true);
}

import type { LedgerEntry } from '@total-recall/domain';
import { LEDGER_LIMITS, type Clock, type Ledger, type Random } from '@total-recall/ports';
import { createUlidFactory } from '../ids/ulid.ts';

/** Reads all entries of a partition, in order. */
export async function ledgerEntries(ledger: Pick<Ledger, 'read'>, partition: number): Promise<LedgerEntry[]> {
  const all: LedgerEntry[] = [];
  for (let page = [] as LedgerEntry[]; ;) {
    page = await ledger.read(partition, all.at(-1)?.sequence ?? 0, LEDGER_LIMITS.page);
    all.push(...page);
    if (page.length < LEDGER_LIMITS.page) return all;
  }
}

interface ReopenOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Time in epoch milliseconds. Erasures completed before it are in the restored copy too; without it none are. */
  readonly doneBefore?: number;
}

/**
 * Reopens erasures that were done on another copy of the events than the restored one. Appends an entry for each; the
 * next owner of the ledger carries them out. Resolves to their number.
 */
export async function reopenErasures(ledger: Ledger, { clock, random, doneBefore = -Infinity }: ReopenOptions): Promise<number> {
  const newId = createUlidFactory({ clock, random });
  let count = 0;
  for (let partition = 0; partition < ledger.partitions; partition += 1) {
    const entries = await ledgerEntries(ledger, partition);
    const opened = notDoneBefore(entries, doneBefore).map(({ id, tenant }) => {
      const act = { type: 'ErasureReopened', erasureId: id } as const;
      return { id: newId(tenant), tenant, at: clock.now(), actor: 'restore', act };
    });
    if (opened.length === 0) continue;
    count += opened.length;
    const share = await ledger.own(partition);
    let last = entries.at(-1)!.sequence;
    for (let first = 0; first < opened.length; first += LEDGER_LIMITS.batch)
      last = (await share.append(last, opened.slice(first, first + LEDGER_LIMITS.batch))).at(-1)!.sequence;
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

import { evolveHolds, type Hold, type LedgerEntry, type NewLedgerEntry, type SeenErasure } from '@total-recall/domain';
import { LEDGER_LIMITS, type Ledger, type LedgerShare } from '@total-recall/ports';
import { createTurns, TotalRecallError } from '@total-recall/runtime';

export type RequestedErasure = LedgerEntry & { readonly act: Extract<LedgerEntry['act'], { type: 'ErasureRequested' }> };

export interface KnownErasure {
  readonly requested: RequestedErasure;
  /** `reopened`: by a restore from before it, with a later ledger. */
  readonly state: 'open' | 'reopened' | 'done';
  /** Epoch milliseconds; when it was done the first time. */
  readonly completedAt?: number;
  readonly seen?: SeenErasure;
}

export interface KnownErasures {
  /** Takes over a partition of the ledger and reads all of it. */
  own(partition: number): Promise<void>;
  /** In the order they were requested. */
  all(): KnownErasure[];
  get(id: string): KnownErasure | undefined;
  /** Of a tenant, released ones too, in the order they were placed. */
  holds(tenant: string): Hold[];
  /**
   * Durable when it resolves with true. With `isStill`, which is asked when no other entry can come in between, false where that says no: nothing is
   * written. Errors: `unavailable` before `own`, or where another process owns the partition by now.
   */
  append(entry: NewLedgerEntry, isStill?: () => boolean): Promise<boolean>;
}

/** The erasures and holds of a partition of the ledger, held in memory. */
export function createKnownErasures({ ledger }: { readonly ledger: Ledger }): KnownErasures {
  const known = new Map<string, KnownErasure>();
  let holds: ReadonlyMap<string, Hold> = new Map();
  const inTurn = createTurns();
  let share: LedgerShare | undefined;
  let last = 0;
  const take = (entry: LedgerEntry): void => {
    last = entry.sequence;
    holds = evolveHolds(holds, entry);
    const { act } = entry;
    if (act.type === 'ErasureRequested') known.set(entry.id, { requested: { ...entry, act }, state: 'open' });
    else if (act.type === 'ErasureCompleted') {
      const { erasureId, seen } = act;
      const erasure = known.get(erasureId);
      if (!erasure) return;
      // What was certified once stays as it was.
      const first = erasure.completedAt === undefined ? { completedAt: entry.at, ...(seen && { seen }) } : {};
      known.set(erasureId, { ...erasure, ...first, state: 'done' });
    } else if (act.type === 'ErasureReopened') {
      const erasure = known.get(act.erasureId);
      if (erasure) known.set(act.erasureId, { ...erasure, state: 'reopened' });
    }
  };
  return {
    async own(partition) {
      share = await ledger.own(partition);
      for (let page = [] as LedgerEntry[]; ;) {
        page = await ledger.read(partition, last, LEDGER_LIMITS.page);
        page.forEach(take);
        if (page.length < LEDGER_LIMITS.page) return;
      }
    },
    all: () => [...known.values()],
    get: (id) => known.get(id),
    holds: (tenant) => [...holds.values()].filter((hold) => hold.tenant === tenant),
    append: (entry, isStill = () => true) =>
      inTurn(async () => {
        if (!share) throw new TotalRecallError('unavailable', 'Erasures have not been taken up yet. Try again.', { retryAfterMs: 1_000 });
        if (!isStill()) return false;
        (await share.append(last, [entry])).forEach(take);
        return true;
      }),
  };
}

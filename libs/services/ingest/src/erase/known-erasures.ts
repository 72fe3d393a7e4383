import { evolveHolds, isStanding, type Hold, type LedgerEntry, type NewLedgerEntry, type SeenErasure } from '@total-recall/domain';
import { LEDGER_LIMITS, type ArtifactPlace, type Ledger } from '@total-recall/ports';
import { createSerialQueue } from '@total-recall/runtime';

type RequestedErasure = LedgerEntry & { readonly act: Extract<LedgerEntry['act'], { type: 'ErasureRequested' }> };

export interface KnownErasure {
  readonly requested: RequestedErasure;
  /** `reopened`: must be done again, because a restore from before it has a later ledger. */
  readonly state: 'open' | 'reopened' | 'done';
  /** Epoch milliseconds of the first completion. */
  readonly completedAt?: number;
  readonly seen?: SeenErasure;
}

export interface KnownErasures {
  readonly partition: number;
  /** In the order they were requested. */
  all(): KnownErasure[];
  get(id: string): KnownErasure | undefined;
  /** Returns true when an erasure names this artifact. */
  names(place: ArtifactPlace): boolean;
  /** Ids of entries that closed sessions which are still closed, each with its tenant. */
  closings(): ReadonlyMap<string, string>;
  /** Holds of a tenant, including released ones, in the order they were placed. */
  holds(tenant: string): Hold[];
  /**
   * Appends an entry; durable when it resolves to true. `isStill` is called when no other entry can come in between; if
   * it returns false, nothing is written and the result is false. Errors: `unavailable` if another process owns the
   * partition now, or if it is unknown whether the entry was written.
   */
  append(entry: NewLedgerEntry, isStill?: () => boolean): Promise<boolean>;
}

/** Takes over a partition of the ledger, reads all of it, and keeps its erasures and holds in memory. */
export async function ownErasures({ ledger }: { readonly ledger: Ledger }, partition: number): Promise<KnownErasures> {
  const known = new Map<string, KnownErasure>();
  const artifacts = new Set<string>();
  const closings = new Map<string, string>();
  let holds: ReadonlyMap<string, Hold> = new Map();
  const inTurn = createSerialQueue();
  const share = await ledger.own(partition);
  let last = 0;
  const take = (entry: LedgerEntry): void => {
    last = entry.sequence;
    holds = evolveHolds(holds, entry);
    const { act } = entry;
    if (act.type === 'ErasureRequested') {
      known.set(entry.id, { requested: { ...entry, act }, state: 'open' });
      for (const named of act.targets.artifacts) artifacts.add(nameOf({ tenant: entry.tenant, ...named }));
    } else if (act.type === 'ErasureCompleted') {
      const { erasureId, seen } = act;
      const erasure = known.get(erasureId);
      if (!erasure) return;
      // A first completion keeps its certificate.
      const first = erasure.completedAt === undefined ? { completedAt: entry.at, ...(seen && { seen }) } : {};
      known.set(erasureId, { ...erasure, ...first, state: 'done' });
    } else if (act.type === 'ErasureReopened') {
      const erasure = known.get(act.erasureId);
      if (erasure) known.set(act.erasureId, { ...erasure, state: 'reopened' });
    } else if (act.type === 'SessionsClosed') closings.set(entry.id, entry.tenant);
    else if (act.type === 'SessionsOpened') closings.delete(act.closedId);
  };
  const readOn = async (): Promise<LedgerEntry[]> => {
    for (const read: LedgerEntry[] = []; ;) {
      const page = await ledger.read(partition, last, LEDGER_LIMITS.page);
      page.forEach(take);
      read.push(...page);
      if (page.length < LEDGER_LIMITS.page) return read;
    }
  };
  await readOn();
  return {
    partition,
    all: () => [...known.values()],
    get: (id) => known.get(id),
    closings: () => closings,
    names: (place) => artifacts.has(nameOf(place)),
    holds: (tenant) => [...holds.values()].filter((hold) => hold.tenant === tenant),
    append: (entry, isStill = () => true) =>
      inTurn(async () => {
        if (!isStill()) return false;
        try {
          (await share.append(last, [entry])).forEach(take);
        } catch (error) {
          // A failed append may still have been written, and the next one must know it.
          const read = await readOn().catch(() => []);
          if (!read.some(({ id }) => id === entry.id)) throw error;
        }
        return true;
      }),
  };
}

const nameOf = ({ tenant, space, artifactId }: ArtifactPlace): string => JSON.stringify([tenant, space, artifactId]);

/** Joins the ids of the holds in force, to detect a change. */
export function activeHoldIds(known: KnownErasures, tenant: string): string {
  return known
    .holds(tenant)
    .filter(isStanding)
    .map(({ id }) => id)
    .join();
}

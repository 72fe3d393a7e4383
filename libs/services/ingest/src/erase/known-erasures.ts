import {
  evolveHold,
  isStanding,
  joinLateQuotes,
  targetsOf,
  withLateQuotes,
  type ErasureTargets,
  type Hold,
  type LateQuotes,
  type LedgerEntry,
  type NewLedgerEntry,
  type SeenErasure,
  type UnreadEvents,
} from '@total-recall/domain';
import type { ArtifactPlace } from '@total-recall/ports';
import type { OwnedPartition } from '@total-recall/runtime';

export type RequestedErasure = LedgerEntry & { readonly act: Extract<LedgerEntry['act'], { type: 'ErasureRequested' }> };

export interface KnownErasure {
  readonly requested: RequestedErasure;
  /** `reopened`: must be done again, because events or keys were put back from before it. */
  readonly state: 'open' | 'reopened' | 'done';
  /** Epoch milliseconds of the first completion. */
  readonly completedAt?: number;
  /** Number of the ledger entry that last completed it. */
  readonly completedBy?: number;
  readonly seen?: SeenErasure;
  /** Everything named since the request. The certificate names what stood here at the first completion. */
  readonly late?: LateQuotes;
  /** Sessions that the last completion left as they were. */
  readonly undone?: ErasureTargets['sessions'];
  /** Events that the last completion could not judge. */
  readonly unread?: UnreadEvents;
}

export interface KnownErasures {
  readonly partition: number;
  /** In the order they were requested. */
  all(): KnownErasure[];
  get(id: string): KnownErasure | undefined;
  /** Numbers of the ledger entries that completed erasures by their ids, in the order of the ledger. */
  completions(): ReadonlyMap<string, number>;
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

/** Reads all of an owned partition of the ledger, and keeps its erasures and holds in memory. */
export async function followErasures(owned: OwnedPartition): Promise<KnownErasures> {
  const known = new Map<string, KnownErasure>();
  const completions = new Map<string, number>();
  const artifacts = new Set<string>();
  const closings = new Map<string, string>();
  const holds = new Map<string, Hold>();
  const take = (entry: LedgerEntry): void => {
    const hold = evolveHold(holds, entry);
    if (hold) holds.set(hold.id, hold);
    const { act } = entry;
    for (const named of targetsOf(act)?.artifacts ?? []) artifacts.add(nameOf({ tenant: entry.tenant, ...named }));
    if (act.type === 'ErasureRequested') known.set(entry.id, { requested: { ...entry, act }, state: 'open' });
    else if (act.type === 'ErasureExtended') {
      const erasure = known.get(act.erasureId);
      if (erasure) known.set(act.erasureId, { ...erasure, late: joinLateQuotes(erasure.late, lateOf(act)) });
    } else if (act.type === 'ErasureCompleted') {
      const { erasureId, seen, undone, unread } = act;
      const found = known.get(erasureId);
      completions.set(entry.id, entry.sequence);
      if (!found) return;
      const { undone: before, unread: _before, ...erasure } = found;
      // A first completion keeps its certificate. One that left something had none, or one that says so.
      const isFirst =
        erasure.completedAt === undefined || (before !== undefined && erasure.seen === undefined) || erasure.seen?.unread !== undefined;
      const first = isFirst ? { completedAt: entry.at, ...(seen && { seen, ...(seen.late && { late: seen.late }) }) } : {};
      const left = { ...(undone && { undone }), ...(unread && { unread }) };
      known.set(erasureId, { ...erasure, ...first, ...left, completedBy: entry.sequence, state: 'done' });
    } else if (act.type === 'ErasureReopened') {
      const erasure = known.get(act.erasureId);
      if (erasure) known.set(act.erasureId, { ...erasure, state: 'reopened' });
    } else if (act.type === 'SessionsClosed') closings.set(entry.id, entry.tenant);
    else if (act.type === 'SessionsOpened') closings.delete(act.closedId);
  };
  await owned.follow((entries) => entries.forEach(take));
  return {
    partition: owned.partition,
    all: () => [...known.values()],
    get: (id) => known.get(id),
    completions: () => completions,
    closings: () => closings,
    names: (place) => artifacts.has(nameOf(place)),
    holds: (tenant) => [...holds.values()].filter((hold) => hold.tenant === tenant),
    append: (entry, isStill) => owned.append([entry], isStill),
  };
}

/** Returns what an erasure takes by its plan, and what came too late for that. */
export function takenBy({ requested, late }: KnownErasure): Pick<RequestedErasure['act'], 'targets' | 'counts'> {
  return withLateQuotes(requested.act, late);
}

function lateOf({ targets: { events, artifacts }, quoting }: Extract<LedgerEntry['act'], { type: 'ErasureExtended' }>): LateQuotes {
  return { events, artifacts, ...(quoting !== undefined && { quoting }) };
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

import type { AuditEntry, AuditPoint, DueAudit, OldAudit } from '@total-recall/ports';
import type { StoredAudit } from './audit-records.ts';
import type { AuditStart } from './held-audit.ts';
import type { AuditScan } from './scan-audit.ts';

/** First entry of a tenant that is not dropped. Without a time none was seen before this offset. */
export interface FirstAudit {
  readonly offset: number;
  readonly at?: number;
}

export interface OldAuditSearch {
  readonly due: readonly DueAudit[];
  /** Offset at which the search ends. */
  readonly end: number;
  readonly startOf: (tenant: string) => AuditStart | undefined;
  /** First entries as an earlier search has seen them, by tenant. */
  readonly firsts: ReadonlyMap<string, FirstAudit>;
}

export interface FoundOldAudit {
  readonly old: OldAudit[];
  readonly firsts: ReadonlyMap<string, FirstAudit>;
}

/** Number of entries of a tenant that are dropped at once. The rest follows the next time. */
const MOST_OLD = 100_000;
/** Number of records that are rather read than skipped: about as many as one fetch returns. */
const NEAR = 2_000;

/**
 * Finds what is old of several tenants in one pass. What an earlier search read of a tenant without an old entry is not
 * read again.
 */
export async function findOldAudit(scan: AuditScan, { due, end, startOf, firsts }: OldAuditSearch): Promise<FoundOldAudit> {
  const searches = due.map((each) => searchTenant(each, startOf(each.tenant), firsts.get(each.tenant)));
  const left = new Map(searches.flatMap((search) => (search.isOver() ? [] : [[search.tenant, search] as const])));
  const nextFrom = (): number => Math.min(end, ...[...left.values()].map(({ from }) => from));
  for (let at = nextFrom(); at < end; at = Math.max(at, nextFrom()))
    at = await scan.read(at, end, (stored) => {
      const search = left.get(stored.entry.tenant);
      search?.take(stored);
      if (!search?.isOver()) return true;
      left.delete(search.tenant);
      // Entries before the begin of every search are skipped.
      return nextFrom() <= stored.offset + NEAR;
    });
  return {
    old: searches.flatMap((search) => search.found() ?? []),
    firsts: new Map(searches.map((search) => [search.tenant, search.first(end)])),
  };
}

/** The search for what is old of one tenant. */
interface TenantSearch {
  readonly tenant: string;
  /** Offset at which it begins. */
  readonly from: number;
  take(stored: StoredAudit): void;
  isOver(): boolean;
  found(): OldAudit | undefined;
  first(end: number): FirstAudit;
}

function searchTenant(
  { tenant, before, oldestBefore }: DueAudit,
  start: AuditStart | undefined,
  seen: FirstAudit | undefined,
): TenantSearch {
  const known = seen && seen.offset >= (start?.offset ?? 0) ? seen : undefined;
  const from = known?.offset ?? start?.offset ?? 0;
  const points = new Map((start?.checkpoints ?? []).map((point): [string, AuditPoint] => [point.chain, point]));
  let first = known?.at === undefined ? undefined : known;
  let [count, until, isOver] = [0, 0, first !== undefined && first.at! >= oldestBefore];

  function drop({ link }: AuditEntry, offset: number): void {
    count += 1;
    until = offset + 1;
    if (link) points.set(link.chain, { chain: link.chain, number: link.number, hash: link.hash });
  }
  return {
    tenant,
    from,
    take: ({ entry, offset }) => {
      if (isOver || offset < from) return;
      first ??= { offset, at: entry.at };
      isOver = entry.at >= before || count >= MOST_OLD || first.at! >= oldestBefore;
      if (!isOver) drop(entry, offset);
      else if (count > 0) until = offset;
    },
    isOver: () => isOver,
    found: () => (count === 0 ? undefined : { tenant, entries: count, until: String(until), checkpoints: [...points.values()] }),
    first: (end) => first ?? { offset: Math.max(from, end) },
  };
}

import type { AuditEntry, AuditHead } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { StoredAudit } from './audit-records.ts';

/** The newest audit entries of all tenants, by tenant and in order. */
export interface AuditPages {
  /** Adds an entry. A repeated entry is ignored. */
  add(stored: StoredAudit): void;
  has(tenant: string, id: string): boolean;
  /**
   * Returns entries before the entry `before`, newest first. Errors: `invalid_cursor` when the tenant has no such
   * entry.
   */
  page(tenant: string, limit: number, before: string | undefined): AuditEntry[];
  /** Returns the ends of a tenant's chains, as far as their entries are held. */
  heads(tenant: string): AuditHead[];
}

/** Creates the pages. `startOf` returns the offset at which the audit of a tenant begins. */
export function createAuditPages(capacity: number, startOf: (tenant: string) => number): AuditPages {
  const byTenant = new Map<string, Map<string, StoredAudit>>();
  /** Entries, oldest first. */
  const order = new Set<StoredAudit>();

  const forgetOldest = (): void => {
    const [oldest] = order;
    if (!oldest) return;
    order.delete(oldest);
    const { tenant, id } = oldest.entry;
    const entries = byTenant.get(tenant)!;
    entries.delete(id);
    if (entries.size === 0) byTenant.delete(tenant);
  };
  const entriesOf = (tenant: string): AuditEntry[] => {
    const start = startOf(tenant);
    return [...(byTenant.get(tenant)?.values() ?? [])].flatMap(({ entry, offset }) => (offset < start ? [] : [entry]));
  };
  return {
    add: (stored) => {
      const { tenant, id } = stored.entry;
      const entries = byTenant.get(tenant) ?? new Map<string, StoredAudit>();
      if (entries.has(id)) return;
      byTenant.set(tenant, entries.set(id, stored));
      order.add(stored);
      if (order.size > capacity) forgetOldest();
    },
    page: (tenant, limit, before) => pageBehind(entriesOf(tenant).toReversed(), limit, before),
    has: (tenant, id) => byTenant.get(tenant)?.has(id) ?? false,
    heads: (tenant) => {
      const newest = new Map<string, AuditHead>();
      for (const { at, link } of entriesOf(tenant))
        if (link) newest.set(link.chain, { tenant, chain: link.chain, number: link.number, hash: link.hash, at });
      return [...newest.values()];
    },
  };
}

function pageBehind(entries: readonly AuditEntry[], limit: number, id: string | undefined): AuditEntry[] {
  const last = id === undefined ? -1 : entries.findIndex((entry) => entry.id === id);
  if (id !== undefined && last === -1)
    throw new TotalRecallError('invalid_cursor', 'The audit of this tenant has no such entry to continue from.');
  return entries.slice(last + 1, last + 1 + limit);
}

import type { AuditEntry, AuditHead } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/** The newest audit entries of all tenants, by tenant and in order. */
export interface AuditPages {
  /** Adds an entry. A repeated entry is ignored. */
  add(entry: AuditEntry): void;
  /**
   * Returns entries before the entry `before`, newest first. Errors: `invalid_cursor` when the tenant has no such
   * entry.
   */
  page(tenant: string, limit: number, before: string | undefined): AuditEntry[];
  /** Returns entries after the entry `after`, oldest first. Errors: as `page`. */
  from(tenant: string, limit: number, after: string | undefined): AuditEntry[];
  /** Returns the ends of a tenant's chains, as far as their entries are held. */
  heads(tenant: string): AuditHead[];
}

export function createAuditPages(capacity: number): AuditPages {
  const byTenant = new Map<string, Map<string, AuditEntry>>();
  /** Entries, oldest first. */
  const order = new Set<AuditEntry>();

  const forgetOldest = (): void => {
    const [oldest] = order;
    if (!oldest) return;
    order.delete(oldest);
    const entries = byTenant.get(oldest.tenant)!;
    entries.delete(oldest.id);
    if (entries.size === 0) byTenant.delete(oldest.tenant);
  };
  const entriesOf = (tenant: string): AuditEntry[] => [...(byTenant.get(tenant)?.values() ?? [])];
  return {
    add: (entry) => {
      const entries = byTenant.get(entry.tenant) ?? new Map<string, AuditEntry>();
      if (entries.has(entry.id)) return;
      byTenant.set(entry.tenant, entries.set(entry.id, entry));
      order.add(entry);
      if (order.size > capacity) forgetOldest();
    },
    page: (tenant, limit, before) => pageBehind(entriesOf(tenant).toReversed(), limit, before),
    from: (tenant, limit, after) => pageBehind(entriesOf(tenant), limit, after),
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

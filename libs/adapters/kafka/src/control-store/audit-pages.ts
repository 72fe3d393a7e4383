import type { AuditEntry } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/** The newest audit entries of all tenants, by tenant and in order. */
export interface AuditPages {
  /** An entry that comes again stays as it was first. */
  add(entry: AuditEntry): void;
  /** Newest first, from before the entry `before`. Errors: `invalid_cursor` where the tenant has no such entry. */
  page(tenant: string, limit: number, before: string | undefined): AuditEntry[];
}

export function createAuditPages(capacity: number): AuditPages {
  const byTenant = new Map<string, Map<string, AuditEntry>>();
  /** Oldest first. */
  const order = new Set<AuditEntry>();

  const forgetOldest = (): void => {
    const [oldest] = order;
    if (!oldest) return;
    order.delete(oldest);
    const entries = byTenant.get(oldest.tenant)!;
    entries.delete(oldest.id);
    if (entries.size === 0) byTenant.delete(oldest.tenant);
  };
  return {
    add: (entry) => {
      const entries = byTenant.get(entry.tenant) ?? new Map<string, AuditEntry>();
      if (entries.has(entry.id)) return;
      byTenant.set(entry.tenant, entries.set(entry.id, entry));
      order.add(entry);
      if (order.size > capacity) forgetOldest();
    },
    page: (tenant, limit, before) => {
      const newestFirst = [...(byTenant.get(tenant)?.values() ?? [])].toReversed();
      const last = before === undefined ? -1 : newestFirst.findIndex(({ id }) => id === before);
      if (before !== undefined && last === -1)
        throw new TotalRecallError('invalid_cursor', 'The audit of this tenant has no such entry to continue from.');
      return newestFirst.slice(last + 1, last + 1 + limit);
    },
  };
}

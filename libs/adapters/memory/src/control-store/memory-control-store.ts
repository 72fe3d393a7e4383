import type { ApiKey, AuditEntry, AuditHead, ControlStore, PolicyAt, Tenant } from '@total-recall/ports';
import { createAuditOwners, createHeldUsage, isPolicyOf, TotalRecallError } from '@total-recall/runtime';

const MAX_AUDIT_BATCH = 1_000;
const MAX_AUDIT_PAGE = 1_000;
const MAX_USAGE_BATCH = 1_000;

/** Creates a store of tenants, keys, policy and audit in memory. */
export function createMemoryControlStore(): ControlStore {
  const tenants = new Map<string, Tenant>();
  const apiKeys = new Map<string, ApiKey>();
  const policies = new Map<string, PolicyAt>();
  /** Entries by tenant, then by id in order of arrival. */
  const audits = new Map<string, Map<string, AuditEntry>>();
  const usage = createHeldUsage();
  /** Heads by tenant, then by chain. */
  const heads = new Map<string, Map<string, AuditHead>>();
  let closed = false;

  const act = async <T>(run: () => T): Promise<T> => {
    if (closed) throw new TotalRecallError('closed', 'The control store is closed.');
    return run();
  };
  const putHeads = (ends: readonly AuditHead[]): void => {
    for (const end of ends) heads.set(end.tenant, (heads.get(end.tenant) ?? new Map<string, AuditHead>()).set(end.chain, { ...end }));
  };
  const ownAudit = createAuditOwners({
    heads: () => act(() => [...heads.values()].flatMap((chains) => [...chains.values()])),
    putHeads: (ends) => act(() => putHeads(ends)),
    split: (tenant, before) => act(() => splitAudit([...(audits.get(tenant)?.values() ?? [])], before)),
    drop: (tenant, through) =>
      act(() => {
        const audit = audits.get(tenant);
        for (const id of [...(audit?.keys() ?? [])].slice(0, [...(audit?.keys() ?? [])].indexOf(through) + 1)) audit?.delete(id);
        const left = new Set([...(audit?.values() ?? [])].map(({ link }) => link?.chain));
        for (const chain of heads.get(tenant)?.keys() ?? []) if (!left.has(chain)) heads.get(tenant)!.delete(chain);
      }),
  });
  return {
    tenants: () => act(() => [...tenants.values()].sort((a, b) => (a.id < b.id ? -1 : 1))),
    tenant: (id) => act(() => tenants.get(id)),
    putTenant: (tenant) => act(() => void tenants.set(tenant.id, structuredClone(tenant))),
    closeTenant: (left) =>
      act(() => {
        tenants.set(left.id, structuredClone(left));
        for (const key of apiKeys.values()) if (key.tenant === left.id) apiKeys.delete(key.id);
        for (const at of policies.keys()) if (isPolicyOf(at, left.id)) policies.delete(at);
      }),
    apiKey: (id) => act(() => apiKeys.get(id)),
    apiKeys: (tenant) =>
      act(() =>
        [...apiKeys.values()].filter((key) => key.tenant === tenant).sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)),
      ),
    putApiKey: (key) => act(() => void apiKeys.set(key.id, structuredClone(key))),
    putFirstApiKey: (key) =>
      act(() => {
        if ([...apiKeys.values()].some(({ tenant }) => tenant === key.tenant)) return false;
        apiKeys.set(key.id, structuredClone(key));
        return true;
      }),
    policies: (at) => act(() => at.map((place) => policies.get(place))),
    policiesUnder: (prefix, limit) =>
      act(() =>
        [...policies.values()]
          .filter(({ at }) => at.startsWith(prefix))
          .sort((a, b) => (a.at < b.at ? -1 : 1))
          .slice(0, Math.max(0, limit)),
      ),
    putPolicy: (policy) => act(() => void policies.set(policy.at, structuredClone(policy))),
    usage: (day, tenant) => act(() => usage.of(day, tenant)),
    putUsage: (rows) =>
      act(() => {
        if (rows.length > MAX_USAGE_BATCH)
          throw new TotalRecallError('batch_too_large', `At most ${MAX_USAGE_BATCH} counts may be put at once.`);
        for (const row of rows) usage.put(row);
      }),
    forgetUsage: (before) => act(() => void usage.forgetBefore(before)),
    appendAudit: (entries, ends = []) =>
      act(() => {
        if (entries.length > MAX_AUDIT_BATCH)
          throw new TotalRecallError('batch_too_large', `At most ${MAX_AUDIT_BATCH} audit entries may be appended at once.`);
        for (const entry of entries) {
          const audit = audits.get(entry.tenant) ?? new Map<string, AuditEntry>();
          audits.set(entry.tenant, audit);
          if (!audit.has(entry.id)) audit.set(entry.id, structuredClone(entry));
        }
        putHeads(ends);
      }),
    audit: ({ tenant, limit, before }) =>
      act(() => {
        const newestFirst = [...(audits.get(tenant)?.values() ?? [])].toReversed();
        const last = before === undefined ? -1 : newestFirst.findIndex((entry) => entry.id === before);
        if (before !== undefined && last === -1)
          throw new TotalRecallError('invalid_cursor', 'The audit of this tenant has no such entry to continue from.');
        return newestFirst.slice(last + 1, last + 1 + Math.min(MAX_AUDIT_PAGE, Math.max(1, Math.trunc(limit) || 1)));
      }),
    auditHeads: (tenant) => act(() => [...(heads.get(tenant)?.values() ?? [])]),
    auditFrom: ({ tenant, limit, after }) =>
      act(() => {
        const oldestFirst = [...(audits.get(tenant)?.values() ?? [])];
        const last = after === undefined ? -1 : oldestFirst.findIndex((entry) => entry.id === after);
        if (after !== undefined && last === -1)
          throw new TotalRecallError('invalid_cursor', 'The audit of this tenant has no such entry to continue from.');
        const entries = oldestFirst.slice(last + 1, last + 1 + Math.min(MAX_AUDIT_PAGE, Math.max(1, Math.trunc(limit) || 1)));
        const cursor = entries.at(-1)?.id;
        return { entries, ...(cursor !== undefined && cursor !== oldestFirst.at(-1)!.id && { cursor }) };
      }),
    ownAudit,
    close: async () => {
      closed = true;
    },
  };
}

function splitAudit(entries: readonly AuditEntry[], before: number) {
  const first = entries.findIndex(({ at }) => at >= before);
  const [old, left] = first === -1 ? [entries, []] : [entries.slice(0, first), entries.slice(first)];
  const firsts = new Map(left.toReversed().flatMap((entry) => (entry.link ? [[entry.link.chain, entry] as const] : [])));
  const through = old.at(-1)?.id;
  return { dropped: old.length, ...(through !== undefined && { through }), firsts: [...firsts.values()] };
}

import type { AuditEntry, AuditHead, ControlStore } from '@total-recall/ports';
import { createAuditOwners, TotalRecallError } from '@total-recall/runtime';

const MAX_AUDIT_BATCH = 1_000;
const MAX_AUDIT_PAGE = 1_000;

/** Creates the audit of a control store in memory. `act` refuses calls once the store is closed. */
export function createMemoryAudit(
  act: <T>(run: () => T) => Promise<T>,
): Pick<ControlStore, 'appendAudit' | 'audit' | 'auditHeads' | 'auditFrom' | 'ownAudit'> {
  /** Entries by tenant, then by id in order of arrival. */
  const audits = new Map<string, Map<string, AuditEntry>>();
  /** Heads by tenant, then by chain. */
  const heads = new Map<string, Map<string, AuditHead>>();

  const putHeads = (ends: readonly AuditHead[]): void => {
    for (const end of ends) heads.set(end.tenant, (heads.get(end.tenant) ?? new Map<string, AuditHead>()).set(end.chain, { ...end }));
  };
  const ownAudit = createAuditOwners({
    heads: () => act(() => [...heads.values()].flatMap((chains) => [...chains.values()])),
    putHeads: (ends) => act(() => putHeads(ends)),
    oldestAt: (tenant) => act(() => audits.get(tenant)?.values().next().value?.at),
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
  };
}

function splitAudit(entries: readonly AuditEntry[], before: number) {
  const first = entries.findIndex(({ at }) => at >= before);
  const [old, left] = first === -1 ? [entries, []] : [entries.slice(0, first), entries.slice(first)];
  const firsts = new Map(left.toReversed().flatMap((entry) => (entry.link ? [[entry.link.chain, entry] as const] : [])));
  const through = old.at(-1)?.id;
  return { dropped: old.length, ...(through !== undefined && { through }), firsts: [...firsts.values()] };
}

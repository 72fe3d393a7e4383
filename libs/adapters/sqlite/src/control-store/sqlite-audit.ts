import type { AuditEntry, AuditHead, ControlStore } from '@total-recall/ports';
import { createAuditOwners, TotalRecallError } from '@total-recall/runtime';
import type { DatabaseThread } from '../thread/database-thread.ts';
import type { ControlKind, ControlWorkerHandlers } from './control-worker.ts';

interface AuditParts {
  readonly thread: Pick<DatabaseThread<ControlWorkerHandlers>, 'call'>;
  /** Signed ends of chains in memory, by `headId`. */
  readonly heads: Map<string, AuditHead>;
  /** Takes into memory what stands on disk. */
  readonly remember: (kind: ControlKind, json: string) => void;
  readonly refuseClosed: () => void;
}

const MAX_AUDIT_BATCH = 1_000;
const MAX_AUDIT_PAGE = 1_000;

/** Creates the audit of a control store: entries on disk only, the ends of its chains in memory too. */
export function createSqliteAudit({
  thread,
  heads,
  remember,
  refuseClosed,
}: AuditParts): Pick<ControlStore, 'appendAudit' | 'audit' | 'auditHeads' | 'auditFrom' | 'ownAudit'> {
  const ownAudit = createAuditOwners({
    heads: async () => {
      refuseClosed();
      return [...heads.values()];
    },
    putHeads: async (ends) => {
      refuseClosed();
      const rows = ends.map((end) => ({ id: headId(end), json: JSON.stringify(end) }));
      await thread.call('putAll', ['audit_head', rows]);
      for (const { json } of rows) remember('audit_head', json);
    },
    oldestAt: async (tenant) => {
      refuseClosed();
      const [oldest] = await thread.call('auditFrom', [tenant, 1, undefined]);
      return oldest === undefined ? undefined : (JSON.parse(oldest) as AuditEntry).at;
    },
    split: async (tenant, before) => {
      refuseClosed();
      const { dropped, through, firsts } = await thread.call('splitAudit', [tenant, before]);
      return { dropped, ...(through !== null && { through }), firsts: firsts.map((json) => JSON.parse(json) as AuditEntry) };
    },
    drop: async (tenant, through) => {
      refuseClosed();
      const left = new Set(await thread.call('dropAudit', [tenant, through]));
      const ended = [...heads.values()].filter((head) => head.tenant === tenant && !left.has(head.chain)).map(headId);
      await thread.call('removeAll', ['audit_head', ended]);
      for (const id of ended) heads.delete(id);
    },
  });
  return {
    appendAudit: async (entries, ends = []) => {
      refuseClosed();
      if (entries.length > MAX_AUDIT_BATCH)
        throw new TotalRecallError('batch_too_large', `At most ${MAX_AUDIT_BATCH} audit entries may be appended at once.`);
      if (entries.length === 0) return;
      const rows = ends.map((end) => ({ id: headId(end), json: JSON.stringify(end) }));
      await thread.call('appendAudit', [
        entries.map((entry) => ({ id: entry.id, tenant: entry.tenant, json: JSON.stringify(entry) })),
        rows,
      ]);
      for (const { json } of rows) remember('audit_head', json);
    },
    auditHeads: async (tenant) => {
      refuseClosed();
      return [...heads.values()].filter((head) => head.tenant === tenant);
    },
    auditFrom: async ({ tenant, limit, after }) => {
      refuseClosed();
      const size = pageSize(limit);
      const entries = (await thread.call('auditFrom', [tenant, size, after])).map((json) => JSON.parse(json) as AuditEntry);
      return { entries, ...(entries.length === size && { cursor: entries.at(-1)!.id }) };
    },
    ownAudit,
    audit: async ({ tenant, limit, before }) => {
      refuseClosed();
      return (await thread.call('audit', [tenant, pageSize(limit), before])).map((json) => JSON.parse(json) as AuditEntry);
    },
  };
}

export function headId({ tenant, chain }: AuditHead): string {
  return `${tenant}/${chain}`;
}

function pageSize(limit: number): number {
  return Math.min(MAX_AUDIT_PAGE, Math.max(1, Math.trunc(limit) || 1));
}

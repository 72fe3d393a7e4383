import type { AuditEntry, ControlStore } from '@total-recall/ports';
import type { AuditLog } from '../access/audit-log.ts';
import { cursorToken, storeCursor } from '../access/cursor-token.ts';
import type { Caller } from '../gateway.ts';
import type { Handlers } from './handler.ts';

export interface AuditDeps {
  readonly control: ControlStore;
  readonly audit: AuditLog;
  /** Writes an audit entry about an act of this caller. */
  readonly auditAct: (caller: Caller, action: string, target: string) => Promise<void>;
}

/** Handles the audit log of the tenant: lists it latest first, exports it oldest first with its chains. */
export function auditHandlers({ control, audit, auditAct }: AuditDeps): Handlers<'listAudit' | 'exportAudit'> {
  return {
    async listAudit({ query }, caller) {
      await audit.flush();
      const entries = await control.audit({ tenant: caller.tenant, limit: query.limit, before: storeCursor(query.cursor) });
      const last = entries.length === query.limit ? entries.at(-1) : undefined;
      return { entries: entries.map(shown), cursor: last && cursorToken(last.id) };
    },
    async exportAudit({ query }, caller) {
      const after = storeCursor(query.cursor);
      if (after === undefined) await auditAct(caller, 'audit.export', caller.tenant);
      await audit.flush();
      // The heads are read before the entries, so that every head's entry is in the export.
      const heads = await control.auditHeads(caller.tenant);
      const page = await control.auditFrom({ tenant: caller.tenant, limit: query.limit, ...(after !== undefined && { after }) });
      const entries = page.entries.map(shown);
      if (page.cursor !== undefined) return { entries, cursor: cursorToken(page.cursor) };
      return { entries, heads: [...heads] };
    },
  };
}

function shown({ read, checkpoints, ...entry }: AuditEntry) {
  return { ...entry, ...(read && { read: { ...read, ids: [...read.ids] } }), ...(checkpoints && { checkpoints: [...checkpoints] }) };
}

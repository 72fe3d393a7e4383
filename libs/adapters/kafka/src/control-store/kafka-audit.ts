import type { AuditEntry, AuditHead, AuditPage, ControlStore } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { TopicTable } from '../table/topic-table.ts';
import type { AuditPages } from './audit-pages.ts';
import { encodeAudit } from './audit-records.ts';
import type { HeldAudit } from './held-audit.ts';
import { offsetIn, type AuditScan } from './scan-audit.ts';

const MAX_AUDIT_BATCH = 1_000;
const MAX_AUDIT_PAGE = 1_000;

/** Stores that the audit of the control store reads and writes. */
export interface AuditParts {
  readonly table: TopicTable;
  readonly held: HeldAudit;
  readonly pages: AuditPages;
  readonly scan: AuditScan;
  readonly own: ControlStore['ownAudit'];
}

/** Creates the part of the control store that is the audit. `refuseClosed` throws once the store is closed. */
export function createKafkaAudit(
  { table, held, pages, scan, own }: AuditParts,
  refuseClosed: () => void,
): Pick<ControlStore, 'appendAudit' | 'auditHeads' | 'auditFrom' | 'ownAudit' | 'audit'> {
  return {
    appendAudit: async (entries) => {
      refuseClosed();
      if (entries.length > MAX_AUDIT_BATCH)
        throw new TotalRecallError('batch_too_large', `At most ${MAX_AUDIT_BATCH} audit entries may be appended at once.`);
      // Compaction would keep the later of two entries of one id.
      const fresh = entries.filter(({ tenant, id }) => !pages.has(tenant, id));
      if (fresh.length > 0) await table.write(fresh.map(encodeAudit));
    },
    auditHeads: async (tenant) => {
      refuseClosed();
      return headsOf(held, pages, tenant);
    },
    auditFrom: async ({ tenant, limit, after }) => {
      refuseClosed();
      return pageOfTopic(held, scan, { tenant, limit: pageSize(limit), ...(after !== undefined && { after }) });
    },
    ownAudit: async () => {
      refuseClosed();
      return own();
    },
    audit: async ({ tenant, limit, before }) => {
      refuseClosed();
      return pages.page(tenant, pageSize(limit), before);
    },
  };
}

/** Returns the ends of chains as their entries here have them, then those that were signed. */
function headsOf(held: HeldAudit, pages: AuditPages, tenant: string): AuditHead[] {
  const grown = pages.heads(tenant).filter(({ chain, number }) => number > (held.head(tenant, chain)?.number ?? 0));
  return [...grown, ...held.heads(tenant)];
}

interface TopicPageQuery {
  readonly tenant: string;
  readonly limit: number;
  readonly after?: string;
}

/** Reads a page out of the topic, as an export has more entries than are held. */
async function pageOfTopic(held: HeldAudit, scan: AuditScan, { tenant, limit, after }: TopicPageQuery): Promise<AuditPage> {
  const from = Math.max(after === undefined ? 0 : offsetIn(after), held.start(tenant)?.offset ?? 0);
  const end = await scan.end();
  const entries: AuditEntry[] = [];
  const next = await scan.read(from, end, ({ entry }) => {
    if (entry.tenant === tenant) entries.push(entry);
    return entries.length < limit;
  });
  return { entries, ...(next < end && { cursor: String(next) }) };
}

function pageSize(limit: number): number {
  return Math.min(MAX_AUDIT_PAGE, Math.max(1, Math.trunc(limit) || 1));
}

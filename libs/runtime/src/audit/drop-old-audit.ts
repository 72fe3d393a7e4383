import type { AuditEntry, AuditShare, ControlStore } from '@total-recall/ports';

const DAY_MS = 86_400_000;

/**
 * Drops audit entries older than each tenant's policy allows (`auditDays`; without it entries stay for ever). First
 * writes an entry with the new start of each chain, so that the rest still verifies. Drops at most once a day, so an
 * entry may stay up to a day longer; more often would only add such entries.
 */
export async function dropOldAudit(
  control: Pick<ControlStore, 'tenants' | 'policies' | 'auditFrom'>,
  share: Pick<AuditShare, 'findOld' | 'drop'>,
  now: number,
  write: (entry: Pick<AuditEntry, 'tenant' | 'target' | 'checkpoints'>) => Promise<void>,
): Promise<void> {
  for (const { id: tenant } of await control.tenants()) {
    const [policy] = await control.policies([`tenant/${tenant}`]);
    const days = policy?.settings.auditDays;
    if (days === undefined) continue;
    const before = now - days * DAY_MS;
    const oldest = await oldestEntry(control, tenant);
    if (!oldest || oldest.at >= before - DAY_MS) continue;
    const old = await share.findOld(tenant, before);
    if (!old) continue;
    const target = `${old.entries} entries until ${new Date(before).toISOString()}`;
    await write({ tenant, target, checkpoints: old.checkpoints });
    await share.drop(old);
  }
}

async function oldestEntry(control: Pick<ControlStore, 'auditFrom'>, tenant: string): Promise<AuditEntry | undefined> {
  for (let after: string | undefined; ;) {
    const { entries, cursor } = await control.auditFrom({ tenant, limit: 1, ...(after !== undefined && { after }) });
    if (entries.length > 0 || cursor === undefined) return entries[0];
    after = cursor;
  }
}

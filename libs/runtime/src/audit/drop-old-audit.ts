import type { AuditEntry, AuditShare, ControlStore, OldAudit } from '@total-recall/ports';

const DAY_MS = 86_400_000;

export interface AuditDrops {
  readonly now: number;
  /** Returns false once this process is to end; no further tenant is begun then. */
  isWanted(): boolean;
  /** Resolves once an entry with the new start of each chain is written and signed. */
  announce(old: OldAudit, before: number): Promise<void>;
  onDropped(tenant: string): void;
  /** The entries of one tenant could not be dropped; others follow. */
  onFailure(error: unknown): void;
}

/**
 * Drops audit entries older than each tenant's policy allows (`auditDays`; without it entries stay for ever). First
 * writes an entry with the new start of each chain, so that the rest still verifies. Drops at most once a day, so an
 * entry may stay up to a day longer; more often would only add such entries.
 */
export async function dropOldAudit(
  control: Pick<ControlStore, 'tenants' | 'policies' | 'auditFrom'>,
  share: Pick<AuditShare, 'findOld' | 'drop'>,
  drops: AuditDrops,
): Promise<void> {
  for (const { id: tenant } of await control.tenants()) {
    if (!drops.isWanted()) return;
    try {
      await dropOfTenant(control, share, drops, tenant);
    } catch (error) {
      drops.onFailure(error);
    }
  }
}

async function dropOfTenant(
  control: Pick<ControlStore, 'policies' | 'auditFrom'>,
  share: Pick<AuditShare, 'findOld' | 'drop'>,
  drops: AuditDrops,
  tenant: string,
): Promise<void> {
  const [policy] = await control.policies([`tenant/${tenant}`]);
  const days = policy?.settings.auditDays;
  if (days === undefined) return;
  const before = drops.now - days * DAY_MS;
  const oldest = await oldestEntry(control, tenant);
  if (!oldest || oldest.at >= before - DAY_MS) return;
  const old = await share.findOld(tenant, before);
  if (!old) return;
  await drops.announce(old, before);
  await share.drop(old);
  drops.onDropped(tenant);
}

async function oldestEntry(control: Pick<ControlStore, 'auditFrom'>, tenant: string): Promise<AuditEntry | undefined> {
  for (let after: string | undefined; ;) {
    const { entries, cursor } = await control.auditFrom({ tenant, limit: 1, ...(after !== undefined && { after }) });
    if (entries.length > 0 || cursor === undefined) return entries[0];
    after = cursor;
  }
}

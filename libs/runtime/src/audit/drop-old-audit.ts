import type { AuditShare, ControlStore, DueAudit, OldAudit } from '@total-recall/ports';

const DAY_MS = 86_400_000;
/** Number of tenants whose entries are announced and dropped together. */
const TOGETHER = 200;

export interface AuditDrops {
  readonly now: number;
  /** Returns false once this process is to end; nothing further is begun then. */
  isWanted(): boolean;
  /** Resolves once an entry with the new start of each chain is written and signed, for each tenant. */
  announce(old: readonly OldAudit[], beforeOf: (tenant: string) => number): Promise<void>;
  onDropped(tenants: readonly string[]): void;
  /** The entries of some tenants could not be dropped; others follow. */
  onFailure(error: unknown): void;
}

/**
 * Drops audit entries older than each tenant's policy allows (`auditDays`; without it entries stay for ever). First
 * writes an entry with the new start of each chain, so that the rest still verifies. Drops at most once a day, so an
 * entry may stay up to a day longer; more often would only add such entries.
 */
export async function dropOldAudit(
  control: Pick<ControlStore, 'tenants' | 'policies'>,
  share: Pick<AuditShare, 'findOld' | 'drop'>,
  drops: AuditDrops,
): Promise<void> {
  const due = await tenantsWithAge(control, drops.now);
  if (due.length === 0) return;
  const befores = new Map(due.map(({ tenant, before }) => [tenant, before]));
  const old = await share.findOld(due);
  for (let at = 0; at < old.length && drops.isWanted(); at += TOGETHER) {
    const together = old.slice(at, at + TOGETHER);
    try {
      await drops.announce(together, (tenant) => befores.get(tenant)!);
      await share.drop(together);
      drops.onDropped(together.map(({ tenant }) => tenant));
    } catch (error) {
      drops.onFailure(error);
    }
  }
}

async function tenantsWithAge(control: Pick<ControlStore, 'tenants' | 'policies'>, now: number): Promise<DueAudit[]> {
  const tenants = (await control.tenants()).map(({ id }) => id);
  const policies = await control.policies(tenants.map((tenant) => `tenant/${tenant}`));
  return tenants.flatMap((tenant, at) => {
    const days = policies[at]?.settings.auditDays;
    if (days === undefined) return [];
    const before = now - days * DAY_MS;
    return [{ tenant, before, oldestBefore: before - DAY_MS }];
  });
}

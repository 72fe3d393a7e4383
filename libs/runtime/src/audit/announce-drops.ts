import type { AuditEntry, Clock, OldAudit } from '@total-recall/ports';
import type { AuditChains } from './audit-chains.ts';

/** Writes the entry that says what a drop takes and where the rest of each chain begins, before anything goes. */
export interface DropAnnouncer {
  /** Leaves out tenants of which the newest entry says the same because the drop after it failed. */
  announce(old: readonly OldAudit[], beforeOf: (tenant: string) => number): Promise<void>;
  /** Called once these tenants' entries are dropped. */
  dropped(tenants: readonly string[]): void;
}

interface AnnouncerDeps {
  readonly chains: AuditChains;
  readonly clock: Pick<Clock, 'now'>;
  readonly nextId: (of: string) => string;
}

export function createDropAnnouncer({ chains, clock, nextId }: AnnouncerDeps): DropAnnouncer {
  /** The newest entry about a drop of each tenant whose drop has not succeeded since. */
  const announced = new Map<string, string>();
  return {
    async announce(old, beforeOf) {
      const fresh = old.filter((each) => announced.get(each.tenant) !== saidOf(each));
      const entries = fresh.map(({ tenant, entries: dropped, checkpoints }): AuditEntry => {
        const target = `${dropped} entries until ${new Date(beforeOf(tenant)).toISOString()}`;
        const [id, at] = [nextId(tenant), clock.now()];
        return { id, tenant, at, keyId: 'service', action: 'audit.drop', target, outcome: 'allowed', checkpoints };
      });
      if (entries.length > 0) await chains.append(entries);
      for (const each of fresh) announced.set(each.tenant, saidOf(each));
    },
    dropped(tenants) {
      for (const tenant of tenants) announced.delete(tenant);
    },
  };
}

function saidOf({ entries, until, checkpoints }: OldAudit): string {
  return JSON.stringify([entries, until, checkpoints]);
}

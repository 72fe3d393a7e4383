import type { AuditEntry, AuditPoint, ControlStore } from '@total-recall/ports';

const DAY_MS = 86_400_000;

/**
 * Drops audit entries older than each tenant's policy allows (`auditDays`; without it entries stay for ever). First
 * writes an entry with the new start of each chain, so that the rest still verifies. Drops at most once a day, so an
 * entry may stay up to a day longer; more often would only add such entries.
 */
export async function dropOldAudit(
  control: Pick<ControlStore, 'tenants' | 'policies' | 'auditFrom' | 'auditHeads' | 'retention'>,
  now: number,
  write: (entry: Pick<AuditEntry, 'tenant' | 'target' | 'checkpoints'>) => Promise<void>,
): Promise<void> {
  const { retention } = control;
  if (!retention) return;
  for (const { id: tenant } of await control.tenants()) {
    const [policy] = await control.policies([`tenant/${tenant}`]);
    const days = policy?.settings.auditDays;
    if (days === undefined) continue;
    const before = now - days * DAY_MS;
    const [oldest] = await control.auditFrom({ tenant, limit: 1 });
    if (!oldest || oldest.at >= before - DAY_MS) continue;
    const heads = await control.auditHeads(tenant);
    const { dropped, through, firsts } = await retention.split(tenant, before);
    if (through === undefined) continue;
    const staying = new Set(firsts.map(({ link }) => link?.chain));
    const ended = heads.filter(({ chain }) => !staying.has(chain)).map(({ chain, number, hash }) => ({ chain, number, hash }));
    const checkpoints = [...firsts.flatMap(beginningOf), ...ended];
    await write({ tenant, target: `${dropped} entries until ${new Date(before).toISOString()}`, checkpoints });
    await retention.drop(tenant, through);
  }
}

/** Returns the end of the dropped part of a chain that now starts with this entry. */
function beginningOf({ link }: AuditEntry): AuditPoint[] {
  return link && link.number > 1 ? [{ chain: link.chain, number: link.number - 1, hash: link.previous }] : [];
}

import type { ExpiredInSpace, Retention } from '@total-recall/ports';
import type { createSerialQueue } from '@total-recall/runtime';
import type { Plans } from './create-plans.ts';
import { closeInLedger } from './close-in-ledger.ts';
import { expiredInSpace, expireSpace, type ExpireDeps } from './expire-space.ts';
import { spacesWithRules } from './find-expired.ts';
import type { KnownErasures } from './known-erasures.ts';
import type { LedgerShares } from './ledger-shares.ts';
import { gather } from './read-space.ts';
import { isRetentionPaused, retentionPaused } from './retention-paused.ts';

interface CreateRetentionDeps extends Omit<ExpireDeps, 'known' | 'withoutAppends'> {
  readonly shares: LedgerShares;
  readonly inTurn: ReturnType<typeof createSerialQueue>;
  readonly plans: Plans;
}

/**
 * Creates retention for the tenants whose part of the ledger this process owns. Its steps take turns
 * with requested erasures.
 */
export function createRetention(deps: CreateRetentionDeps): Retention {
  const { control } = deps.retention;
  const rulesOf = (tenant: string) => gather(spacesWithRules({ sessions: deps.sessions, control }, tenant));
  const sweepTenant = async (tenant: string, known: KnownErasures, isOver: () => boolean): Promise<number> => {
    const withoutAppends = deps.retention.withoutAppends ?? closeInLedger(deps, known);
    let events = 0;
    const spaces = await rulesOf(tenant);
    if (spaces.length === 0) return events;
    const pause = await control.retentionPause();
    if (pause) throw retentionPaused(pause);
    await deps.retention.refuseClock?.();
    for (const rules of spaces)
      for (let hasMore = true; hasMore && !isOver();) {
        // One turn per step, so that a requested erasure can run in between.
        const swept = await deps.inTurn(() => expireSpace({ ...deps, known, withoutAppends }, tenant, rules));
        events += swept.events;
        hasMore = swept.hasMore && swept.events > 0;
      }
    return events;
  };
  return {
    async expired(tenant, space) {
      await deps.untilFolded();
      return deps.plans.run(tenant, async (sealer) => {
        const spaces = (await rulesOf(tenant)).filter((rules) => space === undefined || rules.space === space);
        const found: ExpiredInSpace[] = [];
        for (const rules of spaces) found.push(await expiredInSpace({ ...deps, sealer }, tenant, rules));
        return found;
      });
    },
    async sweep(isOver = () => false) {
      let events = 0;
      const failures: unknown[] = [];
      for (const { id } of await control.tenants()) {
        const partition = deps.ledger.partitionOf(id);
        if (isOver() || !deps.shares.holds(partition)) continue;
        const known = deps.shares.of(partition);
        // A failure for one tenant keeps nobody else's data past its age.
        try {
          events += await sweepTenant(id, known, () => isOver() || !deps.shares.has(known));
        } catch (error) {
          // It holds for every tenant, and is said by itself, so that it is seen.
          if (isRetentionPaused(error)) throw error;
          failures.push(error);
        }
      }
      if (failures.length === 1) throw failures[0];
      if (failures.length > 1) throw new AggregateError(failures, `Retention failed for ${failures.length} tenants.`);
      return events;
    },
  };
}

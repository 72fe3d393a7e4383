import type { Retention } from '@total-recall/ports';
import type { createSerialQueue } from '@total-recall/runtime';
import { closeInLedger } from './close-in-ledger.ts';
import { expiredInSpace, expireSpace, type ExpireDeps } from './expire-space.ts';
import { spacesWithRules } from './find-expired.ts';
import type { LedgerShares } from './ledger-shares.ts';
import { gather } from './read-space.ts';

interface CreateRetentionDeps extends Omit<ExpireDeps, 'known' | 'withoutAppends'> {
  readonly shares: LedgerShares;
  readonly inTurn: ReturnType<typeof createSerialQueue>;
}

/**
 * Creates retention for the tenants whose part of the ledger this process owns. Its steps take turns
 * with requested erasures.
 */
export function createRetention(deps: CreateRetentionDeps): Retention {
  const { control } = deps.retention;
  const rulesOf = (tenant: string) => gather(spacesWithRules({ sessions: deps.sessions, control }, tenant));
  return {
    async expired(tenant, space) {
      await deps.untilFolded();
      const spaces = (await rulesOf(tenant)).filter((rules) => space === undefined || rules.space === space);
      return Promise.all(spaces.map((rules) => expiredInSpace(deps, tenant, rules)));
    },
    async sweep(isOver = () => false) {
      let events = 0;
      for (const { id } of await control.tenants()) {
        const partition = deps.ledger.partitionOf(id);
        if (isOver() || !deps.shares.holds(partition)) continue;
        const known = deps.shares.of(partition);
        const withoutAppends = deps.retention.withoutAppends ?? closeInLedger(deps, known);
        for (const rules of await rulesOf(id))
          for (let hasMore = true; hasMore && deps.shares.has(known) && !isOver();) {
            // One turn per step, so that a requested erasure can run in between.
            const swept = await deps.inTurn(() => expireSpace({ ...deps, known, withoutAppends }, id, rules));
            events += swept.events;
            hasMore = swept.hasMore && swept.events > 0;
          }
      }
      return events;
    },
  };
}

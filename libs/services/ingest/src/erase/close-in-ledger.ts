import { SESSION_CLOSING } from '@total-recall/ports';
import type { EraseDeps, WithoutAppends } from './erase-deps.ts';
import { RETENTION_ACTOR } from './expire-space.ts';
import type { KnownErasures } from './known-erasures.ts';
import type { LedgerShares } from './ledger-shares.ts';

interface CloseDeps extends Pick<EraseDeps, 'clock' | 'scheduler'> {
  readonly newId: (tenant: string) => string;
}

/**
 * Closes sessions to every process that appends, by a ledger entry that all of them follow. Runs `work` once all
 * appends they have acknowledged are in the log. A second entry opens the sessions again; those that a request erases
 * meanwhile stay closed by that request.
 */
export function closeInLedger(deps: CloseDeps & { readonly shares: LedgerShares }, known: KnownErasures): WithoutAppends {
  const { clock, scheduler, newId, shares } = deps;
  return async (sessions, work) => {
    const [first] = sessions;
    if (first === undefined) return work(() => undefined);
    const { tenant, space } = first;
    const id = newId(tenant);
    const act = { type: 'SessionsClosed', sessions: sessions.map((one) => ({ space: one.space, session: one.session })) } as const;
    await known.append({ id, tenant, space, at: clock.now(), actor: RETENTION_ACTOR, act });
    try {
      await scheduler.delay(SESSION_CLOSING.settledMs, shares.stopping);
      return await work(() => undefined);
    } finally {
      // If this append fails, it is retried by this process or by the next owner.
      await openAbandoned(deps, known).catch(() => shares.finishInBackground(known));
    }
  };
}

/** Opens sessions that are still closed, by this process or by one that ended. */
export async function openAbandoned({ clock, newId }: Pick<CloseDeps, 'clock' | 'newId'>, known: KnownErasures): Promise<void> {
  for (const [closedId, tenant] of known.closings())
    await known.append({ id: newId(tenant), tenant, at: clock.now(), actor: RETENTION_ACTOR, act: { type: 'SessionsOpened', closedId } });
}

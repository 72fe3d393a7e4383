import type { LedgerFeed, Scheduler } from '@total-recall/ports';
import type { Component } from '../lifecycle/component.ts';

/** Erasures that a restore reopened, for a process that serves requests but does not erase. */
export interface OwedErasures extends Required<Pick<Component, 'name' | 'start' | 'stop' | 'health'>> {
  /** Returns true while some are not done. Until then nothing of the restored copy may be read. */
  owes(): boolean;
}

export interface OwedErasuresDeps {
  readonly feed: LedgerFeed;
  readonly scheduler: Pick<Scheduler, 'every'>;
  readonly onFailure: (error: unknown) => void;
}

const LOOK_MS = 1_000;

/**
 * Reads the ledger at the start, then polls until none is owed. It may stop then, because a restore
 * requires that no service runs.
 */
export function createOwedErasures({ feed, scheduler, onFailure }: OwedErasuresDeps): OwedErasures {
  const owed = new Set<string>();
  let hasLooked = false;
  let timer: { cancel(): void } | undefined;
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    for (const { act } of await feed.read())
      if (act.type === 'ErasureReopened') owed.add(act.erasureId);
      else if (act.type === 'ErasureCompleted') owed.delete(act.erasureId);
    // Records of a partition that has lost its end are not read any more, and may reopen an erasure or complete it.
    const refusal = feed.refusal?.();
    if (refusal && owes()) throw refusal;
    hasLooked = true;
    if (owed.size === 0) timer?.cancel();
  };
  const owes = (): boolean => !hasLooked || owed.size > 0;
  return {
    name: 'owed-erasures',
    owes,
    async start() {
      await look();
      if (owes()) timer = scheduler.every(LOOK_MS, () => (looking = look().catch(onFailure)));
    },
    async stop() {
      timer?.cancel();
      await looking;
    },
    health: () =>
      owes()
        ? {
            ready: false,
            detail: feed.refusal?.()?.message ?? `${owed.size} erasures that the restored backup may not have seen are done first`,
          }
        : { ready: true },
  };
}

import type { LogRecord, Sealer } from '@total-recall/ports';
import { TotalRecallError, untilAborted } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';
import { refuseStopped, stopped } from './refuse-stopped.ts';

/** Plans that change nothing: dry runs of erasures, and what is past its age. */
export interface Plans {
  /**
   * Runs a plan of a tenant, with a sealer whose work takes turns with that of all tenants. Errors: `rate_limited` while
   * another one of the tenant runs; those of `WorkGate`; `closed` once the process stops.
   */
  run<T>(tenant: string, plan: (sealer: Sealer) => Promise<T>): Promise<T>;
  /** Resolves when none runs. After a stop that is soon. */
  untilIdle(): Promise<void>;
}

interface PlanningDeps extends Pick<EraseDeps, 'sealer' | 'workGate' | 'ledger'> {
  readonly stopping: AbortSignal;
}

/** Events whose opening costs as much as a recall of a few words. */
const OPENED = 40;
const RETRY_MS = 10_000;

/**
 * Creates plans. They take no turn of erasures, as they may read all of a tenant while others wait for a single event to
 * go. A tenant has one at a time, and each page of its events is opened in its turn at the work gate.
 */
export function createPlans({ sealer, workGate, ledger, stopping }: PlanningDeps): Plans {
  const running = new Map<string, Promise<unknown>>();
  const openAll = async (tenant: string, records: readonly LogRecord[]): ReturnType<Sealer['openAll']> => {
    refuseStopped(stopping);
    if (!workGate || records.length === 0) return sealer.openAll(records);
    return workGate.run({ tenant, kind: 'plan', cost: records.length / OPENED }, () => sealer.openAll(records));
  };
  return {
    async run(tenant, plan) {
      if (running.has(tenant))
        throw new TotalRecallError(
          'rate_limited',
          'Another dry run of the tenant is under way, and a tenant has one at a time. Try again.',
          {
            retryAfterMs: RETRY_MS,
          },
        );
      const planned = (async () => {
        // A stop does not wait for the check of a long ledger.
        if (ledger.checked) await untilAborted(ledger.checked(), stopping, stopped);
        return plan({ ...sealer, openAll: (records) => openAll(tenant, records) });
      })();
      running.set(tenant, planned);
      try {
        return await planned;
      } finally {
        running.delete(tenant);
      }
    },
    untilIdle: async () => void (await Promise.allSettled(running.values())),
  };
}

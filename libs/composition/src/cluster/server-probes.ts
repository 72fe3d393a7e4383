import { toTotalRecallError, type Clock, type Component, type Health, type Scheduler } from '@total-recall/runtime';
import type { Stores } from '../stores.ts';

/** The disk is the server of who has no other. */
type ServerName = 'kafka' | 'opensearch' | 'clickhouse' | 's3' | 'disk';

export interface ProbeOptions {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Servers without which nobody should be sent here; of others it is only told that they are away. */
  readonly needed: readonly ServerName[];
}

/** How long an answer is waited for. */
const TIMEOUT_MS = 1_000;
/** How long it then stands. */
const KEEP_MS = 1_000;
/** Names that no tenant can have. */
const NOBODY = { tenant: '_service', space: '_', session: '_' } as const;

/** Whether the servers under the stores answer: one component each, by a request that reads next to nothing. */
export function serverProbes({ log, index, anatomy, artifacts }: Stores, options: ProbeOptions): Component[] {
  return [
    serverProbe('kafka', () => log.end(0), options),
    serverProbe('opensearch', () => index.marks(0), options),
    serverProbe('clickhouse', () => anatomy.anatomy({ ...NOBODY, limit: 1 }), options),
    serverProbe('s3', () => artifacts.stat({ ...NOBODY, artifactId: `art_${'0'.repeat(32)}` }), options),
  ];
}

/** One request at a time, however long it takes; its health never takes longer than the time for it. */
export function serverProbe(name: ServerName, ask: () => Promise<unknown>, options: ProbeOptions): Component {
  const { clock, scheduler, needed } = options;
  let known: { readonly health: Health; readonly untilMs: number } | undefined;
  let asking: Promise<Health> | undefined;

  const isAway = (why: string): Health =>
    needed.includes(name) ? { ready: false, detail: why } : { ready: true, detail: `work goes on without it: ${why}` };
  const request = async (): Promise<Health> => {
    const health = await ask().then(
      () => ({ ready: true }),
      (error: unknown) => isAway(toTotalRecallError(error).message),
    );
    known = { health, untilMs: clock.monotonicMs() + KEEP_MS };
    asking = undefined;
    return health;
  };
  return {
    name,
    async health() {
      if (known && clock.monotonicMs() < known.untilMs) return known.health;
      const answered = new AbortController();
      const late = scheduler.delay(TIMEOUT_MS, answered.signal).then(
        () => isAway(`no answer within ${TIMEOUT_MS} ms`),
        () => isAway('no answer'),
      );
      try {
        return await Promise.race([(asking ??= request()), late]);
      } finally {
        answered.abort();
      }
    },
  };
}

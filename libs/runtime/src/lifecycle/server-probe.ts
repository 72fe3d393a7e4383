import type { Clock, Scheduler } from '@total-recall/ports';
import { toTotalRecallError } from '../errors.ts';
import { inTime } from '../parallel/in-time.ts';
import type { Component, Health } from './component.ts';

/** `disk` stands for the stores of the standalone service, which has no servers. */
type ServerName = 'kafka' | 'opensearch' | 'clickhouse' | 's3' | 'disk';

export interface ProbeOptions {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Servers without which the process is not ready. For any other, the health detail only says that it is away. */
  readonly needed: readonly ServerName[];
}

/** Time that a health request waits for an answer. */
const TIMEOUT_MS = 1_000;
/** Time that an answer is reused. */
const KEEP_MS = 1_000;
/**
 * Creates the health component of one server. At most one probe is under way, however long it takes, and `health` never
 * waits longer than `TIMEOUT_MS`.
 */
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
      const answered = await inTime((asking ??= request()), { scheduler, ms: TIMEOUT_MS });
      return answered.kind === 'done' ? answered.value : isAway(`no answer within ${TIMEOUT_MS} ms`);
    },
  };
}

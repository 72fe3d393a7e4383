import type { HostApi } from './host-api.ts';

/** Runs what needs the memory, so that nothing of it reaches the host: neither an error nor a wait beyond the deadline. */
export interface TakePart {
  <T>(work: (signal: AbortSignal) => Promise<T>, deadlineMs?: number): Promise<T | undefined>;
}

/** After a failure prompts do not wait for the memory for this long. */
const REST_MS = 15_000;

/** Creates the guard of all calls. It says once that the memory is away, and once that it is back. */
export function createTakePart(logger: HostApi['logger'], defaultMs: number, now: () => number = Date.now): TakePart {
  let awayUntil: number | undefined;
  return async (work, deadlineMs) => {
    const waits = deadlineMs === undefined;
    if (waits && awayUntil !== undefined && now() < awayUntil) return undefined;
    const signal = AbortSignal.timeout(deadlineMs ?? defaultMs);
    try {
      const result = await until(signal, work(signal));
      if (awayUntil !== undefined) logger.info('total-recall: the memory is back.');
      awayUntil = undefined;
      return result;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (awayUntil === undefined) logger.warn(`total-recall: takes no part for now: ${reason}`);
      awayUntil = now() + REST_MS;
      return undefined;
    }
  };
}

function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    }),
  ]);
}

import type { Embedder, EmbedderSource, Random, Scheduler } from '@total-recall/ports';
import { reasonText } from '../errors.ts';
import type { Component, Health } from '../lifecycle/component.ts';
import { forEver, type RetryPolicy } from '../retry/retry.ts';
import { runLoop } from '../retry/run-loop.ts';

export interface EmbedderProviderOptions {
  /** Finds and loads the model; may report what it is doing. If it rejects, it is called again later. */
  readonly open: (signal: AbortSignal, say: (doing: string) => void) => Promise<Embedder>;
  /** Resolves when it is worth trying again before the pause is over; rejects with the signal. */
  readonly sooner?: (signal: AbortSignal) => Promise<void>;
  readonly onReady?: (embedder: Embedder) => void;
  readonly onFailed?: (error: unknown, retryInMs: number) => void;
  readonly retry?: RetryPolicy;
}

/** Retries for a model that is on no disk and cannot be downloaded: after half a minute, then less and less often. */
const RETRY = forEver(30_000, 600_000);

export interface EmbedderProvider extends EmbedderSource, Required<Component> {
  health(): Health;
}

/**
 * Loads an embedder in the background. The start never waits for it, and users of it work
 * without one until it is there.
 */
export function loadEmbedderInBackground(
  { scheduler, random }: { readonly scheduler: Scheduler; readonly random: Random },
  options: EmbedderProviderOptions,
): EmbedderProvider {
  const { open, sooner, onReady, onFailed, retry: policy = RETRY } = options;
  const ready = Promise.withResolvers<Embedder>();
  const stopping = new AbortController();
  let embedder: Embedder | undefined;
  let problem: string | undefined;
  let doing = 'the model is looked for';
  let running: Promise<void> = Promise.resolve();

  async function attempt(): Promise<void> {
    const opening = open(stopping.signal, (what) => (doing = what));
    // A stop does not wait for a model that is still loading; that one is closed when it arrives.
    opening.then((late) => (stopping.signal.aborted ? late.close() : undefined)).catch(() => undefined);
    const opened = await raceSignal(opening, stopping.signal);
    if (stopping.signal.aborted) return;
    embedder = opened;
    problem = undefined;
    onReady?.(opened);
    ready.resolve(opened);
  }

  async function run(): Promise<void> {
    const turn = async (): Promise<'done'> => {
      await attempt();
      return 'done';
    };
    await runLoop(turn, { scheduler, random }, { signal: stopping.signal, policy, failed, wait: rest });
  }

  function failed(error: unknown, next: { readonly pauseMs: number }): void {
    problem = reasonText(error);
    onFailed?.(error, next.pauseMs);
  }

  /** Waits until the pause is over, or trying again is worth it. */
  async function rest(pauseMs: number): Promise<void> {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, stopping.signal]);
    const pause = scheduler.delay(pauseMs, signal).catch(() => undefined);
    const hint = sooner?.(signal).catch(() => pause);
    await Promise.race([pause, ...(hint ? [hint] : [])]);
    over.abort();
    await Promise.all([pause, hint]);
  }

  return {
    name: 'embedder',
    current: () => embedder,
    failing: () => problem !== undefined,
    whenReady: (signal) => (embedder ? Promise.resolve(embedder) : raceSignal(ready.promise, signal)),
    start: async () => {
      running = run();
    },
    stop: async () => {
      stopping.abort();
      await running;
      await embedder?.close();
    },
    health() {
      if (embedder) return { ready: true, detail: `ok: ${embedder.model}` };
      return {
        ready: true,
        detail: problem === undefined ? `${doing}; answers are from text alone` : `no model, so answers are from text alone. ${problem}`,
      };
    },
  };
}

function raceSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

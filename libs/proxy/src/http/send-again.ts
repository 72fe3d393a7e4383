import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Clock, Scheduler } from '@total-recall/ports';
import { PROXY_LIMITS } from '../limits.ts';
import { endToEnd, withBetas, type Upstream, type UpstreamCall } from './upstream.ts';

export interface SendAgainDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>;
  readonly scheduler: Pick<Scheduler, 'delay'>;
}

/** Sends another body in place of a call's. Rejects where no answer comes, or the call's signal aborts. */
export type SendAgain = (body: Buffer, betas?: readonly string[]) => Promise<IncomingMessage>;

/** A caller's key says that two requests are one, and the next round's body is another. */
const OF_ONE_BODY: ReadonlySet<string> = new Set(['idempotency-key']);

/**
 * Creates the sender of further rounds. A vendor that is too busy for one is asked again for a while, as SDKs do: they
 * know of the first round alone, and what came of it would be lost. The last answer is returned, whatever it says.
 */
export function createSendAgain({ clock, scheduler }: SendAgainDeps) {
  return (upstream: Upstream, call: Omit<UpstreamCall, 'body' | 'stream' | 'readsAnswer'>): SendAgain => {
    const given = endToEnd(call.rawHeaders, OF_ONE_BODY);
    return async (body, betas = []) => {
      const rawHeaders = withBetas(given, betas);
      const until = clock.monotonicMs() + PROXY_LIMITS.busyMs;
      for (let tried = 0; ; tried++) {
        const answer = await upstream.send({ ...call, rawHeaders, body, readsAnswer: true });
        if (tried === PROXY_LIMITS.busyRetries || !isBusy(answer)) return answer;
        const waitMs = askedWaitMs(answer.headers, clock.now()) ?? PROXY_LIMITS.busyWaitMs * 2 ** tried;
        if (clock.monotonicMs() + waitMs > until) return answer;
        answer.destroy();
        await scheduler.delay(waitMs, call.signal);
      }
    };
  };
}

function isBusy({ statusCode = 0, headers }: IncomingMessage): boolean {
  return (statusCode === 429 || statusCode >= 500) && headers['x-should-retry'] !== 'false';
}

/** Returns the time that a vendor asks to wait for, by the headers that SDKs read; undefined where it says none. */
function askedWaitMs(headers: IncomingHttpHeaders, now: number): number | undefined {
  const { 'retry-after-ms': ms, 'retry-after': after } = headers;
  for (const wait of [numberOf(ms), numberOf(after) * 1_000, Date.parse(after ?? '') - now])
    if (!Number.isNaN(wait)) return Math.max(0, wait);
  return undefined;
}

function numberOf(text: string | string[] | undefined): number {
  return typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN;
}

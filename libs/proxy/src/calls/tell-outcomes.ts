import type { UnreadReason } from '../http/read-answer.ts';
import type { AgentCallDeps } from './agent-call.ts';
import { createFallbackLog } from './log-fallbacks.ts';

/** Creates what counts and logs the outcomes of calls that the proxy did not serve in full. */
export function tellOutcomes({ clock, metrics, logger }: Pick<AgentCallDeps, 'clock' | 'metrics' | 'logger'>) {
  const log = createFallbackLog(logger, clock);
  const fell = (part: string, error?: unknown): void => {
    metrics.proxyFallbacks.inc({ part });
    log({ part, ...(error !== undefined && { error }) }, 'The proxy does without a part of itself.');
  };
  return {
    fell,
    erased(isFirst: boolean): void {
      metrics.proxyFallbacks.inc({ part: 'erased' });
      if (isFirst)
        logger.warn(
          { part: 'erased' },
          'A conversation whose session was erased goes on, and is not kept: its history has what was erased.',
        );
    },
    notKept(why: UnreadReason): void {
      metrics.proxyFallbacks.inc({ part: 'answer' });
      if (why === 'no_room') metrics.limitsHit.inc({ limit: 'proxy_answers' });
      log({ part: 'answer', why }, 'An answer went on unread and is not kept; the history of a later request may bring it.');
    },
    unread(route: string, why: 'no_room' | 'encoding'): void {
      metrics.proxyCalls.inc({ route, outcome: 'unread' });
      if (why === 'no_room') metrics.limitsHit.inc({ limit: 'proxy_requests' });
      fell('request');
    },
    brokenOff(route: string): void {
      metrics.proxyCalls.inc({ route: 'any', outcome: 'broken_off' });
      logger.warn({ route }, 'The upstream broke off a stream; what came of the answer is kept.');
    },
  };
}

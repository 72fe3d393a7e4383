import type { UnreadReason } from '../http/read-answer.ts';
import type { AgentCallDeps } from './agent-call.ts';
import { createFallbackLog } from './log-fallbacks.ts';

/** Messages of the log by the part that a call goes without. */
const WITHOUT = {
  count: 'Tokens were estimated, on the high side: they could not be counted in time.',
  plan: 'No window was planned: the request went on as it came, or without its oldest rounds.',
  record: 'What was said was not appended to the memory; the next request brings it again, where the memory takes it.',
  recall: 'A recall failed, and the model was told so.',
  exchanges: 'What was recalled within answers could not be kept or read, so later requests go on without it.',
  request: 'A request went on unread, so without a window and a memory.',
  history: 'The vendor holds a history that is not known here: its request went on without a window.',
  tools: 'A model takes no tools, so it gets neither recall nor open.',
  thinking: 'The vendor refused thinking whose history has changed: it was left out.',
} as const;

export type ProxyPart = keyof typeof WITHOUT;

/** Creates what counts and logs the outcomes of calls that the proxy did not serve in full. */
export function tellOutcomes({ clock, metrics, logger }: Pick<AgentCallDeps, 'clock' | 'metrics' | 'logger'>) {
  const log = createFallbackLog(logger, clock);
  const fell = (part: ProxyPart, error?: unknown): void => {
    metrics.proxyFallbacks.inc({ part });
    log({ part, ...(error !== undefined && { error }) }, WITHOUT[part]);
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

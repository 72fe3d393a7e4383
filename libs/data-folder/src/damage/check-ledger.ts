import type { Logger } from '@total-recall/observability';
import type { Ledger } from '@total-recall/ports';
import type { Component } from '@total-recall/runtime';
import { isDamage } from './watch-damage.ts';

/**
 * Creates the component that has the entries of the ledger checked which its opening left. Where one is not as it was
 * written the ledger takes nothing new, nothing is erased, and the next start is refused; what is stored is served.
 */
export function checkLedger({ checked, refusal }: Ledger, logger: Logger): Component {
  return {
    name: 'ledger',
    async start() {
      checked?.().catch((error: unknown) => {
        if (isDamage(error)) logger.error({ err: error }, 'ledger.db is damaged; nothing is erased, and it takes no entries any more');
      });
    },
    health() {
      const fault = refusal?.();
      if (!fault) return { ready: true };
      return { ready: true, isDegraded: true, detail: `degraded: nothing is erased or decided any more. ${fault.message}` };
    },
  };
}

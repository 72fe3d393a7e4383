import type { Clock } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { PROXY_LIMITS } from '../limits.ts';
import type { Memory } from './memory.ts';

/** Asks nothing of a memory for a while after it did not answer, so that no call waits for it again and again. */
export function resting(memory: Memory, clock: Clock): Memory {
  let restsUntil = 0;
  const guarded =
    <Given, Taken>(run: (given: Given) => Promise<Taken>) =>
    async (given: Given): Promise<Taken> => {
      if (clock.monotonicMs() < restsUntil) throw new TotalRecallError('unavailable', 'The memory did not answer a moment ago.');
      try {
        return await run(given);
      } catch (error) {
        const isAway = !(error instanceof TotalRecallError) || error.code === 'unavailable';
        if (isAway) restsUntil = clock.monotonicMs() + PROXY_LIMITS.restMs;
        throw error;
      }
    };
  return {
    append: guarded((request) => memory.append(request)),
    ask: guarded((question) => memory.ask(question)),
    events: guarded((from) => memory.events(from)),
    refuseErased: guarded((event) => memory.refuseErased(event)),
  };
}

import { sessionKey, type SessionAddress } from '@total-recall/domain';
import type { Projection } from './projection.ts';
import type { SessionDecider } from './session-decider.ts';

/** Records what sessions show of what is known, from their beginning on. */
export interface SessionBeginnings {
  /** Called with the sessions that began in a batch. */
  note(begun: readonly SessionAddress[]): void;
  /** Returns true when no session waits for `record`. */
  isEmpty(): boolean;
  /**
   * Records the choices of the sessions noted. One that fails is reported, and its session shows facts from its first
   * compaction on.
   */
  record(): Promise<void>;
}

export function createSessionBeginnings(
  cache: Projection['cache'],
  decider: Pick<SessionDecider, 'begin' | 'isPending'>,
  failed: (error: unknown) => void,
): SessionBeginnings {
  let noted: readonly SessionAddress[] = [];
  async function begin(address: SessionAddress): Promise<void> {
    const state = await cache.get(address);
    if (state.knowledge === undefined && !decider.isPending(sessionKey(address))) await decider.begin(state);
  }
  return {
    note: (begun) => void (noted = begun),
    isEmpty: () => noted.length === 0,
    async record() {
      const begun = noted;
      noted = [];
      for (const address of begun) await begin(address).catch(failed);
    },
  };
}

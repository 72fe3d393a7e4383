import { isOf } from '../conversation/held-responses.ts';
import { PROXY_LIMITS } from '../limits.ts';

/** Creates the memory of erasures, by which a call finds out whether one came while its answer was made. */
export function createErasures() {
  /** Sessions of the latest ones, each undefined where it may be any. */
  const sessions: (string | undefined)[] = [];
  let count = 0;
  return {
    add(session: string | undefined): void {
      count += 1;
      sessions.push(session);
      if (sessions.length > PROXY_LIMITS.erasures) sessions.shift();
    },
    count: (): number => count,
    /** Returns true where something of a session may have been erased since there were so many erasures. */
    haveReached(session: string, since: number): boolean {
      const fresh = count - since;
      return fresh > sessions.length || sessions.slice(sessions.length - fresh).some((erased) => isOf({ session }, erased));
    },
  };
}

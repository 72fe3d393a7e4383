import { PROXY_LIMITS } from '../limits.ts';

/** Memory that the answers being read share. */
export interface AnswerBudget {
  /**
   * Opens the room of one answer, over all its rounds, until `signal` aborts: then its caller has it, or has gone away.
   * `mayGiveUp` returns false once the answer cannot go on unread; what it holds is then counted, whatever others hold.
   */
  open(signal: AbortSignal, mayGiveUp?: () => boolean): AnswerRoom;
  /** Bytes of all answers that are held. */
  readonly held: number;
}

/** Room for one answer. */
export interface AnswerRoom {
  /** Bytes that may still be read of the answer, over all its rounds. */
  bytes: number;
  /** Counts bytes that are held from now on. Returns false, and counts none, where they do not fit beside other answers. */
  hold(bytes: number): boolean;
  /** Takes off bytes that are not held any more. */
  release(bytes: number): void;
}

export interface AnswerBudgetLimits {
  /** Bytes that are read of one answer. */
  readonly answerBytes: number;
  /** Limit on the bytes of all answers that are held. One answer is always held, and so are small ones. */
  readonly bytes: number;
  readonly smallBytes?: number;
}

export function createAnswerBudget({
  answerBytes,
  bytes: most,
  smallBytes = PROXY_LIMITS.smallAnswerBytes,
}: AnswerBudgetLimits): AnswerBudget {
  let held = 0;
  return {
    get held() {
      return held;
    },
    open(signal, mayGiveUp = () => true) {
      let own = 0;
      const add = (bytes: number): void => {
        // Nothing would take off what is counted once the answer has ended.
        if (signal.aborted) return;
        own += bytes;
        held += bytes;
      };
      signal.addEventListener('abort', () => (held -= own), { once: true });
      const fits = (more: number): boolean => own + more <= smallBytes || held === own || held + more <= most;
      return {
        bytes: answerBytes,
        hold(bytes) {
          if (bytes > 0 && !fits(bytes) && mayGiveUp()) return false;
          add(bytes);
          return true;
        },
        release: (bytes) => add(-bytes),
      };
    },
  };
}

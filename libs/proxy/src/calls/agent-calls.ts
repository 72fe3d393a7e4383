import { RESPONSES_ANSWERS } from '../answers/responses-answers.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { AgentCallDeps, CallPlace, PreparedCall, PreparedCount } from './agent-call.ts';
import { createCallContext } from './call-context.ts';
import { compactCall } from './compact-call.ts';
import { ownerOf } from './conversation-logs.ts';
import { prepareCall } from './prepare-call.ts';
import { prepareCount } from './prepare-count.ts';
import type { JsonRecord } from '../text/json-values.ts';

/** Handles calls of a model: puts a window in place of the history, records it in the log, and answers recalls. */
export interface AgentCalls {
  /** Prepares a call; undefined for one that cannot be read and goes on as it came. */
  prepare(dialect: Dialect, bytes: Buffer, place: CallPlace): Promise<PreparedCall | undefined>;
  /** Prepares the question of how many tokens a call has. Nothing is recorded. */
  prepareCount(dialect: Dialect, bytes: Buffer, place: CallPlace): Promise<PreparedCount | undefined>;
  /** Compacts the history of a request; undefined where the vendor must do it. */
  compact(dialect: Dialect, bytes: Buffer, place: CallPlace): Promise<string | undefined>;
  /** Counts a call that goes on unread, as there is no room for it, or as it does not unpack. */
  unread(route: string, why: 'no_room' | 'encoding'): void;
  /**
   * Takes an answer that was made in the background, once its caller asks for it by its name; undefined where no call
   * waits for that.
   */
  later(place: CallPlace, id: string): ((answer: JsonRecord) => void) | undefined;
  /** Forgets a response that the vendor was told to delete. */
  forget(place: CallPlace, id: string): void;
  /** Resolves when nothing is being recorded any more. */
  settle(): Promise<void>;
}

export function createAgentCalls(deps: AgentCallDeps): AgentCalls {
  const context = createCallContext(deps);
  return {
    prepare: (dialect, bytes, place) => prepareCall(context, dialect, bytes, place),
    prepareCount: (dialect, bytes, place) => prepareCount(context, dialect, bytes, place),
    compact: (dialect, bytes, place) => compactCall(context, dialect, bytes, place),
    unread: context.unread,
    later(place, id) {
      const owner = ownerOf(place);
      if (!context.later.isWaiting(owner, id)) return undefined;
      return (answer) => context.later.take(owner, RESPONSES_ANSWERS.toldIn(answer), RESPONSES_ANSWERS.usageOf([answer]));
    },
    forget(place, id) {
      const owner = ownerOf(place);
      context.histories.forget(owner, id);
      context.later.forget(owner, id);
    },
    async settle() {
      await context.logs.settle();
      await context.exchanges.settle();
    },
  };
}

import { fitEvent } from '../events/fit-event.ts';
import { questionOf } from './history-branches.ts';
import { createHistoryLog, type Appended } from './history-log.ts';
import type { CallOptions } from '../calls/json-call.ts';
import type { NewEventWire, SessionClient } from '../clients/session-client.ts';

/** Events at the end of a log in which one is looked for. */
const LAST = 20;
const SAID: ReadonlySet<string> = new Set(['user_message', 'agent_message', 'thinking', 'tool_call', 'tool_result']);

/** Keeps a session in step with a conversation that a framework hands over whole at every call. */
export interface History {
  /**
   * Appends what is new of the conversation. Each event is stored once, also by another process that was given the same
   * conversation. Where an earlier event changed, its question and what follows are appended behind a note that says so;
   * what stood there before stays in the log. So it is where a question is asked again that was answered before, as by a
   * run that begins like an earlier one: the question stands again behind the note. A conversation that comes without its
   * beginning, as frameworks cut it, goes on where it was, in the process that saw the beginning.
   */
  follow(events: readonly NewEventWire[], options?: CallOptions): Promise<void>;
}

/**
 * Creates the history that one writer keeps of a session. Its name must be no other writer's; a session knows 256 of
 * them, of which each edit is one, and each run that begins like another. Beyond these, and without a name, what is handed
 * over is still kept, in any number of conversations, but no other process goes on with it: that one keeps it again.
 */
export function createHistory(session: Pick<SessionClient, 'append' | 'get' | 'allEvents'>, writer?: string): History {
  const log = createHistoryLog(session, writer);
  let last: Promise<unknown> = Promise.resolve();

  async function append(handed: readonly NewEventWire[], options: CallOptions): Promise<void> {
    const { events, told, isSeen, same, isShorter, isEdited } = log.compare(handed.map(fitEvent));
    const asks = isQuestion(events.at(-1));
    // Without a name no conflict says where the question of an edit begins.
    log.goBack(isEdited && !log.isNamed() ? questionOf(events.slice(0, same + 1)) : same);
    let sources: readonly string[] = [];
    for (let isAsked = asks && isShorter; ; isAsked = true) {
      const into: Appended = { isNew: false };
      if (isAsked) {
        log.goBack(questionOf(events));
        await log.branch(sources);
      }
      await log.appendRest(events, told, into, options);
      // The log ends with a conversation that this process followed itself.
      if (!asks || into.isNew || (isSeen && !isAsked)) return;
      const behind = await saidBehind(into.lastId!, options);
      if (!behind) return;
      sources = behind;
    }
  }

  /**
   * Returns the writers of the log's last events, where something was said in it behind an event that it has; undefined
   * where nothing was. What the service notes there is not said.
   */
  async function saidBehind(id: string, options: CallOptions): Promise<readonly string[] | undefined> {
    const { events: count } = await session.get(options);
    const events = [];
    for await (const event of session.allEvents(Math.max(1, count - LAST + 1), options)) events.push(event);
    const at = events.findIndex((event) => event.id === id);
    if (at >= 0 && !events.slice(at + 1).some(({ kind }) => SAID.has(kind))) return undefined;
    return events.flatMap(({ body }) => body?.origin?.source ?? []);
  }

  return {
    follow(events, options = {}) {
      const done = last.then(() => append(events, options));
      last = done.catch(() => undefined);
      return done;
    },
  };
}

/** Returns true for the end of a conversation that a model is to answer. */
function isQuestion(event: NewEventWire | undefined): boolean {
  return event?.kind === 'user_message' || event?.kind === 'tool_result';
}

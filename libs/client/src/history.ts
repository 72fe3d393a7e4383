import { TotalRecallApiError } from './api-error.ts';
import type { AppendOptions } from './append-events.ts';
import type { CallOptions } from './json-call.ts';
import type { NewEventWire, SessionClient } from './session-client.ts';

const CHUNK = 200;
/** Events at the end of a log in which one is looked for. */
const LAST = 20;
const SAID: ReadonlySet<string> = new Set(['user_message', 'agent_message', 'thinking', 'tool_call', 'tool_result']);
const EDITED = 'The conversation was edited: what follows stands in the place of what was said behind this point before.';

/** Keeps a session in step with a conversation that a framework hands over whole at every call. */
export interface History {
  /**
   * Appends what is new of the conversation. Each event is stored once, also by another process that was given the same
   * conversation. Where an earlier event changed, its question and what follows are appended behind a note that says so;
   * what stood there before stays in the log. So it is where a question is asked again that was answered before, as by a
   * run that begins like an earlier one: the question stands again behind the note.
   */
  follow(events: readonly NewEventWire[], options?: CallOptions): Promise<void>;
}

type HistorySession = Pick<SessionClient, 'append' | 'get' | 'events'>;

/** Result of an append of a conversation. */
interface Appended {
  /** True where an event was new to the log. */
  isNew: boolean;
  lastId?: string;
}

/**
 * Creates the history that one writer keeps of a session. Its name must be no other writer's; a session knows 256 of
 * them, of which each edit is one. Without a name no other process goes on with the conversation, of which there may be
 * any number in a session.
 */
export function createHistory(session: HistorySession, writer?: string): History {
  const kept = createKept(session, writer);
  let last: Promise<unknown> = Promise.resolve();

  /** Which events are of one answer is no part of what was said: frameworks put answers together. */
  async function append(events: readonly NewEventWire[], options: CallOptions): Promise<void> {
    const told = events.map((event) => JSON.stringify({ ...event, messageId: undefined }));
    const { isSeen, same, isShorter, isEdited } = kept.compare(told);
    const asks = isQuestion(events.at(-1));
    kept.goBack(same);
    for (let isAsked = asks && isShorter; ;) {
      const into: Appended = { isNew: false };
      if (isAsked) kept.goBack(questionOf(events));
      // Under a name the log itself says by a conflict that something was edited.
      if (isAsked || (isEdited && writer === undefined)) await kept.branch(into, options);
      await kept.appendRest(events, told, into, options);
      // The log ends with a conversation that this process followed itself.
      if (!asks || into.isNew || (isSeen && !isAsked)) return;
      isAsked = await goesOn(into.lastId!, options);
      if (!isAsked) return;
    }
  }

  /** Returns true where something was said in the log behind an event that it has. What the service notes there is not said. */
  async function goesOn(id: string, options: CallOptions): Promise<boolean> {
    const { events: count } = await session.get(options);
    const { events } = await session.events({ fromOrdinal: Math.max(1, count - LAST + 1), limit: LAST }, options);
    const at = events.findIndex((event) => event.id === id);
    return at < 0 || events.slice(at + 1).some(({ kind }) => SAID.has(kind));
  }

  return {
    follow(events, options = {}) {
      const done = last.then(() => append(events, options));
      last = done.catch(() => undefined);
      return done;
    },
  };
}

/** Creates what is known of the log: the events that a conversation has there, and under which names they stand. */
function createKept(session: Pick<HistorySession, 'append'>, writer: string | undefined) {
  const run = crypto.randomUUID();
  /** The writer's name, then the names taken at edits, each with the number of events before it. */
  const branches = [{ source: writer, begins: 0 }];
  // Notes of edits take sequences too, so that they are stored once.
  const notes = (): number => branches.length - 1;
  let known: string[] = [];
  let epoch = 0;

  /** Appends events that stand behind what is known. */
  async function send(events: readonly NewEventWire[], source: string | undefined, into: Appended, options: CallOptions): Promise<void> {
    const first = known.length + 1 + notes();
    const given: AppendOptions = source === undefined ? { idempotencyKey: `${run}.${epoch}.${first}.${events.length}` } : { source };
    const sent = source === undefined ? events : events.map((event, at) => ({ ...event, sequence: first + at }));
    const { events: stored } = await session.append(sent, { ...options, ...given });
    into.isNew ||= stored.some(({ duplicate }) => !duplicate);
    into.lastId = stored.at(-1)!.id;
  }

  /** Goes on under a name that says where the conversation was edited, so that every process finds the same one. */
  async function branch(into: Appended, options: CallOptions): Promise<void> {
    const { source: before } = branches.at(-1)!;
    const source = before === undefined ? undefined : `${before}.${known.length + 1 + notes()}`;
    await send([{ kind: 'system_note', text: EDITED }], source, into, options);
    branches.push({ source, begins: known.length });
  }

  /** Forgets what stands behind a number of events. An edit before another one leaves the branch of that. */
  function goBack(length: number): void {
    if (length < known.length) epoch += 1;
    known = known.slice(0, length);
    while (branches.at(-1)!.begins > length) branches.pop();
  }

  return {
    branch,
    goBack,
    /** Compares a conversation with what is known: how much of it is the same, and whether that is all of it. */
    compare(told: readonly string[]) {
      const firstOther = known.findIndex((text, at) => text !== told[at]);
      const same = firstOther < 0 ? known.length : firstOther;
      return {
        isSeen: known.length > 0,
        same,
        isShorter: known.length > same && same === told.length,
        isEdited: known.length > same && same < told.length,
      };
    },
    async appendRest(events: readonly NewEventWire[], told: readonly string[], into: Appended, options: CallOptions): Promise<void> {
      while (known.length < events.length) {
        const from = known.length;
        const chunk = events.slice(from, from + CHUNK);
        try {
          await send(chunk, branches.at(-1)!.source, into, options);
          known.push(...told.slice(from, from + chunk.length));
        } catch (error) {
          const same = conflictAt(error) - notes() - 1;
          if (!(same >= from)) throw error;
          // From the question on, where a branch begins in any case, so that every process finds it.
          known.push(...told.slice(from, same));
          goBack(questionOf(events.slice(0, same + 1)));
          await branch(into, options);
        }
      }
    },
  };
}

/** True for the end of a conversation that a model is to answer. */
function isQuestion(event: NewEventWire | undefined): boolean {
  return event?.kind === 'user_message' || event?.kind === 'tool_result';
}

/** Returns where the question begins that a conversation ends with: its last message of a user. */
function questionOf(events: readonly NewEventWire[]): number {
  const at = events.findLastIndex(({ kind }) => kind === 'user_message');
  return Math.max(0, at);
}

function conflictAt(error: unknown): number {
  if (!(error instanceof TotalRecallApiError) || error.code !== 'sequence_conflict') return Number.NaN;
  return Number(error.details?.['sequence']);
}

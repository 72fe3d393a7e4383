import { TotalRecallApiError } from './api-error.ts';
import type { CallOptions } from './json-call.ts';
import type { NewEventWire, SessionClient } from './session-client.ts';

const CHUNK = 200;

/** Keeps a session in step with a conversation that a framework hands over whole at every call. */
export interface History {
  /**
   * Appends what is new of the conversation. Each event is stored once, also by another process that was given the same
   * conversation. Where an earlier event changed, what follows it is appended behind a note that says so; what stood
   * there before stays in the log.
   */
  follow(events: readonly NewEventWire[], options?: CallOptions): Promise<void>;
}

/** Creates the history that one writer keeps of a session. Its name must be no other writer's. */
export function createHistory(session: Pick<SessionClient, 'append'>, writer: string): History {
  /** The writer's name, then the names taken at edits, each with the number of events before it. */
  const branches = [{ source: writer, begins: 0 }];
  // Notes of edits take sequences too, so that they are stored once.
  const notes = (): number => branches.length - 1;
  let known: string[] = [];
  let last: Promise<unknown> = Promise.resolve();

  /** Which events are of one answer is no part of what was said: frameworks put answers together. */
  async function append(events: readonly NewEventWire[], options: CallOptions): Promise<void> {
    const told = events.map((event) => JSON.stringify({ ...event, messageId: undefined }));
    const firstOther = known.findIndex((text, at) => text !== told[at]);
    if (firstOther >= 0) known = known.slice(0, firstOther);
    // An edit before another one leaves the branch of that: its sequences begin later.
    while (branches.at(-1)!.begins > known.length) branches.pop();
    while (known.length < events.length) {
      const from = known.length;
      const chunk = events.slice(from, from + CHUNK).map((event, at) => ({ ...event, sequence: from + at + 1 + notes() }));
      try {
        await session.append(chunk, { ...options, source: branches.at(-1)!.source });
        known.push(...told.slice(from, from + chunk.length));
      } catch (error) {
        const same = conflictAt(error) - notes() - 1;
        if (!(same >= from)) throw error;
        known.push(...told.slice(from, same));
        await branch(options);
      }
    }
  }

  /** Goes on under a name that says where the conversation was edited, so that every process finds the same one. */
  async function branch(options: CallOptions): Promise<void> {
    const sequence = known.length + 1 + notes();
    const source = `${branches.at(-1)!.source}.${sequence}`;
    const text = 'The conversation was edited: what follows stands in the place of what was said behind this point before.';
    await session.append({ kind: 'system_note', text, sequence }, { ...options, source });
    branches.push({ source, begins: known.length });
  }

  return {
    follow(events, options = {}) {
      const run = last.then(() => append(events, options));
      last = run.catch(() => undefined);
      return run;
    },
  };
}

function conflictAt(error: unknown): number {
  if (!(error instanceof TotalRecallApiError) || error.code !== 'sequence_conflict') return Number.NaN;
  return Number(error.details?.['sequence']);
}

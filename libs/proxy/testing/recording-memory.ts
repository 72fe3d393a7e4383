import { TotalRecallError } from '@total-recall/runtime';
import type { NewEvent } from '@total-recall/domain';
import type { Memory, Question, StoredEvent } from '../src/memory/memory.ts';

/** A memory in this process that says what it was given, and answers every question alike. */
export interface RecordingMemory extends Memory {
  /** Texts, or arguments of calls, that each session holds. */
  readonly sessions: ReadonlyMap<string, readonly string[]>;
  readonly asked: Question[];
  /** Events without a source, by session: what the proxy notes beside the log. */
  readonly notes: Map<string, StoredEvent[]>;
}

export function createRecordingMemory(answer: string, evidence: readonly string[] = []): RecordingMemory {
  const notes = new Map<string, StoredEvent[]>();
  const sessions = new Map<string, string[]>();
  const whole = new Map<string, string>();
  const asked: Question[] = [];
  return {
    sessions,
    asked,
    notes,
    append({ session, source, events }) {
      if (source === undefined) return Promise.resolve(appendNotes(notes, session, events) as never);
      const held = sessions.get(session) ?? [];
      sessions.set(session, held);
      const isOther = ({ sequence, meta: _meta, ...event }: (typeof events)[number]) =>
        (whole.get(`${session}/${sequence}`) ?? JSON.stringify(event)) !== JSON.stringify(event);
      const conflict = events.find(isOther);
      if (conflict) throw new TotalRecallError('sequence_conflict', 'Other content.', { details: { sequence: conflict.sequence! } });
      const results = events.map(({ sequence, meta: _meta, ...event }) => {
        const duplicate = held[sequence! - 1] !== undefined;
        held[sequence! - 1] = saidIn(event);
        whole.set(`${session}/${sequence}`, JSON.stringify(event));
        return { id: `${session}/${sequence}`, outcome: 'ADD' as const, duplicate };
      });
      return Promise.resolve({ events: results } as never);
    },
    ask(question) {
      asked.push(question);
      return Promise.resolve({ text: answer, isError: false, evidence });
    },
    events({ session }) {
      const events = notes.get(session);
      return events ? Promise.resolve({ events }) : Promise.reject(new TotalRecallError('not_found', 'No such session.'));
    },
    refuseErased: () => Promise.resolve(),
  };
}

function saidIn({ text = '', call }: { text?: string; call?: { id: string; arguments?: string } }): string {
  return [text, call?.id, call?.arguments].filter((part) => part !== undefined && part !== '').join(' ');
}

function appendNotes(notes: Map<string, StoredEvent[]>, session: string, events: readonly NewEvent[]) {
  const held = notes.get(session) ?? [];
  notes.set(session, held);
  return {
    events: events.map(({ text = '', recall }) => {
      const id = `${session}/note-${held.length + 1}`;
      held.push({ id, body: { text, ...(recall && { recall }) } });
      return { id, outcome: 'ADD' };
    }),
  };
}

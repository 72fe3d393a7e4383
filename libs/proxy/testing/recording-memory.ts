import { TotalRecallError } from '@total-recall/runtime';
import type { Memory, Question } from '../src/memory/memory.ts';

/** A memory in this process that says what it was given, and answers every question alike. */
export interface RecordingMemory extends Memory {
  /** Texts, or arguments of calls, that each session holds. */
  readonly sessions: ReadonlyMap<string, readonly string[]>;
  readonly asked: Question[];
}

export function createRecordingMemory(answer: string): RecordingMemory {
  const sessions = new Map<string, string[]>();
  const whole = new Map<string, string>();
  const asked: Question[] = [];
  return {
    sessions,
    asked,
    append({ session, events }) {
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
        return { eventId: `${session}/${sequence}`, outcome: 'ADD' as const, duplicate };
      });
      return Promise.resolve({ events: results } as never);
    },
    ask(question) {
      asked.push(question);
      return Promise.resolve({ text: answer, isError: false });
    },
  };
}

function saidIn({ text = '', call }: { text?: string; call?: { id: string; arguments?: string } }): string {
  return [text, call?.id, call?.arguments].filter((part) => part !== undefined && part !== '').join(' ');
}

import type { NewEvent } from '@total-recall/domain';
import type { AskedQuestion, ConversationSet, ConversationStore, QuestionLabels, StoredSession } from './conversation-set.ts';
import { fieldsOf, listOf, textOf, type JsonFields } from './json-fields.ts';
import { readDate } from './read-date.ts';

/**
 * Reads LongMemEval: a question with its own haystack of sessions between a user and an assistant. The original session
 * ids reveal which hold the answer, so sessions and turns are named by their index. Abstention questions are asked and
 * counted apart.
 */
export function readLongMemEval(json: unknown): ConversationSet {
  const samples = listOf(json, 'The file').map((sample, at) => fieldsOf(sample, `Question ${at + 1}`));
  const stores = samples.map((sample, at) => readStore(sample, `haystack-${at + 1}`));
  const questions: AskedQuestion[] = [];
  const labels = new Map<string, QuestionLabels>();
  samples.forEach((sample, at) => {
    const id = textOf(sample['question_id'], `The id of question ${at + 1}`);
    questions.push({ id, store: stores[at]!.name, text: textOf(sample['question'], `Question ${id}`) });
    labels.set(id, labelsOf(sample, id));
  });
  return { stores, questions, labels, withoutEvidence: 0 };
}

function readStore(sample: JsonFields, name: string): ConversationStore {
  const dates = listOf(sample['haystack_dates'] ?? [], `The dates of ${name}`);
  const sessions = listOf(sample['haystack_sessions'], `The sessions of ${name}`).map((session, at): StoredSession => {
    const date = dates[at];
    const occurredAt = typeof date === 'string' ? readDate(date) : undefined;
    const turns = listOf(session, `Session ${at + 1} of ${name}`).map((turn) => fieldsOf(turn, `A turn of ${name}`));
    return {
      name: sessionName(at),
      events: turns.map((turn) => eventOf(turn, occurredAt, name)),
      units: turns.map((_, place) => unitName(at, place)),
    };
  });
  return { name, sessions: sessions.filter(({ events }) => events.length > 0) };
}

function eventOf(turn: JsonFields, occurredAt: number | undefined, where: string): NewEvent {
  const kind = turn['role'] === 'assistant' ? 'agent_message' : 'user_message';
  return { kind, text: textOf(turn['content'], `A turn of ${where}`), ...(occurredAt !== undefined && { occurredAt }) };
}

function labelsOf(sample: JsonFields, id: string): QuestionLabels {
  const answers = new Set(listOf(sample['answer_session_ids'] ?? [], `The answer's sessions of ${id}`));
  const sessions = listOf(sample['haystack_sessions'], `The sessions of ${id}`);
  const ids = listOf(sample['haystack_session_ids'], `The session ids of ${id}`);
  const held = sessions.flatMap((session, at) => (answers.has(ids[at]) ? [{ session, at }] : []));
  const units = held.flatMap(({ session, at }) =>
    listOf(session, `A session of ${id}`).flatMap((turn, place) =>
      fieldsOf(turn, `A turn of ${id}`)['has_answer'] === true ? [unitName(at, place)] : [],
    ),
  );
  return {
    category: textOf(sample['question_type'] ?? 'unknown', `The type of ${id}`),
    units,
    sessions: held.map(({ at }) => sessionName(at)),
    abstention: id.endsWith('_abs'),
  };
}

function sessionName(at: number): string {
  return `session-${at + 1}`;
}

function unitName(session: number, turn: number): string {
  return `${session + 1}:${turn + 1}`;
}

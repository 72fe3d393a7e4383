import type { NewEvent } from '@total-recall/domain';
import type { AskedQuestion, ConversationSet, ConversationStore, QuestionLabels, StoredSession } from './conversation-set.ts';
import { fieldsOf, listOf, textOf, type JsonFields } from './json-fields.ts';
import { readDate } from './read-date.ts';
import { sourceIds } from './repair-evidence.ts';

/** A file of the folder: its name and its content. */
export interface BeamChat {
  readonly name: string;
  readonly json: unknown;
}

/**
 * Reads BEAM: long chats of a user with an assistant, one store per chat and one session per batch. The date of a
 * batch's anchor applies to the messages after it. Asks the questions that name their source messages and, counted
 * apart, those to abstain from.
 */
export function readBeam(chats: readonly BeamChat[]): ConversationSet {
  const questions: AskedQuestion[] = [];
  const labels = new Map<string, QuestionLabels>();
  let withoutEvidence = 0;
  const stores = chats.map(({ name, json }) => {
    const chat = fieldsOf(json, name);
    const store = readStore(chat, name);
    const sessionOf = new Map(store.sessions.flatMap((session) => session.units.map((unit): [string, string] => [unit, session.name])));
    for (const [ability, list] of Object.entries(probingQuestions(chat, name))) {
      listOf(list, `${ability} of ${name}`).forEach((value, at) => {
        const question = fieldsOf(value, `${ability} ${at + 1} of ${name}`);
        const units = sourceIds(question['source_chat_ids']).filter((unit) => sessionOf.has(unit));
        const abstention = ability === 'abstention';
        if (units.length === 0 && !abstention) {
          withoutEvidence += 1;
          return;
        }
        const id = `${name}:${ability}:${at + 1}`;
        questions.push({ id, store: name, text: textOf(question['question'], `Question ${id}`) });
        labels.set(id, { category: ability, units, sessions: [...new Set(units.map((unit) => sessionOf.get(unit)!))], abstention });
      });
    }
    return store;
  });
  return { stores, questions, labels, withoutEvidence };
}

function probingQuestions(chat: JsonFields, name: string): JsonFields {
  const value = chat['probing_questions'];
  return fieldsOf(typeof value === 'string' ? JSON.parse(value) : value, `The questions of ${name}`);
}

function readStore(chat: JsonFields, name: string): ConversationStore {
  let occurredAt: number | undefined;
  const sessions = listOf(chat['chat'], `The chat of ${name}`).map((batch, at): StoredSession => {
    const turns = listOf(fieldsOf(batch, `Batch ${at + 1} of ${name}`)['turns'], `The turns of batch ${at + 1} of ${name}`).flatMap(
      (turn) => listOf(turn, `A turn of ${name}`),
    );
    const messages = turns.map((message) => fieldsOf(message, `A message of ${name}`));
    const events = messages.map((message): NewEvent => {
      const anchor = message['time_anchor'];
      occurredAt = (typeof anchor === 'string' ? readDate(anchor) : undefined) ?? occurredAt;
      const kind = message['role'] === 'assistant' ? 'agent_message' : 'user_message';
      return { kind, text: textOf(message['content'], `A message of ${name}`), ...(occurredAt !== undefined && { occurredAt }) };
    });
    return { name: `batch-${at + 1}`, events, units: messages.map((message) => textOf(message['id'], `A message id of ${name}`)) };
  });
  return { name, sessions: sessions.filter(({ events }) => events.length > 0) };
}

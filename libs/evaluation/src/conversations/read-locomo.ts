import type { NewEvent } from '@total-recall/domain';
import type { AskedQuestion, ConversationSet, ConversationStore, QuestionLabels, StoredSession } from './conversation-set.ts';
import { fieldsOf, listOf, textOf, type JsonFields } from './json-fields.ts';
import { readDate } from './read-date.ts';
import { repairEvidence } from './repair-evidence.ts';

const CATEGORIES: Readonly<Record<string, string>> = {
  1: '1 multi-hop',
  2: '2 temporal',
  3: '3 open-domain',
  4: '4 single-hop',
  5: '5 adversarial',
};

/**
 * Reads LoCoMo: conversations of two people. Both are peers, so every turn is a user message whose agent is its
 * speaker; a shared picture is replaced by its caption. Questions whose repaired evidence is empty are left out. A
 * `dia_id` is unique only in its conversation.
 */
export function readLocomo(json: unknown): ConversationSet {
  const samples = listOf(json, 'The file').map((sample, at) => fieldsOf(sample, `Conversation ${at + 1}`));
  const stores = samples.map(readStore);
  const questions: AskedQuestion[] = [];
  const labels = new Map<string, QuestionLabels>();
  let withoutEvidence = 0;
  samples.forEach((sample, at) => {
    const store = stores[at]!;
    const sessionOf = new Map(store.sessions.flatMap(({ name, units }) => units.map((unit): [string, string] => [unit, name])));
    listOf(sample['qa'], `The questions of ${store.name}`).forEach((value, number) => {
      const question = fieldsOf(value, `Question ${number + 1} of ${store.name}`);
      const units = repairEvidence(question['evidence'] ?? []).filter((unit) => sessionOf.has(unit));
      if (units.length === 0) {
        withoutEvidence += 1;
        return;
      }
      const id = `${store.name}:${number + 1}`;
      const category = textOf(question['category'], `The category of question ${id}`);
      questions.push({ id, store: store.name, text: textOf(question['question'], `Question ${id}`) });
      labels.set(id, {
        category: CATEGORIES[category] ?? category,
        units,
        sessions: [...new Set(units.map((unit) => sessionOf.get(unit)!))],
        abstention: false,
      });
    });
  });
  return { stores, questions, labels, withoutEvidence };
}

/** Reads the conversation alone, without the questions. */
function readStore(sample: JsonFields, at: number): ConversationStore {
  const name = textOf(sample['sample_id'] ?? at + 1, `The id of conversation ${at + 1}`);
  const conversation = fieldsOf(sample['conversation'], `Conversation ${name}`);
  const numbers = Object.keys(conversation)
    .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b);
  const sessions = numbers.map((number): StoredSession => {
    const where = `session_${number} of ${name}`;
    const turns = listOf(conversation[`session_${number}`], where).map((turn) => fieldsOf(turn, `A turn of ${where}`));
    const date = conversation[`session_${number}_date_time`];
    const occurredAt = typeof date === 'string' ? readDate(date) : undefined;
    return {
      name: `session-${number}`,
      events: turns.map((turn) => eventOf(turn, occurredAt, where)),
      units: turns.map((turn) => textOf(turn['dia_id'], `An id of ${where}`)),
    };
  });
  return { name, sessions: sessions.filter(({ events }) => events.length > 0) };
}

function eventOf(turn: JsonFields, occurredAt: number | undefined, where: string): NewEvent {
  const caption = turn['blip_caption'];
  const said = textOf(turn['text'] ?? '', `A turn of ${where}`);
  const text = typeof caption === 'string' && caption !== '' ? `${said} (${caption})` : said;
  return {
    kind: 'user_message',
    text,
    meta: { agent: textOf(turn['speaker'], `A speaker of ${where}`) },
    ...(occurredAt !== undefined && { occurredAt }),
  };
}

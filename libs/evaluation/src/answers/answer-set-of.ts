import type { ConversationStore } from '../conversations/conversation-set.ts';
import { textOfEvent } from '../session-events.ts';
import { halfOf, type AnswerLabels, type AnswerSet } from './answer-set.ts';
import { flatten, holdsFlat } from './holds-answer.ts';

/** A question about a store; any event that holds the answer counts. */
export interface PlainQuestion {
  readonly store: string;
  readonly question: string;
  /** Empty where nothing answers it. */
  readonly answers: readonly string[];
}

/**
 * Builds the set with the events that hold each answer. Questions whose answer no event holds, though one should, are
 * left out.
 */
export function answerSetOf(stores: readonly ConversationStore[], plain: readonly PlainQuestion[]): AnswerSet {
  const texts = new Map(
    stores.map(({ name, sessions }) => [
      name,
      sessions.flatMap(({ events, units }) => events.map((event, at) => ({ unit: units[at]!, flat: flatten(textOfEvent(event)) }))),
    ]),
  );
  const labels = new Map<string, AnswerLabels>();
  const withoutPlace: string[] = [];
  const questions = plain.map(({ store, question, answers }, at) => {
    const id = `${store}:${at + 1}`;
    const wanted = answers.map(flatten);
    const units = texts.get(store)!.filter(({ flat }) => wanted.some((answer) => holdsFlat(flat, answer)));
    if (answers.length > 0 && units.length === 0) withoutPlace.push(id);
    else
      labels.set(id, {
        kind: answers.length === 0 ? 'none' : 'needle',
        answers,
        units: units.map(({ unit }) => unit),
        half: halfOf(question),
      });
    return { id, store, text: question };
  });
  return { stores, questions: questions.filter(({ id }) => labels.has(id)), labels, withoutPlace };
}

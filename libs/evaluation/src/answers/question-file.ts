import type { ImportedSession } from '@total-recall/importers';
import type { AskedQuestion, ConversationStore } from '../conversations/conversation-set.ts';
import { DataSetFormError, fieldsOf, listOf, textOf } from '../conversations/json-fields.ts';
import { textOfEvent } from '../session-events.ts';
import { ANSWER_KINDS, halfOf, type AnswerKind, type AnswerLabels, type AnswerSet } from './answer-set.ts';
import { flatten, holdsAnswer, holdsFlat } from './holds-answer.ts';

/** A handwritten question about a session file. */
export interface WrittenQuestion {
  readonly id: string;
  readonly kind: AnswerKind | 'none';
  readonly question: string;
  readonly answers: readonly string[];
  /** Path below the folder of the sessions; its first folder is the store to ask. */
  readonly file: string;
  /** Number of the session in its file, from 1. */
  readonly session: number;
  /** Number of the event in its session, from 1. */
  readonly event: number;
}

/** A parsed session file. `name` is its path below the folder. */
export interface SessionsOfFile {
  readonly name: string;
  readonly sessions: readonly ImportedSession[];
}

const MAX_QUESTIONS = 10_000;

/**
 * Reads `{"questions": [{"id", "kind", "question", "answers", "file", "session", "event"}]}`. Errors:
 * `DataSetFormError`.
 */
export function readQuestionFile(json: unknown): WrittenQuestion[] {
  const list = listOf(fieldsOf(json, 'The file')['questions'], '"questions"');
  if (list.length > MAX_QUESTIONS) throw new DataSetFormError(`It holds more than ${MAX_QUESTIONS} questions.`);
  const questions = list.map(readQuestion);
  const ids = new Set(questions.map(({ id }) => id));
  if (ids.size < questions.length) throw new DataSetFormError('Two questions have the same id.');
  return questions;
}

function readQuestion(value: unknown, at: number): WrittenQuestion {
  const where = `Question ${at + 1}`;
  const fields = fieldsOf(value, where);
  const text = (name: string): string => textOf(fields[name], `"${name}" of ${where}`);
  const kind = text('kind') as AnswerKind | 'none';
  if (kind !== 'none' && !ANSWER_KINDS.includes(kind)) throw new DataSetFormError(`${where} is of no known kind: ${kind}.`);
  const answers = kind === 'none' ? [] : listOf(fields['answers'], `"answers" of ${where}`).map((one) => textOf(one, where));
  const question = text('question');
  if (kind !== 'none' && answers.length === 0) throw new DataSetFormError(`${where} has no answer.`);
  const told = answers.find((answer) => holdsAnswer(question, answer));
  if (told !== undefined) throw new DataSetFormError(`${where} holds its answer: ${told}.`);
  const number = (name: string): number => (kind === 'none' ? 0 : Number(fields[name] ?? 1));
  return { id: text('id'), kind, question, answers, file: text('file'), session: number('session'), event: number('event') };
}

export function storeOfFile(file: string): string {
  return file.split('/')[0]!;
}

/**
 * Builds the set from session files, a store for each folder, and the questions with their labels. A place that has
 * moved since it was written down, for example because a reader now numbers events differently, is searched in its
 * file. A question whose answer is nowhere in it is left out and listed. The pieces of one about several sessions are
 * searched in all files of its store.
 */
export function writtenAnswerSet(questions: readonly WrittenQuestion[], files: readonly SessionsOfFile[]): AnswerSet {
  const asked = new Set(questions.map(({ file }) => storeOfFile(file)));
  const stores = new Map<string, ConversationStore['sessions'][number][]>();
  const placesOf = new Map<string, UnitPlace[]>();
  for (const [number, { name, sessions }] of files.entries()) {
    const store = storeOfFile(name);
    if (!asked.has(store)) continue;
    sessions.forEach(({ session, events: imported }, at) => {
      const events = imported.map(({ sequence: _sequence, ...event }) => event);
      const units = events.map((_, place) => `${number + 1}.${at + 1}/${place + 1}`);
      stores.set(store, [...(stores.get(store) ?? []), { name: `${number + 1}.${session}`, events, units }]);
      const places = events.map((event, place): UnitPlace => ({
        unit: units[place]!,
        file: name,
        session: at + 1,
        event: place + 1,
        flat: flatten(textOfEvent(event)),
      }));
      placesOf.set(store, [...(placesOf.get(store) ?? []), ...places]);
    });
  }
  const labels = new Map<string, AnswerLabels>();
  const withoutPlace: string[] = [];
  for (const question of questions) {
    const units = unitsOf(question, placesOf.get(storeOfFile(question.file)) ?? []);
    if (units === undefined) withoutPlace.push(question.id);
    else labels.set(question.id, { kind: question.kind, answers: question.answers, units, half: halfOf(question.question) });
  }
  return {
    stores: [...stores].map(([name, sessions]) => ({ name, sessions })),
    questions: questions
      .filter(({ id }) => labels.has(id))
      .map(({ id, file, question }): AskedQuestion => ({ id, store: storeOfFile(file), text: question })),
    labels,
    withoutPlace,
  };
}

interface UnitPlace {
  readonly unit: string;
  readonly file: string;
  readonly session: number;
  readonly event: number;
  readonly flat: string;
}

/** Finds the named event, or the nearest that holds an answer, and every other event with the same words. */
function unitsOf({ kind, answers, file, session, event }: WrittenQuestion, places: readonly UnitPlace[]): string[] | undefined {
  if (kind === 'none') return places.length === 0 ? undefined : [];
  const wanted = answers.map(flatten);
  if (kind === 'several') return unitsOfPieces(wanted, places);
  const away = (place: UnitPlace) => (place.session === session ? 0 : 1_000_000) + Math.abs(place.event - event);
  const holding = places.filter((place) => place.file === file && wanted.some((answer) => holdsFlat(place.flat, answer)));
  const named = holding.toSorted((a, b) => away(a) - away(b))[0];
  if (named === undefined) return undefined;
  const words = surroundings(
    named.flat,
    wanted.find((answer) => holdsFlat(named.flat, answer))!,
  );
  return [named.unit, ...places.filter((place) => place !== named && place.flat.includes(words)).map(({ unit }) => unit)];
}

/** Finds every event of the store that holds a piece; undefined where a piece is nowhere, or all stand in one session. */
function unitsOfPieces(pieces: readonly string[], places: readonly UnitPlace[]): string[] | undefined {
  const holding = pieces.map((piece) => places.filter(({ flat }) => holdsFlat(flat, piece)));
  const sessions = new Set(holding.flatMap((own) => own.map(({ file, session }) => `${file} ${session}`)));
  if (holding.some((own) => own.length === 0) || sessions.size < 2) return undefined;
  return [...new Set(holding.flatMap((own) => own.map(({ unit }) => unit)))];
}

const AROUND_CHARS = 40;

function surroundings(flat: string, answer: string): string {
  const at = flat.indexOf(answer);
  return flat.slice(Math.max(0, at - AROUND_CHARS), at + answer.length + AROUND_CHARS);
}

import { TotalRecallError } from '../errors.ts';
import type { CountAnswer } from './count-messages.ts';
import { workerFile } from '../threads/start-worker.ts';
import { createCountThread } from './count-thread.ts';
import { addCounts, createQuestion, isCounted, nextQuestion, takePiece, type CountQuestion } from './count-question.ts';
import type { CountPart } from './cut-question.ts';
import { roundTokens } from './load-tokenizer.ts';
import type { TokenFamily } from './token-family.ts';

interface Asked {
  readonly question: CountQuestion;
  readonly piece: readonly CountPart[];
}

const MAX_ATTEMPTS = 2;
/** Pieces sent ahead, so that the thread never waits for the next one. */
const AHEAD = 2;
/** Every such piece is of the oldest question, so that a stream of short ones does not starve a long one. */
const OLDEST_EACH = 4;

/** One counting thread and its pending questions. The thread starts with the first question and again after a crash. */
export interface CountLane {
  readonly pending: number;
  ask(family: string, texts: readonly string[]): Promise<number[]>;
  close(): Promise<void>;
}

/**
 * Creates the lane. Questions are asked in pieces, the question with the fewest characters counted so far first, so a
 * short one waits for a piece or two of the others. A piece whose thread crashed is asked once more; if that one crashes
 * too, its question fails with `unavailable`.
 */
export function createCountLane(
  families: readonly TokenFamily[],
  workerUrl: URL = workerFile('./count-worker', import.meta.url),
): CountLane {
  /** In order of arrival. */
  const questions = new Set<CountQuestion>();
  const asked = new Map<number, Asked>();
  const thread = createCountThread(families, workerUrl, { onAnswer: settle, onExit });
  let nextId = 1;
  let closed = false;

  function settle(answer: CountAnswer): void {
    const entry = asked.get(answer.id);
    if (!entry) return;
    asked.delete(answer.id);
    const { question, piece } = entry;
    if ('error' in answer) fail(question, new TotalRecallError('internal', `Tokens could not be counted: ${answer.error}`));
    else {
      addCounts(question, piece, answer.counts);
      if (isCounted(question) && questions.delete(question)) question.resolve(countsOf(question));
    }
    handOn();
    if (asked.size === 0) thread.rest();
  }

  const countsOf = ({ family, counts }: CountQuestion): number[] => counts.map((count) => roundTokens(families, family, count));

  function fail(question: CountQuestion, error: TotalRecallError): void {
    if (questions.delete(question)) question.reject(error);
  }

  function onExit(cause: unknown): void {
    const lost = [...asked.values()];
    asked.clear();
    for (const question of new Set(lost.map((entry) => entry.question))) {
      question.attempts += 1;
      if (closed || question.attempts >= MAX_ATTEMPTS) fail(question, closed ? closedError() : crashedError(cause));
    }
    if (closed) for (const question of questions) fail(question, closedError());
    for (const { question, piece } of lost) if (questions.has(question)) send(question, piece);
    handOn();
  }

  function handOn(): void {
    while (asked.size < AHEAD) {
      const question = nextQuestion(questions, nextId % OLDEST_EACH === 0);
      if (!question) return;
      send(question, takePiece(question));
    }
  }

  function send(question: CountQuestion, piece: readonly CountPart[]): void {
    const id = nextId++;
    asked.set(id, { question, piece });
    thread.post({ id, family: question.family, texts: piece.map(({ text }) => text) });
  }

  return {
    get pending() {
      return questions.size;
    },
    ask(family, texts) {
      if (closed) return Promise.reject(closedError());
      return new Promise((resolve, reject) => {
        const question = createQuestion(family, texts, { resolve, reject });
        if (question.next === undefined) return resolve([]);
        questions.add(question);
        handOn();
      });
    },
    async close() {
      closed = true;
      await thread.close();
    },
  };
}

function closedError(): TotalRecallError {
  return new TotalRecallError('closed', 'The token counter is closed.');
}

function crashedError(cause: unknown): TotalRecallError {
  return new TotalRecallError('unavailable', 'The token counter crashed twice on this text.', { cause, retryAfterMs: 1_000 });
}

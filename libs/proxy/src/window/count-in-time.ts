import type { Clock, Scheduler, TokenCounter } from '@total-recall/ports';
import { PROXY_LIMITS } from '../limits.ts';

/** Counts tokens; short texts at once, where it can. */
export type CallTokens = Pick<TokenCounter, 'count'> & Partial<Pick<TokenCounter, 'countNow'>>;

export interface CountDeps {
  readonly tokens: CallTokens;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
}

/** Counts texts; rejects where the counter fails or says nothing in time. */
export type CountInTime = (family: string, texts: readonly string[]) => Promise<number[]>;

/** A question that is answered at once by a counter that works, whatever else it has to do. */
const PROBE = ['ready'];
/** Texts are asked for in questions of about so many characters, so that each answer tells that the counter works. */
const QUESTION_CHARS = 8 * 1024;

/**
 * Tells a counter that hangs from one that has much to do: the one answers nothing, the other answers small questions in
 * between. So a long text gets its time, and a counter that hangs costs a call no more than a moment, and the calls
 * after it nothing for a while.
 */
export function createCountInTime({ tokens, scheduler, clock }: CountDeps): CountInTime {
  let answers = 0;
  let restsUntil = 0;

  const heard = <T>(answer: T): T => {
    answers += 1;
    return answer;
  };
  const probe = (family: string): void => void tokens.count(family, PROBE).then(heard, () => undefined);

  /** Rejects once the counter has said nothing for too long. */
  async function silence(family: string, isLong: boolean, signal: AbortSignal): Promise<never> {
    const startedAt = clock.monotonicMs();
    for (let asks = isLong; clock.monotonicMs() - startedAt < PROXY_LIMITS.countMs; asks = true) {
      const before = answers;
      if (asks) probe(family);
      await scheduler.delay(PROXY_LIMITS.silentMs, signal);
      // This process may itself have been busy, and answers have come that it has not read.
      await scheduler.delay(0, signal);
      if (answers === before) break;
    }
    restsUntil = clock.monotonicMs() + PROXY_LIMITS.restMs;
    throw new Error('The token counter does not answer.');
  }

  return async function countInTime(family, texts) {
    if (clock.monotonicMs() < restsUntil) throw new Error('The token counter did not answer a moment ago.');
    const questions = inQuestions(texts);
    const isLong = texts.some(({ length }) => length > QUESTION_CHARS);
    const answered = new AbortController();
    const counting = Promise.all(questions.map((question) => tokens.count(family, question).then(heard)));
    try {
      return (await Promise.race([counting, silence(family, isLong, answered.signal)])).flat();
    } finally {
      answered.abort();
    }
  };
}

function inQuestions(texts: readonly string[]): string[][] {
  const questions: string[][] = [];
  let chars = QUESTION_CHARS;
  for (const text of texts) {
    if (chars >= QUESTION_CHARS) {
      questions.push([]);
      chars = 0;
    }
    questions.at(-1)!.push(text);
    chars += text.length;
  }
  return questions;
}

import { holdsAnswer } from '@total-recall/evaluation';
import { median } from '../measure/figures.ts';
import type { CutText } from './cut-to-tokens.ts';

/** An answer of a contender, cut to its budget. */
export interface GivenText extends CutText {
  readonly question: string;
  readonly budget: number;
  /** Time of the processor since the start of the contender, with our service where it has one. */
  readonly cpuMs: number;
  /** Time from the start of the contender until the answer was there. */
  readonly sinceStartMs: number;
}

/** Accepted answers by question; any of them counts. */
export type AcceptedAnswers = ReadonlyMap<string, readonly string[]>;

export interface BudgetScore {
  readonly n: number;
  readonly held: number;
  readonly medianTokens: number;
}

function holds({ question, text }: GivenText, accepted: AcceptedAnswers): boolean {
  return accepted.get(question)!.some((answer) => holdsAnswer(text, answer));
}

export function scoreBudget(given: readonly GivenText[], accepted: AcceptedAnswers, budget: number): BudgetScore {
  const asked = given.filter((one) => one.budget === budget);
  return {
    n: asked.length,
    held: asked.filter((one) => holds(one, accepted)).length,
    medianTokens: median(asked.map(({ tokens }) => tokens)),
  };
}

/** Returns the first answer that holds what was asked for. */
export function firstUseful(given: readonly GivenText[], accepted: AcceptedAnswers): GivenText | undefined {
  return given.find((one) => holds(one, accepted));
}

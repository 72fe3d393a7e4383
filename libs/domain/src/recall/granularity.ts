import type { TaskPhase } from '../task-state/task-state.ts';

export const GRANULARITIES = ['exact', 'local', 'thematic'] as const;

/**
 * How much of the history an answer is drawn from: `exact` asks for what surrounds one place too, word for word; `local` for the events that match;
 * `thematic` for the shape of a longer stretch, of which the markers of evicted spans tell. Source: R7, 002 §8.3, A.6.
 */
export type Granularity = (typeof GRANULARITIES)[number];

export interface GranularityInput {
  readonly queries: readonly string[];
  /** An identifier stands in a query: a path, hash, code or long number. */
  readonly hasIdentifier: boolean;
  readonly phase?: TaskPhase;
  readonly budgetTokens: number;
}

/** Below this an answer is for the best events alone. */
const PRESSED_TOKENS = 600;
const EXACT_WORDS = /\b(?:exact(?:ly)?|verbatim|word for word|literal(?:ly)?|full (?:output|text|message|log)|quote)\b|["“][^"”]{3,}["”]/i;
const THEMATIC_WORDS =
  /\b(?:overview|summar(?:y|ise|ize)|recap|so far|big picture|overall|in general|main (?:points?|topics?|themes?)|what (?:happened|was going on|have (?:i|we|you) (?:done|discussed|worked on|talked about))|progress|topics?|themes?|history of)\b/i;

/**
 * By the form of the query first, then by the phase of the task: while debugging nothing is taken from afar. Under pressure of the budget
 * only what is asked for by its form is more than local.
 */
export function chooseGranularity({ queries, hasIdentifier, phase, budgetTokens }: GranularityInput): Granularity {
  if (budgetTokens < PRESSED_TOKENS) return 'local';
  if (hasIdentifier || queries.some((query) => EXACT_WORDS.test(query))) return 'exact';
  if (phase !== 'debug' && queries.some((query) => THEMATIC_WORDS.test(query))) return 'thematic';
  return 'local';
}

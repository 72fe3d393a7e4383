import type { CallOptions } from '../calls/json-call.ts';
import type { SpaceClient } from '../clients/space-client.ts';

type Hit = Awaited<ReturnType<SpaceClient['recall']>>['hits'][number];

export interface PromptOptions extends Pick<CallOptions, 'signal'> {
  /** Tokens of evidence at most. */
  readonly budgetTokens: number;
  /** Returns true for what the agent has in its context already. */
  readonly isInContext: (hit: Hit) => boolean;
}

const MIN_PROMPT_CHARACTERS = 16;
const MAX_QUERY_CHARACTERS = 2_000;
const LONG_PROMPT_CHARACTERS = 400;
const MAX_LINE_CHARACTERS = 500;
/** A line that only says what follows: "Please do these:". */
const LEADS_IN = /^[^?？؟]*[:：]$/u;
/** A line that is no rule: `=====`. */
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;
/** Evidence that is likely wrong costs more attention than it is worth. */
const MIN_CONFIDENCE = 0.3;

/**
 * Recalls evidence for a prompt that no model asked for. Returns it ready for a model where it is likely right and news
 * to its context; undefined else, and for short answers, commands and notes to a program, which ask for nothing.
 */
export async function evidenceForPrompt(
  space: Pick<SpaceClient, 'recall'>,
  prompt: string,
  { budgetTokens, isInContext, ...options }: PromptOptions,
): Promise<string | undefined> {
  if (!asksForEvidence(prompt)) return undefined;
  const { hits, rendered, confidence } = await space.recall({ queries: queriesOfPrompt(prompt), budgetTokens }, options);
  const isNews = hits.some((hit) => hit.packed && !isInContext(hit));
  return isNews && confidence >= MIN_CONFIDENCE ? rendered : undefined;
}

/** Returns false for short answers, commands and notes to a program. */
export function asksForEvidence(prompt: string): boolean {
  return prompt.trim().length >= MIN_PROMPT_CHARACTERS && !/^[/!#]/.test(prompt.trim());
}

/** Returns as much of a prompt as a recall for it goes by: its beginning and its end. */
export function queryOfPrompt(prompt: string): string {
  if (prompt.length <= MAX_QUERY_CHARACTERS) return prompt.toWellFormed();
  const half = MAX_QUERY_CHARACTERS / 2;
  return `${prompt.slice(0, half - 1)}\n${prompt.slice(-half)}`.toWellFormed();
}

/**
 * Returns the queries of a recall for a prompt. Of a long one the first and the last line are asked for by themselves: a
 * request stands there, and a log or code that was pasted beside it would drown it.
 */
export function queriesOfPrompt(prompt: string): string[] {
  const whole = queryOfPrompt(prompt);
  if (whole.length <= LONG_PROMPT_CHARACTERS) return [whole];
  const lines = whole.split('\n').map((line) => line.trim());
  const asking = lines.filter((line) => asksForEvidence(line) && SAYS_SOMETHING.test(line) && !LEADS_IN.test(line));
  const ends = [asking.at(0) ?? '', asking.at(-1) ?? ''].map((line) => line.slice(0, MAX_LINE_CHARACTERS).toWellFormed());
  return [...new Set([whole, ...ends.filter((line) => line !== '')])];
}

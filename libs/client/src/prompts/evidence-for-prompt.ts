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
  const { hits, rendered, confidence } = await space.recall({ query: queryOfPrompt(prompt), budgetTokens }, options);
  const isNews = hits.some((hit) => hit.packed && !isInContext(hit));
  return isNews && confidence >= MIN_CONFIDENCE ? rendered : undefined;
}

/** Returns false for short answers, commands and notes to a program. */
export function asksForEvidence(prompt: string): boolean {
  return prompt.trim().length >= MIN_PROMPT_CHARACTERS && !/^[/!#]/.test(prompt.trim());
}

/** Returns as much of a prompt as a recall for it goes by. */
export function queryOfPrompt(prompt: string): string {
  return prompt.slice(0, MAX_QUERY_CHARACTERS).toWellFormed();
}

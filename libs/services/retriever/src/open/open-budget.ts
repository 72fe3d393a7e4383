import { TotalRecallError } from '@total-recall/runtime';

/**
 * Tokens reserved for the frame around the text, including an id of any length, so that a call
 * always returns the same text.
 */
const FRAME_TOKENS = 150;

/** Returns the tokens that an answer has for its text. */
export function roomFor(budgetTokens: number): number {
  return Math.max(budgetTokens - FRAME_TOKENS, Math.floor(budgetTokens / 4));
}

/** A call cannot name more than the policy lets it have. */
export function noRoom(budgetTokens: number, pullMaxTokens: number): TotalRecallError {
  const wanted = 2 * FRAME_TOKENS;
  const isOfPolicy = pullMaxTokens < wanted;
  const advice = isOfPolicy ? `the policy allows no more until a person raises pullMaxTokens in it to ${wanted}` : `use at least ${wanted}`;
  return new TotalRecallError('invalid_request', `budgetTokens: ${budgetTokens} is too small to show any of the text; ${advice}.`, {
    ...(isOfPolicy && { details: { pullMaxTokens } }),
  });
}

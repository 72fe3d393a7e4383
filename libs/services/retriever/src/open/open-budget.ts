import { TotalRecallError } from '@total-recall/runtime';

/**
 * Tokens that the id of an answer takes at most, with the names of the fence that are cut from it. They vary from call
 * to call; as the most is reserved, a call always returns the same text.
 */
const ID_TOKENS = 80;
/** Smallest budget that is advised: the frame of events of sessions with short names leaves room for a few lines. */
const LEAST_TOKENS = 300;
/** Room for text in an advised budget. */
const TEXT_TOKENS = 64;

/**
 * Renders with a given id and counts. Returns the tokens of the rendering and the room that it takes, which is the same
 * for every id.
 */
export async function measure(
  render: (retrievalId: string) => string,
  retrievalId: string,
  count: (text: string) => Promise<number>,
): Promise<{ readonly rendered: string; readonly tokens: number; readonly room: number }> {
  const rendered = render(retrievalId);
  const [tokens, withoutId] = await Promise.all([count(rendered), count(render(''))]);
  return { rendered, tokens, room: Math.max(tokens, withoutId + ID_TOKENS) };
}

interface LackingRoom {
  readonly budgetTokens: number;
  readonly pullMaxTokens: number;
  /** Tokens that the answer takes without its text. */
  readonly frameRoom: number;
}

/** Returns the refusal, with the least budget that shows something. A call cannot name more than the policy lets it have. */
export function noRoom({ budgetTokens, pullMaxTokens, frameRoom }: LackingRoom): TotalRecallError {
  const leastTokens = Math.max(LEAST_TOKENS, frameRoom + TEXT_TOKENS);
  const isOfPolicy = pullMaxTokens < leastTokens;
  const advice = isOfPolicy
    ? `the policy allows no more until a person raises pullMaxTokens in it to ${leastTokens}`
    : `use at least ${leastTokens}`;
  return new TotalRecallError('invalid_request', `budgetTokens: ${budgetTokens} is too small to show any of the text; ${advice}.`, {
    details: { leastTokens, ...(isOfPolicy && { pullMaxTokens }) },
  });
}

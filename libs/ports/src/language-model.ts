/**
 * Asks a language model one question and gets one JSON text. Used by consolidation alone; no answer to a caller waits
 * for it.
 *
 * - The adapter asks the endpoint for JSON of the given schema. It does not check that the answer is any: what a model
 *   returns is untrusted, and the caller parses it against its own schema.
 * - The adapter retries what got no answer (a lost connection, a time-out, 429, 5xx) a few times, and nothing else. An
 *   answer that the caller cannot use is never asked for again here.
 * - An answer is bounded in bytes; what exceeds that is not read on, and is `unusable`.
 * - Errors: `unavailable` where no attempt got an answer, `internal` where the endpoint refuses the question (its
 *   address, key or model is wrong). Where the signal fires, the call ends at once with the signal's reason.
 * - Calls may run side by side. Nothing has to be closed.
 */
export interface LanguageModel {
  /** Name of the model, for the ledger. */
  readonly name: string;
  ask(question: ModelQuestion, signal?: AbortSignal): Promise<ModelAnswer>;
}

export interface ModelQuestion {
  /** Instructions for the model. They hold nothing of any event. */
  readonly instructions: string;
  /** The conversation so far, the user's first; the last one is the user's. */
  readonly messages: readonly ModelMessage[];
  readonly answer: AnswerShape;
}

export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** The JSON that is wanted: an object by a JSON schema with closed objects, in which every property is required. */
export interface AnswerShape {
  /** Letters and underscores. */
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Tokens as the endpoint counts them; estimated where it does not say, or says what cannot be. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export type ModelAnswer =
  /** `text`: what should be the JSON. */
  | { readonly kind: 'answered'; readonly text: string; readonly usage: ModelUsage }
  | { readonly kind: 'unusable'; readonly reason: UnusableAnswer; readonly usage: ModelUsage };

/**
 * Reasons why there is no text: the model refused, was cut at its most tokens, sent more bytes than are read, or the
 * endpoint answered with something other than its protocol.
 */
export const UNUSABLE_ANSWERS = ['refused', 'cut', 'too_large', 'not_understood'] as const;
export type UnusableAnswer = (typeof UNUSABLE_ANSWERS)[number];

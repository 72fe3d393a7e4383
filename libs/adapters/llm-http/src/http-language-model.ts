import type { LanguageModel, ModelAnswer, ModelQuestion, ModelUsage, Random, Scheduler } from '@total-recall/ports';
import {
  createSystemRandom,
  createSystemScheduler,
  jsonOrUndefined,
  postJson,
  retry,
  TotalRecallError,
  type RetryPolicy,
} from '@total-recall/runtime';
import { ANTHROPIC_PROTOCOL } from './anthropic-protocol.ts';
import type { ModelProtocol, ReadAnswer } from './model-protocol.ts';
import { OPENAI_PROTOCOL } from './openai-protocol.ts';

const PROTOCOLS = { openai: OPENAI_PROTOCOL, anthropic: ANTHROPIC_PROTOCOL } as const satisfies Readonly<Record<string, ModelProtocol>>;
export type LlmProtocol = keyof typeof PROTOCOLS;
export const LLM_PROTOCOLS = Object.keys(PROTOCOLS) as readonly LlmProtocol[];

export interface HttpLanguageModelOptions {
  readonly protocol: LlmProtocol;
  /** Address up to and without `/chat/completions` or `/messages`, such as https://api.anthropic.com/v1. */
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Most tokens of one answer. Default: 4,096. */
  readonly maxOutputTokens?: number;
  /** Timeout of one attempt. Default: 60 s. */
  readonly timeoutMs?: number;
  /** Most bytes of one answer. Default: 1 MiB. */
  readonly maxAnswerBytes?: number;
  readonly retry?: RetryPolicy;
  readonly scheduler?: Scheduler;
  readonly random?: Random;
}

const TRANSPORT_RETRY: RetryPolicy = { attempts: 3, firstDelayMs: 500, maxDelayMs: 10_000 };
/** Characters of a token where the endpoint does not count; rather too few, so that budgets hold. */
const CHARS_A_TOKEN = 3;
/** Most tokens of one call that are believed. */
const MOST_TOKENS = 10_000_000;

/** Creates a language model behind an endpoint that speaks the OpenAI or the Anthropic API. */
export function createHttpLanguageModel(options: HttpLanguageModelOptions): LanguageModel {
  const { model, apiKey, maxOutputTokens = 4_096, timeoutMs = 60_000, maxAnswerBytes = 1 << 20 } = options;
  const protocol: ModelProtocol = PROTOCOLS[options.protocol];
  const settings = { model, maxOutputTokens, ...(apiKey !== undefined && { apiKey }) };
  const deps = { scheduler: options.scheduler ?? createSystemScheduler(), random: options.random ?? createSystemRandom() };
  const retriable = (error: unknown): boolean => error instanceof TotalRecallError && error.code === 'unavailable';
  return {
    name: model,
    async ask(question, signal) {
      const body = protocol.bodyOf(question, settings);
      const post = () =>
        postJson({
          url: `${options.url.replace(/\/+$/, '')}${protocol.path}`,
          headers: protocol.headersOf(settings),
          body,
          timeoutMs,
          maxAnswerBytes,
          endpoint: 'The endpoint of the language model',
          redirect: 'manual',
          ...(signal && { signal }),
        });
      const answer = await withoutKey(apiKey, () =>
        retry(post, deps, { policy: options.retry ?? TRANSPORT_RETRY, retriable, ...(signal && { signal }) }),
      );
      if (answer.kind === 'too_large') return { kind: 'unusable', reason: 'too_large', usage: usageOf(question, {}, maxAnswerBytes) };
      return answerOf(question, protocol.read(jsonOrUndefined(answer.text)), answer.text.length);
    },
  };
}

/** An endpoint may repeat the key in its refusal, which ends in the log. */
async function withoutKey<T>(apiKey: string | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof TotalRecallError) || apiKey === undefined || typeof error.cause !== 'string') throw error;
    const { code, message, details, retryAfterMs } = error;
    throw new TotalRecallError(code, message, {
      cause: error.cause.replaceAll(apiKey, '[key]'),
      ...(details && { details }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  }
}

function answerOf(question: ModelQuestion, read: ReadAnswer, answerChars: number): ModelAnswer {
  const usage = usageOf(question, read, answerChars);
  if (read.text !== undefined) return { kind: 'answered', text: read.text, usage };
  return { kind: 'unusable', reason: read.reason ?? 'not_understood', usage };
}

function usageOf(question: ModelQuestion, { inputTokens, outputTokens }: ReadAnswer, answerChars: number): ModelUsage {
  const asked = question.messages.reduce((chars, { text }) => chars + text.length, question.instructions.length);
  return {
    inputTokens: isCount(inputTokens) ? inputTokens : Math.ceil(asked / CHARS_A_TOKEN),
    outputTokens: isCount(outputTokens) ? outputTokens : Math.ceil(answerChars / CHARS_A_TOKEN),
  };
}

function isCount(tokens: number | undefined): tokens is number {
  return Number.isInteger(tokens) && tokens! >= 0 && tokens! <= MOST_TOKENS;
}

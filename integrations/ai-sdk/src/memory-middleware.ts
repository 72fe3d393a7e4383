import { createHistory, readAiAnswer, readAiPrompt, type History, type SessionClient } from '@total-recall/client';
import type { LanguageModelMiddleware } from 'ai';
import type { CallParams, GenerateResult } from './provider-types.ts';
import { answer, paramsOf, reasonOf, type Round } from './rounds.ts';
import { streamRounds } from './stream-rounds.ts';
import { joinUsage } from './usage.ts';

export interface MemoryOptions {
  /** Session of the conversation, or a choice of it by call, as from `params.providerOptions`. */
  readonly session: SessionClient | ((params: CallParams) => SessionClient);
  /** Most times that the memory's own tools are answered within one call of the model. */
  readonly maxRounds?: number;
  /** False leaves the memory's own tools out, for models and calls that take none; true where absent. */
  readonly tools?: boolean;
}

/**
 * Creates a middleware for `wrapLanguageModel`. It keeps the conversation in the session, sends the window in the place
 * of the prompt, brings the tools of the memory along, and answers them itself: the caller sees none of that.
 */
export function memoryMiddleware({ session, maxRounds = 8, tools: bringsTools = true }: MemoryOptions): LanguageModelMiddleware {
  const histories = new WeakMap<SessionClient, History>();
  const historyOf = (client: SessionClient): History => {
    const kept = histories.get(client) ?? createHistory(client, 'ai-sdk');
    histories.set(client, kept);
    return kept;
  };

  function roundOf(params: CallParams, model: string): Round {
    const client = typeof session === 'function' ? session(params) : session;
    const options = params.abortSignal ? { signal: params.abortSignal } : {};
    const { system, events: said } = readAiPrompt(params.prompt, model);
    const seen: GenerateResult['content'] = [];
    return {
      session: client,
      params,
      bringsTools,
      model,
      system,
      options,
      seen,
      async keep(content, messageId) {
        seen.push(...content);
        said.push(...readAiAnswer(content, messageId, model));
        await historyOf(client).follow(said, options);
      },
    };
  }

  return {
    specificationVersion: 'v4',
    async wrapGenerate({ params, model }) {
      const round = roundOf(params, model.modelId);
      await round.keep([], '');
      let usage;
      for (let left = maxRounds; ; left -= 1) {
        const isLast = left <= 0;
        const result = await model.doGenerate(await paramsOf(round, isLast));
        usage = joinUsage(usage, result.usage);
        const { isOver } = await answer(round, result.content, result.finishReason, isLast);
        if (isOver) return { ...result, content: round.seen, usage, finishReason: reasonOf(round, result.finishReason) };
      }
    },
    async wrapStream({ params, model }) {
      const round = roundOf(params, model.modelId);
      await round.keep([], '');
      const first = await model.doStream(await paramsOf(round, maxRounds <= 0));
      return { ...first, stream: streamRounds(round, model, first.stream, maxRounds) };
    },
  };
}

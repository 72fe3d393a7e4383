import { createHttpLanguageModel } from '@total-recall/adapter-llm-http';
import type { ConsolidationModel, ModelObserver } from '@total-recall/consolidator';
import type { Logger, Metrics } from '@total-recall/observability';
import type { Clock, Random, Scheduler } from '@total-recall/ports';
import type { LlmConfig } from '@total-recall/runtime';

type EndpointConfig = Exclude<LlmConfig, { readonly llm: 'off' }>;

export interface LanguageModelParts {
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly scheduler: Scheduler;
  readonly random: Random;
}

/** Opens the language model that consolidation asks. Nothing is asked before a sweep finds something to ask. */
export function openLanguageModel(config: EndpointConfig, parts: LanguageModelParts): ConsolidationModel {
  const { scheduler, random } = parts;
  const { llm, llmUrl, llmModel, llmKey, llmTimeoutMs, llmOutputTokens } = config;
  return {
    model: createHttpLanguageModel({
      protocol: llm,
      url: llmUrl,
      model: llmModel,
      timeoutMs: llmTimeoutMs,
      maxOutputTokens: llmOutputTokens,
      scheduler,
      random,
      ...(llmKey !== undefined && { apiKey: llmKey }),
    }),
    budgets: {
      sweepCalls: config.llmSweepCalls,
      sweepTokens: config.llmSweepTokens,
      dayCalls: config.llmDayCalls,
      dayTokens: config.llmDayTokens,
    },
    observer: observeLanguageModel(parts, config),
  };
}

/** Prices are thousandths of a unit for a million tokens. */
const TOKENS_A_UNIT = 1_000_000_000;

/** A model that fails is asked again by every sweep. The metric counts each question. */
const WARN_MS = 600_000;

export function observeLanguageModel(
  { metrics, logger, clock }: Pick<LanguageModelParts, 'metrics' | 'logger' | 'clock'>,
  { llmInputPrice, llmOutputPrice }: Pick<LlmConfig, 'llmInputPrice' | 'llmOutputPrice'>,
): ModelObserver {
  let warnedMs: number | undefined;
  const warn = (stage: string, result: string): void => {
    const now = clock.monotonicMs();
    if (warnedMs !== undefined && now - warnedMs < WARN_MS) return;
    warnedMs = now;
    logger.warn({ stage, result }, 'the language model gave no usable answer; the rules decide alone, and later sweeps ask again');
  };
  return {
    asked({ stage, result, seconds, inputTokens, outputTokens }) {
      // A discarded one may have been answered later, and is asked again with more time.
      if (result !== 'answered' && result !== 'discarded') warn(stage, result);
      metrics.consolidatorModelCalls.inc({ stage, result });
      metrics.consolidatorModelSeconds.observe({ stage }, seconds);
      metrics.consolidatorModelTokens.inc({ stage, direction: 'input' }, inputTokens);
      metrics.consolidatorModelTokens.inc({ stage, direction: 'output' }, outputTokens);
      metrics.consolidatorModelCost.inc({ stage }, (inputTokens * llmInputPrice + outputTokens * llmOutputPrice) / TOKENS_A_UNIT);
    },
    judged: (stage, outcome, proposals) => metrics.consolidatorModelProposals.inc({ stage, outcome }, proposals),
    spent: (budget) => metrics.consolidatorModelSpent.inc({ budget }),
  };
}

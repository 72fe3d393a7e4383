import { createHttpLanguageModel } from '@total-recall/adapter-llm-http';
import type { ConsolidationModel, ModelObserver } from '@total-recall/consolidator';
import type { Metrics } from '@total-recall/observability';
import type { Random, Scheduler } from '@total-recall/ports';
import type { LlmConfig } from '@total-recall/runtime';

type EndpointConfig = Exclude<LlmConfig, { readonly llm: 'off' }>;

/** Opens the language model that consolidation asks. Nothing is asked before a sweep finds something to ask. */
export function openLanguageModel(
  config: EndpointConfig,
  { metrics, scheduler, random }: { readonly metrics: Metrics; readonly scheduler: Scheduler; readonly random: Random },
): ConsolidationModel {
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
    observer: observeLanguageModel(metrics, config),
  };
}

/** Prices are thousandths of a unit for a million tokens. */
const TOKENS_A_UNIT = 1_000_000_000;

function observeLanguageModel(
  metrics: Metrics,
  { llmInputPrice, llmOutputPrice }: Pick<LlmConfig, 'llmInputPrice' | 'llmOutputPrice'>,
): ModelObserver {
  return {
    asked({ stage, result, seconds, inputTokens, outputTokens }) {
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

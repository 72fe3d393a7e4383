import { createLogger, createMetrics } from '@total-recall/observability';
import { expect, it } from 'vitest';
import { observeLanguageModel } from './open-language-model.ts';

it('logs a failed question at most once in ten minutes, and counts each', async () => {
  const lines: string[] = [];
  let nowMs = 0;
  const metrics = createMetrics({ processMetrics: false });
  const logger = createLogger({ destination: { write: (line) => void lines.push(line) } });
  const observer = observeLanguageModel({ metrics, logger, clock: { monotonicMs: () => nowMs } }, { llmInputPrice: 0, llmOutputPrice: 0 });
  const ask = (result: string): void => observer.asked({ stage: 'extract', result, seconds: 1, inputTokens: 1, outputTokens: 1 });
  ask('answered');
  ask('discarded');
  expect(lines).toEqual([]);
  for (let asked = 0; asked < 5; asked += 1) ask('not_accepted');
  expect(lines).toEqual([expect.stringContaining('"result":"not_accepted"')]);
  nowMs = 600_000;
  ask('unavailable');
  expect(lines).toHaveLength(2);
  expect(await metrics.render()).toContain('total_recall_consolidator_model_calls_total{stage="extract",result="not_accepted"} 5');
});

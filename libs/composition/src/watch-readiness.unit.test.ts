import { createLogger, createMetrics } from '@total-recall/observability';
import { aggregateHealth, type Health } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { operationsOf } from './front/gateway-front.ts';

it('a part that is not ready is named by a metric as long as that lasts, and in the log when it begins and ends', async () => {
  const lines: { level: string; part: string; detail?: string; message: string }[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line));
  const logger = createLogger({ level: 'info', format: 'json', service: 'test', destination: { write } });
  const metrics = createMetrics();
  let server: Health = { ready: true };
  const parts = [{ name: 'log' }, { name: 'opensearch', health: () => server }];
  const { ready, metrics: scrape } = operationsOf(metrics, () => aggregateHealth(parts), logger);
  const samples = async (): Promise<string[]> =>
    (await scrape()).text.split('\n').filter((line) => line.startsWith('total_recall_process_unready_parts_count'));
  expect(await samples()).toEqual([]);
  server = { ready: false, detail: 'does not answer' };
  expect(await samples()).toEqual(['total_recall_process_unready_parts_count{part="opensearch"} 1']);
  expect(await ready()).toMatchObject({ ready: false, checks: { opensearch: 'does not answer' } });
  expect(lines.map(({ part, detail, message }) => [part, detail, message])).toEqual([['opensearch', 'does not answer', 'not ready']]);
  server = { ready: true };
  expect(await samples()).toEqual(['total_recall_process_unready_parts_count{part="opensearch"} 0']);
  expect(lines.map(({ message }) => message)).toEqual(['not ready', 'ready again']);
});

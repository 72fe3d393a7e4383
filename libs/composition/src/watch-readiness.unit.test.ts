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

it('a part that is degraded is named by a metric of its own, and in the log when that begins and ends', async () => {
  const lines: unknown[][] = [];
  const logger = createLogger({
    destination: {
      write(line) {
        const { level, part, detail, message } = JSON.parse(line) as Record<string, string>;
        lines.push([level, part, detail, message]);
      },
    },
  });
  const metrics = createMetrics();
  let ledger: Health = { ready: true, isDegraded: true, detail: 'degraded: nothing is erased any more' };
  const { metrics: scrape } = operationsOf(metrics, () => aggregateHealth([{ name: 'ledger', health: () => ledger }]), logger);
  const samples = async (): Promise<string[]> =>
    (await scrape()).text.split('\n').filter((line) => /^total_recall_process_\w+_parts/.test(line));
  expect(await samples()).toEqual(['total_recall_process_degraded_parts_count{part="ledger"} 1']);
  await samples();
  ledger = { ready: false, detail: 'does not open' };
  expect(await samples()).toEqual([
    'total_recall_process_unready_parts_count{part="ledger"} 1',
    'total_recall_process_degraded_parts_count{part="ledger"} 0',
  ]);
  ledger = { ready: true };
  await samples();
  expect(lines).toEqual([
    ['warn', 'ledger', 'degraded: nothing is erased any more', 'degraded'],
    ['warn', 'ledger', 'does not open', 'not ready'],
    ['info', 'ledger', undefined, 'not degraded any more'],
    ['info', 'ledger', undefined, 'ready again'],
  ]);
});

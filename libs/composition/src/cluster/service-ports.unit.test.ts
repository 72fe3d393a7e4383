import { createHeldMemory, parseConfig } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { observeProcess } from '../observe-process.ts';
import { openProcess } from '../open-process.ts';
import { createServicePorts } from './service-ports.ts';

const ENV = {
  TOTAL_RECALL_KAFKA_BROKERS: 'k:9092',
  TOTAL_RECALL_OPENSEARCH_URL: 'http://o:9200',
  TOTAL_RECALL_CLICKHOUSE_URL: 'http://c:8123',
  TOTAL_RECALL_SERVICE_PUBLIC_KEYS_FILE: '/public.pem',
  TOTAL_RECALL_LOG_LEVEL: 'silent',
  TOTAL_RECALL_MEMORY_MB: '700',
};

it('shows what a service has of its memory, which is no reading before', async () => {
  const config = parseConfig('retriever', ENV);
  const opened = await openProcess(config, { ...observeProcess(config, 'retriever'), role: 'retriever', version: '1' });
  const held = createHeldMemory();
  const anonymous = async () => /^total_recall_memory_anonymous_bytes (\d+)$/m.exec(await opened.metrics.render())?.[1];
  expect(await anonymous()).toBeUndefined();
  createServicePorts({} as Parameters<typeof createServicePorts>[0], { ...opened, config, held });
  held.count('terms', () => 12);
  expect(Number(await anonymous())).toBeGreaterThan(1_000_000);
  const text = await opened.metrics.render();
  expect(text).toContain('total_recall_memory_held_bytes{part="terms"} 12');
  expect(text).toMatch(/^total_recall_memory_limit_bytes\{part="work"\} [1-9]/m);
  await opened.life.stop();
});

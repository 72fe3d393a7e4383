import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKafkaEventLog } from '@total-recall/adapter-kafka';
import { SILENT_LOGGER } from '@total-recall/observability';
import { onRealServer, type RealServer } from '@total-recall/ports/testing';
import { parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareCluster, type PreparedCluster } from './prepare-cluster.ts';

const found: Record<string, RealServer> = {};
for (const name of ['kafka', 'opensearch', 'clickhouse', 's3'] as const) await onRealServer(name, (server) => void (found[name] = server));
const { kafka, opensearch, clickhouse, s3 } = found;

if (kafka && opensearch && clickhouse && s3) {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'total-recall-prepare-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('makes what is missing once, finds it again, and refuses what differs', async () => {
    const prefix = `t${randomBytes(6).toString('hex')}`;
    const prepare = (changed: Readonly<Record<string, string>> = {}): Promise<PreparedCluster> =>
      prepareCluster(
        parseConfig('cluster', {
          TOTAL_RECALL_NAME_PREFIX: prefix,
          TOTAL_RECALL_MASTER_KEY_FILE: join(folder, 'master.key'),
          TOTAL_RECALL_KAFKA_BROKERS: kafka.url,
          TOTAL_RECALL_KAFKA_REPLICATION: '1',
          TOTAL_RECALL_PARTITIONS: '2',
          TOTAL_RECALL_OPENSEARCH_URL: opensearch.url,
          TOTAL_RECALL_OPENSEARCH_REPLICAS: '0',
          TOTAL_RECALL_CLICKHOUSE_URL: clickhouse.url,
          TOTAL_RECALL_S3_ENDPOINT: s3.url,
          TOTAL_RECALL_S3_ACCESS_KEY_ID: s3.settings?.['accessKeyId'],
          TOTAL_RECALL_S3_SECRET_ACCESS_KEY: s3.settings?.['secretAccessKey'],
          ...changed,
        }),
        SILENT_LOGGER,
      );

    const [one, other] = await Promise.all([prepare(), prepare()]);
    expect(one).toEqual({ prefix, partitions: 2, generation: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(other).toEqual(one);
    expect(await prepare()).toEqual(one);
    const topics = { kafka: { brokers: kafka.url.split(',') }, prefix, replication: 1 };
    await expect(createKafkaEventLog({ ...topics, partitions: 3, log: 'ledger' })).rejects.toMatchObject({
      message: expect.stringContaining(`${prefix}.ledger has 2 partitions, not 3`),
    });
    await expect(prepare({ TOTAL_RECALL_PARTITIONS: '3' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('has 2 partitions, not 3'),
    });
    await expect(prepare({ TOTAL_RECALL_MASTER_KEY_FILE: join(folder, 'other.key') })).rejects.toMatchObject({ code: 'invalid_request' });
  });
}

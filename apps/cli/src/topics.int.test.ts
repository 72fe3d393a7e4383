import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createKafkaControlStore, createKafkaEventLog, createKafkaKeyStore, createKafkaLedger } from '@total-recall/adapter-kafka';
import { createMetrics } from '@total-recall/observability';
import { onRealServer } from '@total-recall/ports/testing';
import { createEnvironmentMasterKeys } from '@total-recall/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli, temporaryFolder } from '../testing/run-cli.ts';

await onRealServer('kafka', (server) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => void (folder = await temporaryFolder()));
  afterAll(() => folder.remove());

  it('topics restore says that keys which were revoked since are valid again', { timeout: 120_000 }, async () => {
    const prefix = `cli${randomBytes(4).toString('hex')}`;
    const place = { kafka: { brokers: server.url.split(',') }, prefix, replication: 1 };
    const made = [
      await createKafkaEventLog({ ...place, partitions: 2, metrics: createMetrics() }),
      await createKafkaLedger({ ...place, partitions: 2 }),
      await createKafkaKeyStore({ ...place, masters: createEnvironmentMasterKeys('05'.repeat(32)) }),
      await createKafkaControlStore(place),
    ];
    await Promise.all(made.map((each) => each.close()));
    const topics = (namePrefix: string, ...args: string[]) =>
      runCli(['topics', ...args], {
        TOTAL_RECALL_NAME_PREFIX: namePrefix,
        TOTAL_RECALL_KAFKA_BROKERS: server.url,
        TOTAL_RECALL_KAFKA_REPLICATION: '1',
        TOTAL_RECALL_PARTITIONS: '2',
      });
    const backup = join(folder.path, 'topics');
    const copied = await topics(prefix, 'backup', backup);
    expect(copied.code, copied.stderr).toBe(0);
    const restored = await topics(`${prefix}a`, 'restore', backup);
    expect(restored.code, restored.stderr).toBe(0);
    expect(restored.stdout).toContain('a key that was revoked since is valid again.');
    const asJson = await topics(`${prefix}b`, 'restore', backup, '--json');
    expect(JSON.parse(asJson.stdout)).toMatchObject({ controlOf: 'backup', files: expect.any(Array) as unknown });
  });
});

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

  it('topics restore says that keys which were revoked since are valid again', async () => {
    const prefix = `cli${randomBytes(4).toString('hex')}`;
    const place = { kafka: { brokers: server.url.split(',') }, prefix, replication: 1 };
    const made = [
      await createKafkaEventLog({ ...place, partitions: 2, metrics: createMetrics() }),
      await createKafkaLedger({ ...place, partitions: 2 }),
      await createKafkaKeyStore({ ...place, masters: createEnvironmentMasterKeys('05'.repeat(32)) }),
      await createKafkaControlStore(place),
    ] as const;
    const [, , , control] = made;
    const key = { id: 'k', tenant: 'acme', name: 'k', secretHash: '', scopes: ['admin'] as const, createdAt: 1 };
    await control.putApiKey(key);
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
    expect(restored.stdout).toContain('a key revoked since then is valid again.');
    expect(restored.stdout).toMatch(/Data erased since the backup is there again.*holds placed since are missing.*--ledger FOLDER/);
    const paused = await createKafkaControlStore({ ...place, prefix: `${prefix}a` });
    expect(await paused.retentionPause()).toBeDefined();
    await paused.close();
    const asJson = await topics(`${prefix}b`, 'restore', backup, '--json');
    expect(JSON.parse(asJson.stdout)).toMatchObject({ controlOf: 'backup', ledgerOf: 'backup', files: expect.any(Array) as unknown });

    // With the control of after a key was revoked it stays so.
    const running = await createKafkaControlStore(place);
    await running.putApiKey({ ...key, revokedAt: 7 });
    await running.close();
    const later = join(folder.path, 'control');
    const copiedLater = await topics(prefix, 'backup', '--only-control', later);
    expect(copiedLater.code, copiedLater.stderr).toBe(0);
    const withLater = await topics(`${prefix}c`, 'restore', backup, '--control', later);
    expect(withLater.code, withLater.stderr).toBe(0);
    expect(withLater.stdout).not.toContain('valid again');
    const store = await createKafkaControlStore({ ...place, prefix: `${prefix}c` });
    expect(await store.apiKey('k')).toMatchObject({ revokedAt: 7 });
    await store.close();
  });
});

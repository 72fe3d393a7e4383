import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli, temporaryFolder } from '../testing/run-cli.ts';

/** Nothing listens at the first port. */
const BROKER = '127.0.0.1:1';
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => void (folder = await temporaryFolder()));
afterAll(() => folder.remove());

it('commands for a cluster say after ten seconds that no broker answers, and end with 1', async () => {
  const env = {
    TOTAL_RECALL_KAFKA_BROKERS: BROKER,
    TOTAL_RECALL_MASTER_KEY: 'ab'.repeat(32),
    TOTAL_RECALL_OPENSEARCH_URL: `http://${BROKER}`,
    TOTAL_RECALL_S3_ENDPOINT: `http://${BROKER}`,
    TOTAL_RECALL_S3_ACCESS_KEY_ID: 'a',
    TOTAL_RECALL_S3_SECRET_ACCESS_KEY: 'b',
    TOTAL_RECALL_CLICKHOUSE_URL: `http://${BROKER}`,
  };
  const commands = [
    ['keys', 'list', '--cluster', '--json'],
    ['keys', 'rotate-master', '--cluster', '--status', '--json'],
    ['topics', 'backup', join(folder.path, 'topics'), '--json'],
    ['index', 'rebuild', '--json'],
  ];
  for (const { code, stdout } of await Promise.all(commands.map((args) => runCli(args, env)))) {
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
    expect(error.code).toBe('unavailable');
    expect(error.message).toContain(`No Kafka broker answered within 10 s: ${BROKER}`);
    expect(code).toBe(1);
  }
});

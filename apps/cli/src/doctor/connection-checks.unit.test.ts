import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestAuthority, writeCertificate } from '@total-recall/ports/testing';
import { parseSettings } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckResult } from './check.ts';
import { runChecks } from './check.ts';
import { connectionChecks } from './connection-checks.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'hunter-of-seventeen-geese';
const authority = createTestAuthority();
let folder: string;

beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'total-recall-doctor-'))));
afterAll(() => rmSync(folder, { recursive: true }));

async function check(settings: Readonly<Record<string, string>>): Promise<CheckResult[]> {
  const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`TOTAL_RECALL_${name}`, value]));
  const results = await runChecks(connectionChecks(parseSettings({ HOME: folder, ...env })), () => undefined);
  expect(JSON.stringify(results)).not.toContain(PASSWORD);
  return results;
}

const service = (days: number) => {
  const now = Date.now();
  const { certFile, keyFile } = writeCertificate(
    folder,
    `service${days}`,
    authority.issue({ validFrom: now - 90 * DAY_MS, validTo: now + days * DAY_MS }),
  );
  return { SERVICE_TLS: 'on', SERVICE_TLS_CERT_FILE: certFile, SERVICE_TLS_KEY_FILE: keyFile };
};

describe('settings of connections, looked at', () => {
  it('are nothing to look at where there are none', async () => {
    expect(await check({})).toEqual([]);
    expect(await check({ OPENSEARCH_URL: 'http://o:9200', KAFKA_BROKERS: 'k:9092' })).toEqual([]);
  });

  it('say until when a certificate is valid', async () => {
    expect(await check(service(90))).toMatchObject([{ name: 'service settings', outcome: 'ok' }]);
    expect(await check(service(10))).toMatchObject([{ outcome: 'warn', detail: expect.stringContaining('valid until') as string }]);
    expect(await check(service(-1))).toMatchObject([{ outcome: 'fail', detail: expect.stringContaining('expired') as string }]);
  });

  it('name a file that cannot be used', async () => {
    const [result] = await check({ KAFKA_TLS: 'on', KAFKA_TLS_CA_FILE: join(folder, 'none') });
    expect(result).toMatchObject({
      name: 'Kafka settings',
      outcome: 'fail',
      detail: expect.stringContaining(join(folder, 'none')) as string,
    });
  });

  it('warn of a password that goes over the network as it is', async () => {
    const login = (server: string) => ({ [`${server}_USERNAME`]: 'app', [`${server}_PASSWORD`]: PASSWORD });
    const plain = { ...login('KAFKA'), KAFKA_SASL: 'plain', KAFKA_BROKERS: 'k1:9092,localhost:9092' };
    expect(await check(plain)).toMatchObject([{ outcome: 'warn', detail: 'the password goes to k1 without TLS' }]);
    expect(await check({ ...plain, KAFKA_SASL: 'scram-sha-512' })).toEqual([]);
    expect(await check({ ...plain, KAFKA_TLS: 'on' })).toEqual([]);
    expect(await check({ ...login('CLICKHOUSE'), CLICKHOUSE_URL: 'http://c:8123' })).toMatchObject([{ outcome: 'warn' }]);
    expect(await check({ ...login('OPENSEARCH'), OPENSEARCH_URL: 'http://127.0.0.1:9200' })).toEqual([]);
    expect(await check({ ...login('OPENSEARCH'), OPENSEARCH_URL: 'https://o:9200' })).toEqual([]);
  });
});

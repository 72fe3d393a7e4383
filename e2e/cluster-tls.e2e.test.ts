import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@total-recall/client';
import { fetchOverGrpc } from '@total-recall/nest/testing';
import {
  createTestAuthority,
  onRealServer,
  openTlsFront,
  writeCertificate,
  type RealServer,
  type TestAuthority,
  type TlsFront,
} from '@total-recall/ports/testing';
import { describe, expect, it } from 'vitest';
import { openCluster } from '../tools/cluster/open-cluster.ts';

type Settings = Readonly<Record<string, string>>;

const found: Record<string, RealServer> = {};
for (const name of ['kafka', 'opensearch', 'clickhouse', 's3'] as const) await onRealServer(name, (server) => void (found[name] = server));
const { kafka, opensearch, clickhouse, s3 } = found;
const LOGINS = {
  opensearch: { username: 'index-writer', password: 'geese-in-a-row-17' },
  clickhouse: { username: 'analyst', password: 'otters-on-ice-23' },
};
const REPORT = Array.from({ length: 300 }, (_, line) => `line ${line}: depot ${line} holds ${line * 37} crates`).join('\n');

/** Returns the settings for a server behind a TLS front: a login, and a client certificate if the front wants one. */
function behindFront(name: 'OPENSEARCH' | 'CLICKHOUSE', { caFile, client }: TlsFront, username: string, passwordFile: string): Settings {
  return {
    [`TOTAL_RECALL_${name}_USERNAME`]: username,
    [`TOTAL_RECALL_${name}_PASSWORD_FILE`]: passwordFile,
    [`TOTAL_RECALL_${name}_TLS_CA_FILE`]: caFile,
    [`TOTAL_RECALL_${name}_TLS_CERT_FILE`]: client.certFile,
    [`TOTAL_RECALL_${name}_TLS_KEY_FILE`]: client.keyFile,
  };
}

async function passwordFile(folder: string, name: string, password: string): Promise<string> {
  const file = join(folder, `${name}.password`);
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return file;
}

async function settingsOf(
  folder: string,
  fronts: Readonly<Record<'opensearch' | 'clickhouse' | 's3', TlsFront>>,
  broker: Settings,
  api: TestAuthority,
): Promise<Settings> {
  const front = writeCertificate(folder, 'api', api.issue());
  const authority = createTestAuthority('Services');
  const { certFile: serviceCa } = writeCertificate(folder, 'services', authority);
  const { certFile, keyFile } = writeCertificate(folder, 'services-own', authority.issue());
  return {
    TOTAL_RECALL_NAME_PREFIX: `t${randomBytes(6).toString('hex')}`,
    TOTAL_RECALL_PORT: '0',
    TOTAL_RECALL_GRPC_PORT: '0',
    TOTAL_RECALL_TLS_CERT_FILE: front.certFile,
    TOTAL_RECALL_TLS_KEY_FILE: front.keyFile,
    TOTAL_RECALL_OPS_PORT: '0',
    TOTAL_RECALL_EMBEDDER: 'off',
    TOTAL_RECALL_LOG_LEVEL: 'debug',
    TOTAL_RECALL_LOG_FORMAT: 'json',
    TOTAL_RECALL_KAFKA_TLS: 'on',
    TOTAL_RECALL_KAFKA_TLS_CA_FILE: broker['caFile']!,
    TOTAL_RECALL_KAFKA_TLS_CERT_FILE: broker['certFile']!,
    TOTAL_RECALL_KAFKA_TLS_KEY_FILE: broker['keyFile']!,
    TOTAL_RECALL_KAFKA_SASL: 'scram-sha-512',
    TOTAL_RECALL_KAFKA_USERNAME: broker['username']!,
    TOTAL_RECALL_KAFKA_PASSWORD_FILE: await passwordFile(folder, 'kafka', broker['password']!),
    ...behindFront(
      'OPENSEARCH',
      fronts.opensearch,
      LOGINS.opensearch.username,
      await passwordFile(folder, 'opensearch', LOGINS.opensearch.password),
    ),
    ...behindFront(
      'CLICKHOUSE',
      fronts.clickhouse,
      LOGINS.clickhouse.username,
      await passwordFile(folder, 'clickhouse', LOGINS.clickhouse.password),
    ),
    TOTAL_RECALL_S3_TLS_CA_FILE: fronts.s3.caFile,
    TOTAL_RECALL_SERVICE_HOST: 'localhost',
    TOTAL_RECALL_SERVICE_TLS: 'mutual',
    TOTAL_RECALL_SERVICE_TLS_CA_FILE: serviceCa,
    TOTAL_RECALL_SERVICE_TLS_CERT_FILE: certFile,
    TOTAL_RECALL_SERVICE_TLS_KEY_FILE: keyFile,
  };
}

/** Reads the body of an answer over TLS, from a server with a certificate of the authority. */
function getOverTls(url: string, apiKey: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { ca, headers: { authorization: `Bearer ${apiKey}` } }, (response) => void text(response).then(resolve, reject)).once(
      'error',
      reject,
    );
  });
}

async function logsOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}

if (kafka?.settings?.['secureBroker'] !== undefined && opensearch && clickhouse && s3) {
  const broker = kafka.settings;
  describe('a cluster with TLS and a login on every connection', () => {
    it('remembers, finds, and tells no password', { timeout: 600_000 }, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'total-recall-cluster-tls-'));
      const api = createTestAuthority('Public');
      const fronts = {
        opensearch: await openTlsFront({ target: opensearch.url, login: LOGINS.opensearch, wantsCertificate: true }),
        clickhouse: await openTlsFront({ target: clickhouse.url, login: LOGINS.clickhouse, wantsCertificate: true }),
        s3: await openTlsFront({ target: s3.url }),
      };
      try {
        const cluster = await openCluster({
          servers: {
            kafka: { url: broker['secureBroker']! },
            opensearch: fronts.opensearch,
            clickhouse: fronts.clickhouse,
            s3: { url: fronts.s3.url, ...(s3.settings && { settings: s3.settings }) },
          },
          folder,
          env: await settingsOf(folder, fronts, broker, api),
        });
        const grpc = fetchOverGrpc(cluster.grpcAddress!, api.certificate);
        try {
          const apiKey = cluster.apiKey!;
          const session = createClient({ url: cluster.url, apiKey, fetch: grpc.fetch }).space('depots').session('agent-1');
          const call = { id: 'c1', name: 'read_report' };
          const { position } = await session.append(
            [
              { kind: 'user_message', text: 'Which seal is on report 7?' },
              { kind: 'tool_call', call: { ...call, arguments: '{}' } },
              { kind: 'tool_result', call, text: `${REPORT}\nseal number QX-7741` },
            ],
            { wait: 'searchable' },
          );
          const window = await session.window({ after: position, blocks: { system: 'You audit depots.' } });
          expect(JSON.stringify(window)).toContain('Which seal is on report 7?');
          expect((await session.recall({ query: 'seal number' })).rendered).toContain('QX-7741');
          const path = '/v1/spaces/depots/sessions/agent-1/events';
          expect(await getOverTls(`${cluster.url}${path}`, apiKey, api.certificate)).toContain('Which seal is on report 7?');
        } finally {
          grpc.close();
          await cluster.stop();
        }
        for (const front of Object.values(fronts)) {
          expect(front.counts().passed).toBeGreaterThan(0);
          expect(front.counts().refused).toBe(0);
        }
        const logs = await logsOf(folder);
        for (const password of [broker['password']!, ...Object.values(LOGINS).map(({ password }) => password)])
          expect(logs).not.toContain(password);
      } finally {
        for (const front of Object.values(fronts)) await front.close();
        await rm(folder, { recursive: true, force: true });
      }
    });
  });
}

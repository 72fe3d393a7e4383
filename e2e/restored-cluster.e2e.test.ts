import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@total-recall/client';
import { backUpTopics, checkClusterCertificate, restoreTopics } from '@total-recall/composition/cluster';
import type { ErasureCertificate } from '@total-recall/domain';
import { SILENT_LOGGER } from '@total-recall/observability';
import { createSystemClock, parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClusterServers } from '../tools/cluster/open-cluster.ts';
import { holdRequests, type HeldRequests } from './load/held-requests.ts';
import { openTestCluster, type TestCluster } from './open-test-cluster.ts';
import { realServers } from './real-servers.ts';

const LONG = { timeout: 400_000 };

function describeRestored(servers: ClusterServers): void {
  describe('a cluster that was restored from before an erasure', () => {
    let root: string;
    let cluster: TestCluster | undefined;
    let opensearch: HeldRequests | undefined;
    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'total-recall-restored-'));
    });
    afterAll(async () => {
      await cluster?.stop();
      await opensearch?.close();
      await rm(root, { recursive: true, force: true });
    });
    const at = (name: string): string => join(root, name);
    const say = async (client: Client, session: string, text: string): Promise<string> => {
      const events = [{ kind: 'user_message' as const, text }];
      return (await client.space('harbour').session(session).append(events, { wait: 'searchable' })).events[0]!.id;
    };
    const eraseWhole = async (client: Client, asked: Parameters<Client['erase']>[0]): Promise<ErasureCertificate> => {
      const { id } = await client.erase(asked);
      await expect.poll(async () => (await client.erasure(id)).status, LONG).toBe('done');
      return (await client.erasure(id)).certificate as ErasureCertificate;
    };
    const codeOf = (reading: Promise<unknown>): Promise<string | undefined> =>
      reading.then(
        () => 'answered',
        (error: unknown) => (error as { code?: string }).code,
      );

    it('erases again what a later ledger says before it answers anybody', LONG, async () => {
      cluster = await openTestCluster(servers);
      const { apiKey, env } = cluster;
      let client = createClient(cluster);
      const [gull, crane] = [await say(client, 'run-1', 'The gull eats'), await say(client, 'run-1', 'The crane turns')];
      await say(client, 'run-2', 'The ferry leaves');
      const config = parseConfig('cluster', env);
      const backUp = (folder: string, onlyLedger: boolean) =>
        backUpTopics(config, SILENT_LOGGER, {
          folder,
          version: '0.0.0-test',
          clock: createSystemClock(),
          ...(onlyLedger && { only: 'ledger' }),
        });
      await backUp(at('backup'), false);
      const certificates = [
        await eraseWhole(client, { space: 'harbour', eventIds: [gull] }),
        await eraseWhole(client, { space: 'harbour', session: 'run-2' }),
      ];
      await backUp(at('later'), true);
      await copyFile(env['TOTAL_RECALL_MASTER_KEY_FILE']!, at('master.key'));
      await cluster.stop();
      cluster = undefined;

      const moved = { TOTAL_RECALL_NAME_PREFIX: `${config.namePrefix}r`, TOTAL_RECALL_MASTER_KEY_FILE: at('master.key') };
      const restored = parseConfig('cluster', { ...env, ...moved });
      const { reopened } = await restoreTopics(restored, SILENT_LOGGER, { folder: at('backup'), laterLedger: at('later') });
      expect(reopened).toBe(2);
      // An erasure ends once OpenSearch has told of its copies.
      opensearch = await holdRequests(servers.opensearch.url, (path) => path.includes('/_stats/docs'));
      cluster = await openTestCluster({ ...servers, opensearch }, moved);
      client = createClient({ ...cluster, apiKey, retry: { attempts: 1 } });
      const answers: (string | undefined)[] = [];
      const read = async (): Promise<string | undefined> => {
        const code = await codeOf(client.space('harbour').event(gull));
        answers.push(code);
        return code;
      };
      for (let at = 0; at < 3; at += 1) expect(await read()).toBe('unavailable');
      opensearch.letGo();
      await expect.poll(read, { ...LONG, interval: 500 }).toBe('erased');
      expect(new Set(answers.slice(0, -1))).toEqual(new Set(['unavailable']));
      expect(await client.space('harbour').event(crane)).toMatchObject({ body: { text: 'The crane turns' } });
      await expect(client.space('harbour').session('run-2').get()).rejects.toMatchObject({ code: 'erased' });
      for (const certificate of certificates) {
        expect((await client.erasure(certificate.statement.erasureId)).certificate).toEqual(certificate);
        const { problem, checked } = await checkClusterCertificate(restored, certificate, { logger: SILENT_LOGGER });
        expect([problem, checked?.readable]).toEqual([undefined, 0]);
      }
    });
  });
}

const servers = await realServers();
if (servers) describeRestored(servers);

import { createClient } from '@total-recall/client';
import { startVendorEmulator, type VendorEmulator } from '@total-recall/proxy/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, openAiAgent } from '../apps/cli/testing/proxy-agents.ts';
import type { ClusterServers } from '../tools/cluster/open-cluster.ts';
import { freePort } from '../tools/free-port.ts';
import { openTestCluster, type TestCluster } from './open-test-cluster.ts';
import { realServers } from './real-servers.ts';

const LONG = { timeout: 200_000 };
const WINDOW = 12_000;
const TURNS = 60;

function describeProxy(servers: ClusterServers): void {
  describe('the proxy of a gateway in a cluster', () => {
    let emulator: VendorEmulator;
    let cluster: TestCluster;
    let port: number;
    beforeAll(async () => {
      emulator = await startVendorEmulator(WINDOW);
      port = await freePort();
      cluster = await openTestCluster(servers, {
        TOTAL_RECALL_PROXY_PORT: String(port),
        TOTAL_RECALL_PROXY_OPENAI_URL: emulator.url,
        TOTAL_RECALL_PROXY_WINDOW_TOKENS: String(WINDOW),
      });
    }, LONG.timeout);
    afterAll(async () => {
      await cluster?.stop();
      await emulator?.close();
    });

    it('keeps both branches of a history that an agent edits faster than it is folded', LONG, async () => {
      const agent = openAiAgent(`http://127.0.0.1:${port}/@edited`, emulator, { 'X-Total-Recall-Key': cluster.apiKey });
      for (let turn = 1; turn <= TURNS; turn++) {
        if (turn === 31) agent.rewind(20, 'No: skip the modules from here to 30.');
        await agent.turn(turn);
      }
      expect(emulator.refused).toEqual([]);
      const space = createClient(cluster).space('edited');
      const resultsOf = async (isFork: boolean): Promise<string[]> => {
        const { sessions } = await space.sessions();
        const found = sessions.find(({ session }) => session.includes('.fork-') === isFork);
        const said: string[] = [];
        if (found)
          for await (const event of space.session(found.session).allEvents()) if (event.kind === 'tool_result') said.push(event.body!.text);
        return said.map((text) => /E\d+-[ab]$/.exec(text)![0]);
      };
      const turns = (from: number, to: number): string[] =>
        Array.from({ length: to - from + 1 }, (_, at) => ['a', 'b'].map((part) => codeOf(from + at, part))).flat();
      // The results of a branch's last turn are in none of its requests.
      await expect.poll(() => resultsOf(true), LONG).toEqual(turns(31, TURNS - 1));
      expect(await resultsOf(false)).toEqual(turns(1, 29));
      const metrics = await (await fetch(`${cluster.operations.gateway}/metrics`)).text();
      expect(metrics).toContain('total_recall_proxy_records_total{result="recorded"}');
      expect(metrics).not.toContain('total_recall_proxy_records_total{result="failed"}');
    });
  });
}

const servers = await realServers();
if (servers) describeProxy(servers);

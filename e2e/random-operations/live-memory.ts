import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@total-recall/client';
import { verifyDataFolder } from '@total-recall/data-folder';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { createStandalone } from '@total-recall/standalone';

/** The service of one process on a folder that outlives its restarts. */
export interface LiveMemory {
  readonly client: Client;
  /** Stops the service and starts it again, after its read model was removed where that is asked for. */
  restart(without: 'nothing' | 'read model'): Promise<void>;
  /** Stops the service and compares its folder with its log; returns what differs. The memory is over then. */
  verify(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openLiveMemory(): Promise<LiveMemory> {
  const dataDir = await mkdtemp(join(tmpdir(), 'total-recall-random-'));
  const env = { TOTAL_RECALL_DATA_DIR: dataDir, TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_EMBEDDER: 'off' };
  const config = parseConfig('standalone', env);
  const start = () => createStandalone(config, SILENT_LOGGER, '0.0.0-test');
  let service = await start();
  if (service.bootstrap.kind !== 'created') throw new Error('the first start made no key');
  const { apiKey } = service.bootstrap;
  let client = createClient({ url: service.url, apiKey });
  return {
    get client() {
      return client;
    },
    async restart(without) {
      await service.stop();
      if (without === 'read model')
        for (const name of await readdir(dataDir)) if (name.startsWith('read-model-')) await rm(join(dataDir, name), { recursive: true });
      service = await start();
      client = createClient({ url: service.url, apiKey });
    },
    async verify() {
      await service.stop();
      const { report } = await verifyDataFolder(config, { repair: false, logger: SILENT_LOGGER });
      return report.findings.map((finding) => JSON.stringify(finding));
    },
    async close() {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

import { join } from 'node:path';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { createStandalone } from '@total-recall/standalone';
import { openCluster } from '../cluster/open-cluster.ts';
import { openServers } from '../servers/open-servers.ts';
import { SERVER_NAMES, type ServerName, type RunningServer } from '../servers/running-server.ts';

/** A service under load, so that its metrics have values. */
export interface WatchedService {
  readonly url: string;
  readonly apiKey: string;
  /** Targets to scrape, as `host:port`. */
  readonly targets: readonly string[];
  stop(): Promise<void>;
}

const SETTINGS = {
  TOTAL_RECALL_PORT: '0',
  TOTAL_RECALL_OPS_PORT: '0',
  TOTAL_RECALL_WINDOW_TOKENS: '8192',
  TOTAL_RECALL_REDACTION: 'mark',
  TOTAL_RECALL_ARCHIVE: 'on',
  TOTAL_RECALL_ARCHIVE_RECORDS: '50',
};

export async function watchStandalone(folder: string): Promise<WatchedService> {
  const config = parseConfig('standalone', { ...SETTINGS, TOTAL_RECALL_DATA_DIR: join(folder, 'data') });
  const { bootstrap, url, operationsUrl, stop } = await createStandalone(config, SILENT_LOGGER, '0.0.0-check');
  if (bootstrap.kind !== 'created') throw new Error('the first start made no key');
  return { url, apiKey: bootstrap.apiKey, targets: [new URL(operationsUrl).host], stop: async () => void (await stop()) };
}

/** Starts the services of a cluster on real servers, without vectors. */
export async function watchCluster(folder: string): Promise<WatchedService> {
  const onStep = (text: string): void => console.log(`- ${text}`);
  const opened = await openServers({ dataFolder: join(folder, 'servers'), onStep });
  try {
    const running = await Promise.all(SERVER_NAMES.map(async (name) => [name, await opened.server(name)] as const));
    const servers = Object.fromEntries(running) as Record<ServerName, RunningServer>;
    const env = { ...SETTINGS, TOTAL_RECALL_EMBEDDER: 'off', TOTAL_RECALL_LOG_LEVEL: 'warn' };
    const { url, apiKey, operations, stop } = await openCluster({ servers, folder: join(folder, 'services'), env, onStep });
    return {
      url,
      apiKey: apiKey!,
      targets: Object.values(operations).map((address) => new URL(address).host),
      stop: async () => {
        await stop();
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

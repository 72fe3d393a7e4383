import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig, startInOrder } from '@total-recall/runtime';
import { createCores, type Cores } from '@total-recall/data-folder';

/** The service in this process without its HTTP API, on a folder that stays. */
export interface OpenService {
  readonly cores: Cores;
  close(): Promise<void>;
}

export const TENANT = 'default';

/** Embedder of the service; `off` for suites about text alone. */
export type BenchEmbedder = 'off' | 'minilm';

export async function openService(dataDir: string, embedder: BenchEmbedder = 'off', embedderThreads = 1): Promise<OpenService> {
  const config = parseConfig('standalone', {
    TOTAL_RECALL_DATA_DIR: dataDir,
    TOTAL_RECALL_CATCH_UP_MS: '60000',
    TOTAL_RECALL_TENANT: TENANT,
    TOTAL_RECALL_EMBEDDER: embedder,
    TOTAL_RECALL_EMBEDDER_THREADS: `${embedderThreads}`,
  });
  const cores = await createCores(config, SILENT_LOGGER);
  const running = await startInOrder(cores.components, {
    scheduler: cores.scheduler,
    startDeadlineMs: config.startDeadlineMs,
    stopDeadlineMs: config.shutdownDeadlineMs,
  });
  return { cores, close: async () => void (await running.stop()) };
}

export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

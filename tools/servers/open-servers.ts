import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickhouse } from './clickhouse-server.ts';
import { startKafka } from './kafka-server.ts';
import { startOpenSearch } from './opensearch-server.ts';
import { startS3 } from './s3-server.ts';
import type { RunningServer, ServerName, ServerOptions } from './running-server.ts';

const STARTS: Readonly<Record<ServerName, (options: ServerOptions) => Promise<RunningServer>>> = {
  kafka: startKafka,
  s3: startS3,
  clickhouse: startClickhouse,
  opensearch: startOpenSearch,
};

export interface OpenServersOptions {
  /** Folder of data and logs. By default a temporary one. */
  readonly dataFolder?: string;
  /** True when missing servers may be fetched. */
  readonly mayFetch?: boolean;
  /** True when the caller ends the servers itself, so that Ctrl-C in a terminal does not reach them. */
  readonly detached?: boolean;
  /** True for servers of tests, which start with less computing and are slower under long load. */
  readonly isShortLived?: boolean;
  readonly onStep?: (text: string) => void;
}

/** Servers that start on first use and stop together. */
export interface Servers {
  /**
   * Returns the running server. Errors: `MissingTool` for something that this machine lacks, else the reason why it
   * failed to start.
   */
  server(name: ServerName): Promise<RunningServer>;
  /** Stops all servers. Waits for one that is starting. */
  close(): Promise<void>;
}

/** Opens real servers without containers. Each is fetched once, checked, and kept in the user's cache. */
export async function openServers(options: OpenServersOptions = {}): Promise<Servers> {
  const { mayFetch = true, detached = false, isShortLived = false, onStep = () => undefined } = options;
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'total-recall-servers-')));
  const starts = new Map<ServerName, Promise<RunningServer>>();
  let closed = false;

  const start = async (name: ServerName): Promise<RunningServer> => {
    const folder = join(dataFolder, name);
    await mkdir(folder, { recursive: true });
    return STARTS[name]({ dataFolder: folder, mayFetch, detached, isShortLived, onStep });
  };
  return {
    server: (name) => {
      if (closed) return Promise.reject(new Error('The servers are closed.'));
      let started = starts.get(name);
      if (!started) starts.set(name, (started = start(name)));
      return started;
    },
    close: async () => {
      closed = true;
      const running = await Promise.allSettled(starts.values());
      await Promise.all(running.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.stop() : undefined)));
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

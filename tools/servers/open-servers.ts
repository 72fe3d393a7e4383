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
  /** Where data and logs stand; a folder of its own that is removed at the end where absent. */
  readonly dataFolder?: string;
  /** Whether what is not in the cache may be fetched. */
  readonly mayFetch?: boolean;
  /** Whether Ctrl-C in a terminal leaves them to whoever opened them. */
  readonly detached?: boolean;
  readonly onStep?: (text: string) => void;
}

/** Servers that are started when they are first asked for, and ended together. */
export interface Servers {
  /** The running server. Errors: `MissingTool` for what this machine lacks, else what its start failed of. */
  server(name: ServerName): Promise<RunningServer>;
  /** Ends all; a start under way is waited for. */
  close(): Promise<void>;
}

/** Real servers without containers; each is fetched once, checked, and kept in the user's cache. */
export async function openServers(options: OpenServersOptions = {}): Promise<Servers> {
  const { mayFetch = true, detached = false, onStep = () => undefined } = options;
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'total-recall-servers-')));
  const starts = new Map<ServerName, Promise<RunningServer>>();
  let closed = false;

  const start = async (name: ServerName): Promise<RunningServer> => {
    const folder = join(dataFolder, name);
    await mkdir(folder, { recursive: true });
    return STARTS[name]({ dataFolder: folder, mayFetch, detached, onStep });
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

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickhouse } from '../../tools/servers/clickhouse-server.ts';
import { startKafka, type KafkaServer } from '../../tools/servers/kafka-server.ts';
import { startOpenSearch } from '../../tools/servers/opensearch-server.ts';
import type { RunningServer, ServerName, ServerOptions } from '../../tools/servers/running-server.ts';
import { startS3 } from '../../tools/servers/s3-server.ts';

/** A server that can be stopped and started again on its data, at the same port. */
export interface Restartable {
  readonly url: string;
  restart(): Promise<void>;
}

/** Servers of a soak, each started on first use. */
export interface SoakServers {
  kafka(nodes: 1 | 3): Promise<KafkaServer>;
  opensearch(): Promise<Restartable>;
  clickhouse(): Promise<Restartable>;
  s3(): Promise<RunningServer>;
  close(): Promise<void>;
}

type Start = (options: ServerOptions) => Promise<RunningServer>;

export async function openSoakServers(onStep: (text: string) => void): Promise<SoakServers> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'total-recall-soak-'));
  const stops = new Map<string, () => Promise<void>>();
  const opened = new Map<string, Promise<unknown>>();
  const optionsOf = async (name: string): Promise<ServerOptions> => {
    const folder = join(dataFolder, name);
    await mkdir(folder, { recursive: true });
    return { dataFolder: folder, mayFetch: true, onStep };
  };
  const once = <T>(name: string, open: () => Promise<T>): Promise<T> => {
    if (!opened.has(name)) opened.set(name, open());
    return opened.get(name) as Promise<T>;
  };
  const keep = <T extends RunningServer>(name: string, server: T): T => {
    stops.set(name, () => server.stop());
    return server;
  };
  const restartable = (name: ServerName, start: Start): Promise<Restartable> =>
    once(name, async () => {
      const options = await optionsOf(name);
      const { url } = keep(name, await start(options));
      const port = Number(new URL(url).port);
      return {
        url,
        restart: async () => {
          await stops.get(name)!();
          keep(name, await start({ ...options, port }));
        },
      };
    });
  return {
    kafka: (nodes) =>
      once(`kafka of ${nodes}`, async () => keep(`kafka of ${nodes}`, await startKafka({ ...(await optionsOf(`kafka-${nodes}`)), nodes }))),
    opensearch: () => restartable('opensearch', startOpenSearch),
    clickhouse: () => restartable('clickhouse', startClickhouse),
    s3: () => once('s3', async () => keep('s3', await startS3(await optionsOf('s3')))),
    close: async () => {
      await Promise.allSettled(opened.values());
      await Promise.all([...stops.values()].map((stop) => stop()));
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

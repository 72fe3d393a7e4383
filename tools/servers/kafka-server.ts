import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { startChildServer, type ChildServer } from './child-server.ts';
import { checkFiles, fetchMavenFiles } from './fetch-maven-files.ts';
import files from './kafka-files.json' with { type: 'json' };
import { secureListener, type SecureListener } from './kafka-secure-listener.ts';
import { COMPILE_ONCE, exists, findJava, installedFolder, run } from './server-host.ts';
import type { RunningServer, ServerOptions } from './running-server.ts';

const JAVA_VERSION = 17;
const LAYOUT = `rootLogger.level=INFO
rootLogger.appenderRef.console.ref=Console
appender.console.type=Console
appender.console.name=Console
appender.console.layout.type=PatternLayout
appender.console.layout.pattern=[%d] %p %m (%c)%n
`;

/** One broker of a cluster, which tests of faults kill and start again. */
export interface KafkaNode {
  readonly address: string;
  kill(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface KafkaServer extends RunningServer {
  readonly nodes: readonly KafkaNode[];
}

/**
 * Starts Kafka in KRaft mode: one node that is broker and controller, or three. `url` is the list of brokers. A single
 * node also has a listener with TLS and SASL.
 */
export async function startKafka(options: ServerOptions & { readonly nodes?: 1 | 3 }): Promise<KafkaServer> {
  const { dataFolder, mayFetch, onStep, nodes: count = 1 } = options;
  const home = await findJava(JAVA_VERSION);
  const folder = await installedFolder('kafka-4.3.1', mayFetch, async (draft) => {
    onStep('kafka: fetching 44 MB');
    await fetchMavenFiles(files, draft);
  });
  await checkFiles(join(folder, 'files'), files.sha256);
  await mkdir(dataFolder, { recursive: true });
  await writeFile(join(dataFolder, 'log4j2.properties'), LAYOUT);
  const clusterId = await clusterIdOf(dataFolder);
  const ports = await portsOf(count, options.port);
  const voters = ports.map(({ controller }, index) => `${index + 1}@127.0.0.1:${controller}`).join(',');
  const java: Java = {
    command: join(home, 'bin', 'java'),
    classPath: join(folder, 'files', '*'),
    flags: options.isShortLived ? [COMPILE_ONCE] : [],
    dataFolder,
    clusterId,
    detached: options.detached,
  };
  const secure = count === 1 ? secureListener(dataFolder, await freePort()) : undefined;
  const nodes = ports.map((port, index) => createNode(java, { id: index + 1, ...port, voters, count, secure }));
  onStep(count === 1 ? 'kafka: starting' : `kafka: starting ${count} nodes`);
  try {
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    await Promise.all(nodes.map((node) => node.kill()));
    throw error;
  }
  return {
    name: 'kafka',
    url: nodes.map(({ address }) => address).join(','),
    nodes,
    ...(secure && { settings: secure.settings }),
    exited: Promise.race(nodes.map((node) => node.exited())),
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
}

interface Java {
  readonly command: string;
  readonly classPath: string;
  readonly flags: readonly string[];
  readonly dataFolder: string;
  readonly clusterId: string;
  readonly detached?: boolean;
}

interface NodePlace {
  readonly id: number;
  readonly broker: number;
  readonly controller: number;
  readonly voters: string;
  readonly count: number;
  readonly secure: SecureListener | undefined;
}

function createNode(java: Java, place: NodePlace): KafkaNode & { exited(): Promise<string> } {
  const folder = join(java.dataFolder, `node${place.id}`);
  const config = join(folder, 'server.properties');
  const logging = `-Dlog4j2.configurationFile=${join(java.dataFolder, 'log4j2.properties')}`;
  const tool = (...args: string[]): string[] => [logging, '-cp', java.classPath, ...args];
  let child: ChildServer | undefined;
  return {
    address: `127.0.0.1:${place.broker}`,
    exited: () => child?.exited ?? new Promise(() => undefined),
    kill: async () => void (await child?.kill()),
    stop: async () => void (await child?.stop()),
    start: async () => {
      await mkdir(folder, { recursive: true });
      await writeFile(config, propertiesOf(place, join(folder, 'data')));
      if (!(await exists(join(folder, 'data', 'meta.properties'))))
        await run(java.command, [
          COMPILE_ONCE,
          ...tool('kafka.tools.StorageTool', 'format', '-t', java.clusterId, '-c', config),
          ...(place.secure?.formatArguments ?? []),
        ]);
      child = await startChildServer({
        name: `kafka node ${place.id}`,
        command: java.command,
        args: ['-Xms128m', '-Xmx512m', '-XX:+UseG1GC', '-XX:MaxGCPauseMillis=50', ...java.flags, ...tool('kafka.Kafka', config)],
        detached: java.detached,
        logFile: join(folder, 'server.log'),
        ready: async (log) => (await log()).includes('Kafka Server started'),
      });
    },
  };
}

/**
 * Returns the cluster id, created once and kept with the data. Kafka needs 16 bytes in base64url that do not start with
 * a dash.
 */
async function clusterIdOf(dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'cluster-id');
  if (!(await exists(file))) await writeFile(file, Buffer.concat([Buffer.of(1), randomBytes(15)]).toString('base64url'));
  return readFile(file, 'utf8');
}

async function portsOf(count: number, first: number | undefined): Promise<{ broker: number; controller: number }[]> {
  const port = (index: number): number | Promise<number> => (first === undefined ? freePort() : first + index);
  return Promise.all(
    Array.from({ length: count }, async (_, index) => ({ broker: await port(2 * index), controller: await port(2 * index + 1) })),
  );
}

function propertiesOf({ id, broker, controller, voters, count, secure }: NodePlace, dataFolder: string): string {
  const clients = [`PLAINTEXT://127.0.0.1:${broker}`, ...(secure ? [secure.address] : [])].join(',');
  const inSync = count === 1 ? 1 : 2;
  return Object.entries({
    'process.roles': 'broker,controller',
    'node.id': id,
    'controller.quorum.voters': voters,
    listeners: `${clients},CONTROLLER://127.0.0.1:${controller}`,
    'advertised.listeners': clients,
    'inter.broker.listener.name': 'PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SECURE:SASL_SSL',
    ...secure?.properties,
    'log.dirs': dataFolder.replaceAll('\\', '/'),
    'default.replication.factor': count,
    'min.insync.replicas': inSync,
    'offsets.topic.replication.factor': count,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': count,
    'transaction.state.log.min.isr': inSync,
    'transaction.state.log.num.partitions': 4,
    'auto.create.topics.enable': false,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1000,
    'broker.session.timeout.ms': 6000,
    'num.network.threads': 2,
    'num.io.threads': 4,
    'log.cleaner.backoff.ms': 1000,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

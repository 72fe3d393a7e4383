import { generateKeyPairSync } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChildServer, type ChildServer } from '../servers/child-server.ts';

/** Servers that a cluster stands on, as their clients need them. */
export interface ClusterServers {
  readonly kafka: { readonly url: string };
  readonly opensearch: { readonly url: string };
  readonly clickhouse: { readonly url: string };
  readonly s3: { readonly url: string; readonly settings?: Readonly<Record<string, string>> };
}

type ServiceName = 'ingest' | 'retriever' | 'consolidator' | 'gateway';

export interface ClusterOptions {
  readonly servers: ClusterServers;
  /** Keys and logs of the services. */
  readonly folder: string;
  /** Processes of a service; one where absent. */
  readonly replicas?: Readonly<Partial<Record<Exclude<ServiceName, 'gateway'>, number>>>;
  /** Over what the cluster sets itself. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether Ctrl-C in a terminal leaves the services to whoever opened them. */
  readonly detached?: boolean;
  readonly onStep?: (text: string) => void;
}

/** By the name of a process: a service's own is its first, the next is `ingest-2`. */
type ByProcess<T> = Readonly<Record<ServiceName, T>> & Readonly<Record<string, T>>;

/** The services, a process each. */
export interface Cluster {
  readonly url: string;
  readonly grpcAddress?: string;
  /** Of the first start alone. */
  readonly apiKey?: string;
  /** Metrics and probes. */
  readonly operations: ByProcess<string>;
  readonly services: ByProcess<ChildServer>;
  /** Ends them, the gateway first. */
  stop(): Promise<void>;
}

interface Started {
  readonly name: string;
  readonly child: ChildServer;
  readonly addresses: Readonly<Record<string, string>>;
  readonly apiKey?: string;
}

/** Starts ingest, which makes what is missing on the servers, then the rest, and the gateway over them. What was started is ended again where one fails. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, replicas = {}, detached = false, onStep = () => undefined } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partitions = { TOTAL_RECALL_PARTITIONS: String(2 * (replicas.ingest ?? 1)) };
  const shared = {
    ...(replicas.ingest !== undefined && replicas.ingest > 1 && partitions),
    ...process.env,
    ...(await settingsOf(options)),
    ...options.env,
  };
  const started: Started[] = [];
  const stop = async (): Promise<void> => {
    for (const { child } of started.splice(0).reverse()) await child.stop();
  };
  const start = async (service: ServiceName, env: Readonly<Record<string, string>>, at = 1): Promise<Started> => {
    const name = at === 1 ? service : `${service}-${at}`;
    onStep(`starting ${name}`);
    const running = await startService({ service, name, logFile: join(folder, `${name}.log`), env: { ...shared, ...env }, detached });
    started.push(running);
    return running;
  };
  const startAll = async (service: Exclude<ServiceName, 'gateway'>): Promise<Started[]> => {
    const inner = { TOTAL_RECALL_SERVICE_PORT: '0', TOTAL_RECALL_OPS_PORT: '0' };
    const all: Started[] = [];
    for (let at = 1; at <= (replicas[service] ?? 1); at++) all.push(await start(service, inner, at));
    return all;
  };
  try {
    const ingest = await startAll('ingest');
    const retriever = await startAll('retriever');
    await startAll('consolidator');
    const gateway = await start('gateway', {
      TOTAL_RECALL_INGEST_ADDRESS: addressesOf(ingest),
      TOTAL_RECALL_RETRIEVER_ADDRESS: addressesOf(retriever),
    });
    const { api, grpc } = gateway.addresses;
    return {
      url: api!,
      ...(grpc !== undefined && { grpcAddress: grpc }),
      ...(gateway.apiKey !== undefined && { apiKey: gateway.apiKey }),
      operations: byProcess(started, ({ addresses }) => addresses['operations']!),
      services: byProcess(started, ({ child }) => child),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const addressesOf = (started: readonly Started[]): string => started.map(({ addresses }) => addresses['service']!).join(',');

function byProcess<T>(started: readonly Started[], what: (started: Started) => T): ByProcess<T> {
  return Object.fromEntries(started.map((one) => [one.name, what(one)])) as ByProcess<T>;
}

interface Start {
  readonly service: ServiceName;
  readonly name: string;
  readonly logFile: string;
  readonly env: NodeJS.ProcessEnv;
  readonly detached: boolean;
}

/** What a service prints may hold the first key, so it is not in its log. */
async function startService({ service, name, ...settings }: Start): Promise<Started> {
  const main = fileURLToPath(new URL(`../../apps/${service}/dist/src/main.js`, import.meta.url));
  let printed = '';
  const child = await startChildServer({
    ...settings,
    name,
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning', main],
    onOutput: (text) => (printed += text),
    ready: async () => printed.includes('\n'),
  });
  return { name, child, ...(JSON.parse(printed) as Pick<Started, 'addresses' | 'apiKey'>) };
}

async function settingsOf({ servers, folder }: ClusterOptions): Promise<Record<string, string>> {
  const { kafka, opensearch, clickhouse, s3 } = servers;
  const keys = {
    TOTAL_RECALL_SERVICE_KEY_FILE: join(folder, 'service.key'),
    TOTAL_RECALL_SERVICE_PUBLIC_KEYS_FILE: join(folder, 'service.pub'),
  };
  await makeServiceKeys(keys.TOTAL_RECALL_SERVICE_KEY_FILE, keys.TOTAL_RECALL_SERVICE_PUBLIC_KEYS_FILE);
  return {
    TOTAL_RECALL_MASTER_KEY_FILE: join(folder, 'master.key'),
    ...keys,
    TOTAL_RECALL_KAFKA_BROKERS: kafka.url,
    TOTAL_RECALL_KAFKA_REPLICATION: '1',
    TOTAL_RECALL_OPENSEARCH_URL: opensearch.url,
    TOTAL_RECALL_OPENSEARCH_REPLICAS: '0',
    TOTAL_RECALL_CLICKHOUSE_URL: clickhouse.url,
    TOTAL_RECALL_S3_ENDPOINT: s3.url,
    TOTAL_RECALL_S3_REGION: s3.settings?.['region'] ?? 'us-east-1',
    TOTAL_RECALL_S3_ACCESS_KEY_ID: s3.settings?.['accessKeyId'] ?? '',
    TOTAL_RECALL_S3_SECRET_ACCESS_KEY: s3.settings?.['secretAccessKey'] ?? '',
  };
}

async function makeServiceKeys(keyFile: string, publicFile: string): Promise<void> {
  if (await stat(publicFile).catch(() => undefined)) return;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await writeFile(publicFile, publicKey.export({ type: 'spki', format: 'pem' }));
}

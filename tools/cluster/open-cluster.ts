import { generateKeyPairSync } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServiceProcess, type ServiceProcess } from './service-process.ts';

/** Servers that a cluster stands on, as their clients need them. */
export interface ClusterServers {
  readonly kafka: { readonly url: string };
  readonly opensearch: { readonly url: string };
  readonly clickhouse: { readonly url: string };
  readonly s3: { readonly url: string; readonly settings?: Readonly<Record<string, string>> };
}

type CoreName = 'ingest' | 'retriever';
export type ServiceName = CoreName | 'consolidator' | 'gateway';

export interface ClusterOptions {
  readonly servers: ClusterServers;
  /** Keys and logs of the services. */
  readonly folder: string;
  /** Processes of a service; one where absent. */
  readonly replicas?: Readonly<Partial<Record<Exclude<ServiceName, 'gateway'>, number>>>;
  /** The roles of each process of ingest, in place of a number of processes that have all. */
  readonly ingestRoles?: readonly string[];
  /** What the gateway takes for the addresses of a service: something between them that a test can break. */
  readonly between?: (service: CoreName, addresses: string) => Promise<string>;
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
  readonly services: ByProcess<ServiceProcess>;
  /** What all programs of it are told. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends them, the gateway first. */
  stop(): Promise<void>;
}

/** Starts ingest, which makes what is missing on the servers, then the rest, and the gateway over them. What was started is ended again where one fails. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, ingestRoles, detached = false, between = async (_, addresses) => addresses, onStep = () => undefined } = options;
  const replicas = { ...options.replicas, ...(ingestRoles && { ingest: ingestRoles.length }) };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partitions = { TOTAL_RECALL_PARTITIONS: String(2 * (replicas.ingest ?? 1)) };
  const shared = {
    ...(replicas.ingest !== undefined && replicas.ingest > 1 && partitions),
    ...process.env,
    ...(await settingsOf(options)),
    ...options.env,
  };
  const started: ServiceProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const service of started.splice(0).reverse()) await service.stop();
  };
  const start = async (app: ServiceName, env: Readonly<Record<string, string>>, at = 1): Promise<ServiceProcess> => {
    const name = at === 1 ? app : `${app}-${at}`;
    onStep(`starting ${name}`);
    const running = await startServiceProcess({ name, app, folder, env: { ...shared, ...env }, detached });
    started.push(running);
    return running;
  };
  const startAll = async (
    service: Exclude<ServiceName, 'gateway'>,
    env: Readonly<Record<string, string>> = {},
  ): Promise<ServiceProcess[]> => {
    const inner = { ...env, TOTAL_RECALL_SERVICE_PORT: '0', TOTAL_RECALL_OPS_PORT: '0' };
    const all: ServiceProcess[] = [];
    for (let at = 1; at <= (replicas[service] ?? 1); at++) {
      const roles = service === 'ingest' ? ingestRoles?.[at - 1] : undefined;
      all.push(await start(service, { ...inner, ...(roles !== undefined && { TOTAL_RECALL_INGEST_ROLES: roles }) }, at));
    }
    return all;
  };
  try {
    const ingest = await startAll('ingest');
    const retriever = await startAll('retriever');
    const consolidator = await startAll('consolidator', { TOTAL_RECALL_INGEST_ADDRESS: addressesOf(ingest) });
    const appending = ingest.filter((_, at) => ingestRoles?.[at]?.split(',').includes('append') ?? true);
    const gateway = await start('gateway', {
      TOTAL_RECALL_INGEST_ADDRESS: await between('ingest', addressesOf(appending)),
      TOTAL_RECALL_RETRIEVER_ADDRESS: await between('retriever', addressesOf(retriever)),
      TOTAL_RECALL_CONSOLIDATOR_ADDRESS: addressesOf(consolidator),
    });
    const { api, grpc } = gateway.addresses;
    return {
      url: api!,
      ...(grpc !== undefined && { grpcAddress: grpc }),
      ...(gateway.apiKey !== undefined && { apiKey: gateway.apiKey }),
      operations: byProcess(started, ({ addresses }) => addresses['operations']!),
      services: byProcess(started, (service) => service),
      env: shared,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const addressesOf = (started: readonly ServiceProcess[]): string => started.map(({ addresses }) => addresses['service']!).join(',');

function byProcess<T>(started: readonly ServiceProcess[], what: (started: ServiceProcess) => T): ByProcess<T> {
  return Object.fromEntries(started.map((one) => [one.name, what(one)])) as ByProcess<T>;
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

import { generateKeyPairSync } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServiceProcess, type ServiceName, type ServiceProcess } from './service-process.ts';

/** Addresses of the servers under a cluster. */
export interface ClusterServers {
  readonly kafka: { readonly url: string };
  readonly opensearch: { readonly url: string };
  readonly clickhouse: { readonly url: string };
  readonly s3: { readonly url: string; readonly settings?: Readonly<Record<string, string>> };
}

type CoreName = 'ingest' | 'retriever';

export interface ClusterOptions {
  readonly servers: ClusterServers;
  /** Folder for keys and logs of the services. */
  readonly folder: string;
  /** Number of processes by service. Default: one. */
  readonly replicas?: Readonly<Partial<Record<Exclude<ServiceName, 'gateway'>, number>>>;
  /** Roles of each ingest process. Without it, every process has all roles. */
  readonly ingestRoles?: readonly string[];
  /** Returns the addresses to give the gateway for a service, such as those of a proxy that a test can break. */
  readonly between?: (service: CoreName, addresses: string) => Promise<string>;
  /** Environment variables that override those set by the cluster. */
  readonly env?: Readonly<Record<string, string>>;
  /** True when the caller ends the services itself, so that Ctrl-C in a terminal does not reach them. */
  readonly detached?: boolean;
  readonly onStep?: (text: string) => void;
}

/** Values by process name. The first process has its service's name, the next is `ingest-2`. */
type ByProcess<T> = Readonly<Record<ServiceName, T>> & Readonly<Record<string, T>>;

/** Running services of a cluster, each in its own process. */
export interface Cluster {
  readonly url: string;
  readonly grpcAddress?: string;
  /** First API key; only after the first start. */
  readonly apiKey?: string;
  /** Addresses for metrics and probes. */
  readonly operations: ByProcess<string>;
  readonly services: ByProcess<ServiceProcess>;
  /** Environment of all programs of the cluster. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Stops the services, the gateway first and ingest last. */
  stop(): Promise<void>;
}

/** Services by the order in which they stop: first what calls, then what is called. */
const STOPPED_TOGETHER: readonly (readonly ServiceName[])[] = [['gateway'], ['retriever', 'consolidator'], ['ingest']];

/**
 * Starts ingest, which creates what the servers lack, then the other services beside each other, and the gateway last. If
 * one fails, the started ones are stopped.
 */
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
    const running = started.splice(0);
    for (const apps of STOPPED_TOGETHER)
      await Promise.all(running.filter(({ app }) => apps.includes(app)).map((service) => service.stop()));
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
    const [retriever, consolidator] = await allOf([
      startAll('retriever'),
      startAll('consolidator', { TOTAL_RECALL_INGEST_ADDRESS: addressesOf(ingest) }),
    ]);
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

/** Waits for all, also where one fails, so that none is left that starts behind a failure. */
async function allOf<T extends readonly Promise<unknown>[]>(starting: readonly [...T]): Promise<{ [At in keyof T]: Awaited<T[At]> }> {
  await Promise.allSettled(starting);
  return Promise.all(starting);
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

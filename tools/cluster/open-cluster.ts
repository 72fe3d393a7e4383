import { generateKeyPairSync } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChildServer, type ChildServer } from '../servers/child-server.ts';

const mainOf = (service: string): string => fileURLToPath(new URL(`../../apps/${service}/dist/src/main.js`, import.meta.url));

/** Servers that a cluster stands on, as their clients need them. */
export interface ClusterServers {
  readonly kafka: { readonly url: string };
  readonly opensearch: { readonly url: string };
  readonly clickhouse: { readonly url: string };
  readonly s3: { readonly url: string; readonly settings?: Readonly<Record<string, string>> };
}

export interface ClusterOptions {
  readonly servers: ClusterServers;
  /** Keys and logs of the services. */
  readonly folder: string;
  /** Over what the cluster sets itself. */
  readonly env?: Readonly<Record<string, string>>;
  readonly onStep?: (text: string) => void;
}

/** The services, a process each. */
export interface Cluster {
  readonly url: string;
  readonly grpcAddress?: string;
  /** Of the first start alone. */
  readonly apiKey?: string;
  /** Metrics and probes, by service. */
  readonly operations: Readonly<Record<ServiceName, string>>;
  readonly services: Readonly<Record<ServiceName, ChildServer>>;
  /** Ends them, the gateway first. */
  stop(): Promise<void>;
}

type ServiceName = 'ingest' | 'retriever' | 'gateway';

interface Started {
  readonly child: ChildServer;
  readonly addresses: Readonly<Record<string, string>>;
  readonly apiKey?: string;
}

/** Starts ingest, then the retriever, then the gateway over them. What was started is ended again where one fails. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, onStep = () => undefined } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const shared = { ...process.env, ...(await settingsOf(options)), ...options.env };
  const started: ChildServer[] = [];
  const stop = async (): Promise<void> => {
    for (const child of started.splice(0).reverse()) await child.stop();
  };
  const start = async (name: ServiceName, env: Readonly<Record<string, string>>): Promise<Started> => {
    onStep(`starting ${name}`);
    const service = await startService(name, folder, { ...shared, ...env });
    started.push(service.child);
    return service;
  };
  try {
    const inner = { TOTAL_RECALL_SERVICE_PORT: '0', TOTAL_RECALL_OPS_PORT: '0' };
    const ingest = await start('ingest', inner);
    const retriever = await start('retriever', inner);
    const gateway = await start('gateway', {
      TOTAL_RECALL_INGEST_ADDRESS: ingest.addresses['service']!,
      TOTAL_RECALL_RETRIEVER_ADDRESS: retriever.addresses['service']!,
    });
    const { api, grpc } = gateway.addresses;
    return {
      url: api!,
      ...(grpc !== undefined && { grpcAddress: grpc }),
      ...(gateway.apiKey !== undefined && { apiKey: gateway.apiKey }),
      operations: {
        ingest: ingest.addresses['operations']!,
        retriever: retriever.addresses['operations']!,
        gateway: gateway.addresses['operations']!,
      },
      services: { ingest: ingest.child, retriever: retriever.child, gateway: gateway.child },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What a service prints may hold the first key, so it is not in its log. */
async function startService(name: ServiceName, folder: string, env: NodeJS.ProcessEnv): Promise<Started> {
  let printed = '';
  const child = await startChildServer({
    name,
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning', mainOf(name)],
    env,
    logFile: join(folder, `${name}.log`),
    onOutput: (text) => (printed += text),
    ready: async () => printed.includes('\n'),
  });
  return { child, ...(JSON.parse(printed) as Omit<Started, 'child'>) };
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

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchOverGrpc } from '@total-recall/nest/testing';
import { onRealServer, type RealServer } from '@total-recall/ports/testing';
import { openCluster } from '../tools/cluster/open-cluster.ts';
import { describeApi, type ApiUnderTest } from './api-spec.ts';

const found: Record<string, RealServer> = {};
for (const name of ['kafka', 'opensearch', 'clickhouse', 's3'] as const) await onRealServer(name, (server) => void (found[name] = server));
const { kafka, opensearch, clickhouse, s3 } = found;

/** Ingest, retriever and gateway as processes, with names on the servers that nobody else uses. */
async function open(transport: 'HTTP' | 'gRPC', servers: Parameters<typeof openCluster>[0]['servers']): Promise<ApiUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-cluster-'));
  const cluster = await openCluster({
    servers,
    folder,
    env: {
      TOTAL_RECALL_NAME_PREFIX: `t${randomBytes(6).toString('hex')}`,
      TOTAL_RECALL_PORT: '0',
      TOTAL_RECALL_GRPC_PORT: '0',
      TOTAL_RECALL_OPS_PORT: '0',
      TOTAL_RECALL_PARTITIONS: '2',
      TOTAL_RECALL_WINDOW_TOKENS: '8192',
      TOTAL_RECALL_EMBEDDER: 'off',
      TOTAL_RECALL_LOG_LEVEL: 'warn',
    },
  });
  const grpc = transport === 'gRPC' ? fetchOverGrpc(cluster.grpcAddress!) : undefined;
  return {
    url: cluster.url,
    apiKey: cluster.apiKey!,
    ...(grpc && { fetch: grpc.fetch }),
    operations: Object.values(cluster.operations),
    close: async () => {
      grpc?.close();
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

if (kafka && opensearch && clickhouse && s3) {
  const servers = { kafka, opensearch, clickhouse, s3 };
  for (const transport of ['HTTP', 'gRPC'] as const) describeApi(`of a cluster over ${transport}`, () => open(transport, servers));
}

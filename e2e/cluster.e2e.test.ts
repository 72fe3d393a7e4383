import { fetchOverGrpc } from '@total-recall/nest/testing';
import type { ClusterServers } from '../tools/cluster/open-cluster.ts';
import { describeApi, type ApiUnderTest } from './api-spec.ts';
import { openTestCluster } from './open-test-cluster.ts';
import { realServers } from './real-servers.ts';

async function open(transport: 'HTTP' | 'gRPC', servers: ClusterServers): Promise<ApiUnderTest> {
  const { url, apiKey, grpcAddress, operations, stop } = await openTestCluster(servers);
  const grpc = transport === 'gRPC' ? fetchOverGrpc(grpcAddress!) : undefined;
  return {
    url,
    apiKey,
    ...(grpc && { fetch: grpc.fetch }),
    operations: Object.values(operations),
    close: async () => {
      grpc?.close();
      await stop();
    },
  };
}

const servers = await realServers();
if (servers)
  for (const transport of ['HTTP', 'gRPC'] as const) describeApi(`of a cluster over ${transport}`, () => open(transport, servers));

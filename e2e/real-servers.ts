import { onRealServer, type RealServer } from '@total-recall/ports/testing';
import type { ClusterServers } from '../tools/cluster/open-cluster.ts';

/**
 * Returns the servers of a cluster, shared by all test files; undefined when this machine lacks one, which is printed.
 */
export async function realServers(): Promise<ClusterServers | undefined> {
  const found: Record<string, RealServer> = {};
  for (const name of ['kafka', 'opensearch', 'clickhouse', 's3'] as const)
    await onRealServer(name, (server) => void (found[name] = server));
  const { kafka, opensearch, clickhouse, s3 } = found;
  return kafka && opensearch && clickhouse && s3 ? { kafka, opensearch, clickhouse, s3 } : undefined;
}

import { onRealServer, type RealServer } from '@total-recall/ports/testing';
import type { ClusterServers } from '../tools/cluster/open-cluster.ts';

/** The servers of a cluster, shared by all test files; undefined where this machine lacks one, which is then said loudly. */
export async function realServers(): Promise<ClusterServers | undefined> {
  const found: Record<string, RealServer> = {};
  for (const name of ['kafka', 'opensearch', 'clickhouse', 's3'] as const)
    await onRealServer(name, (server) => void (found[name] = server));
  const { kafka, opensearch, clickhouse, s3 } = found;
  return kafka && opensearch && clickhouse && s3 ? { kafka, opensearch, clickhouse, s3 } : undefined;
}

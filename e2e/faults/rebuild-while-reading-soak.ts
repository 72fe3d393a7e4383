import { rebuildWhileReading } from '../load/rebuild-while-reading.ts';
import type { Soak } from './soak.ts';

/** The operator's rebuild under load, with two processes of each service that shares partitions. */
export const rebuildWhileReadingSoak: Soak = {
  name: 'rebuild-while-reading',
  what: 'the next index generation filled while recalls and appends go on, killed once; the same session states (I-07), every recall answered',
  run: async ({ servers, onStep }) => {
    const [kafka, opensearch, clickhouse, s3] = await Promise.all([
      servers.kafka(1),
      servers.opensearch(),
      servers.clickhouse(),
      servers.s3(),
    ]);
    return rebuildWhileReading({
      servers: { kafka, opensearch, clickhouse, s3 },
      partitions: 4,
      replicas: { ingest: 2, retriever: 2 },
      before: 6_000,
      beside: 1_500,
      writers: 6,
      searched: 20,
      onStep,
    });
  },
};

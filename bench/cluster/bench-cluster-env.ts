/** Settings of the services of a cluster that is measured: any free ports, and no limits on requests. */
export const BENCH_CLUSTER_ENV = {
  TOTAL_RECALL_TENANT: 'system',
  TOTAL_RECALL_PORT: '0',
  TOTAL_RECALL_OPS_PORT: '0',
  TOTAL_RECALL_LOG_LEVEL: 'warn',
  TOTAL_RECALL_RATE_LIMIT_PER_SECOND: '1000000',
  TOTAL_RECALL_RATE_LIMIT_BURST: '1000000',
} as const;

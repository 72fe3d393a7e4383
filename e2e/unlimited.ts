/** Settings of a service that no load of a test is too much for. */
export const UNLIMITED = {
  TOTAL_RECALL_RATE_LIMIT_PER_SECOND: '100000',
  TOTAL_RECALL_RATE_LIMIT_BURST: '100000',
  TOTAL_RECALL_UNKNOWN_KEYS_PER_SECOND: '100000',
} as const;

/** Settings under which a service accepts any load of a test. */
export const UNLIMITED = {
  TOTAL_RECALL_RATE_LIMIT_PER_SECOND: '100000',
  TOTAL_RECALL_RATE_LIMIT_BURST: '100000',
  TOTAL_RECALL_UNKNOWN_KEYS_PER_SECOND: '100000',
} as const;

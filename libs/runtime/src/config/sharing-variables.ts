import { integer, type ConfigVariable } from './config-variable.ts';

/** Variables for sharing a process among its tenants. */
export const SHARING_VARIABLES = {
  TOTAL_RECALL_WORK_SLOTS: integer(
    'workSlots',
    0,
    0,
    256,
    'Recalls, windows and opens worked on at one time; the rest waits, the tenant that has had least first. 0 for 3 in one process, and 16 in a retriever, which waits for servers most of the time.',
  ),
  TOTAL_RECALL_WORK_DEADLINE_MS: integer(
    'workDeadlineMs',
    10_000,
    100,
    120_000,
    'Longest a recall, a window or an open waits for others; 503 with Retry-After past it.',
  ),
  TOTAL_RECALL_WORK_WAITING_PER_TENANT: integer(
    'workWaitingPerTenant',
    256,
    1,
    10_000,
    'Recalls, windows and opens of one tenant that may wait; one more is answered 429.',
  ),
  TOTAL_RECALL_UNKNOWN_KEYS_PER_SECOND: integer(
    'unknownKeysPerSecond',
    5,
    1,
    1_000_000,
    'API keys of one address that are looked up a second and turn out not to be valid; twenty times as many at once. 429 past it.',
  ),
  TOTAL_RECALL_TRUSTED_PROXIES: {
    key: 'trustedProxies',
    type: 'text',
    pattern: /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:]{2,39})(?:\/\d{1,3})?(?:,(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:]{2,39})(?:\/\d{1,3})?)*$/i,
    expected: 'addresses or subnets, with commas between them',
    default: null,
    defaultText: 'none',
    description:
      'Proxies whose X-Forwarded-For is believed, over HTTP and gRPC. Keys that are not valid, connections and half sent requests are counted by address: behind a proxy that is not named here by its own.',
  },
  TOTAL_RECALL_TENANT_WEIGHTS: {
    key: 'tenantWeights',
    type: 'text',
    pattern:
      /^[a-z0-9][a-z0-9._-]{0,127}=(?:0\.\d{1,3}|[1-9]\d{0,3}(?:\.\d{1,3})?)(?:,[a-z0-9][a-z0-9._-]{0,127}=(?:0\.\d{1,3}|[1-9]\d{0,3}(?:\.\d{1,3})?))*$/i,
    expected: '`tenant=weight`, with commas between them',
    default: null,
    defaultText: '1 each',
    description: 'Shares of tenants while several want more than there is: one of weight 3 gets three times what one of weight 1 gets.',
  },
} as const satisfies Readonly<Record<string, ConfigVariable>>;

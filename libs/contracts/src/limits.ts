/** Every bound in one place. A limit that is hit is answered with a code and counted. */
export const LIMITS = {
  /** HTTP body. Attachments are base64 inside it. */
  bodyBytes: 32 * 1024 * 1024,
  jsonDepth: 32,
  /** Objects, lists, keys and elements of one JSON body, before it is built. */
  jsonValues: 250_000,
  eventsPerErasure: 1_000,
  /** Rules of retention of one level of policy. */
  retentionRules: 64,
  /** Legal holds that stand at a time. */
  holdsPerTenant: 1_000,
  eventsPerAppend: 500,
  /** Text of one event; results above the artifact threshold go to an artifact. */
  eventTextBytes: 16 * 1024 * 1024,
  /** Text that stays inline in an event that is no tool result; above it becomes an artifact too. */
  inlineTextBytes: 256 * 1024,
  attachmentBytes: 24 * 1024 * 1024,
  attachmentsPerEvent: 16,
  toolArgumentsBytes: 1024 * 1024,
  /** Signature of thinking, or its redacted form. */
  thinkingSealBytes: 256 * 1024,
  tagsPerEvent: 32,
  labelLength: 128,
  supersedesPerEvent: 64,
  provenancePerEvent: 256,
  queriesPerRecall: 8,
  /** Smallest budget of a recall: an answer without evidence takes as much. */
  recallTokensMin: 64,
  queryLength: 8_192,
  queryTerms: 64,
  hitsPerRecall: 100,
  pageSize: 500,
  expandPage: 500,
  idempotencyKeysPerSession: 1_024,
  sourcesPerSession: 256,
  sequenceRangesAbove: 64,
  lateCalls: 256,
  pinnedPerSpace: 256,
  taskStateItems: 64,
  /** Registered extensions of a task state, and the size of each one's schema. */
  extensionSchemas: 16,
  extensionSchemaBytes: 16 * 1024,
  taskStateBytes: 32 * 1024,
  callerBlockBytes: 4 * 1024 * 1024,
  passagesPerEvent: 20_000,
  passageChars: 400,
  /** Serialised `extra` of an event. */
  extraBytes: 64 * 1024,
  toolsPerWindow: 512,
  filesPerWindow: 512,
  filterValues: 256,
  windowTokensMax: 10_000_000,
  keysPerTenant: 1_000,
  spacesPerKey: 256,
  /** Policies of a tenant's spaces and sessions: each is checked when the tenant's own is written. */
  policiesPerTenant: 10_000,
  tenants: 10_000,
  /** Authenticated keys and rate-limit buckets held in memory; the oldest go first. */
  authCacheEntries: 10_000,
  rateBuckets: 20_000,
  /** Connections of one address, unless it is a trusted proxy. */
  connectionsPerAddress: 2_000,
  /** Requests of one address, unless it is a trusted proxy, whose bodies are still to come; streams of gRPC as long as they are open. */
  halfOpenPerAddress: 512,
  /** Audit entries waiting to be written; past it they are dropped and counted. */
  auditQueue: 10_000,
  auditBatch: 256,
  /** Bytes of all bodies being read at one time; requests and connections at one time. */
  bodiesInFlightBytes: 512 * 1024 * 1024,
  requestsInFlight: 4_096,
  /** What of these one tenant may have, so that others find room. */
  bodiesInFlightBytesPerTenant: 128 * 1024 * 1024,
  requestsInFlightPerTenant: 1_024,
  /** Recalls, windows and opens of all tenants that wait for their turn in one process. */
  workWaiting: 4_096,
  connections: 10_000,
} as const;

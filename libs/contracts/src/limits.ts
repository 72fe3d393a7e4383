/** Every limit, in one place. A request that exceeds one is answered with a code and counted. */
export const LIMITS = {
  /** Size of an HTTP body. Attachments are base64 inside it. */
  bodyBytes: 32 * 1024 * 1024,
  jsonDepth: 32,
  /** Number of objects, lists, keys and elements in one JSON body, checked before it is built. */
  jsonValues: 250_000,
  eventsPerErasure: 1_000,
  /** Number of retention rules at one level of policy. */
  retentionRules: 64,
  /** Number of legal holds that stand at the same time. */
  holdsPerTenant: 1_000,
  eventsPerAppend: 500,
  /** Text of one event. Results above the artifact threshold become artifacts. */
  eventTextBytes: 16 * 1024 * 1024,
  /** Text kept inline in an event that is no tool result. Longer text becomes an artifact too. */
  inlineTextBytes: 256 * 1024,
  attachmentBytes: 24 * 1024 * 1024,
  attachmentsPerEvent: 16,
  toolArgumentsBytes: 1024 * 1024,
  /** Signature of thinking, or its redacted form, in bytes. */
  thinkingSealBytes: 256 * 1024,
  tagsPerEvent: 32,
  /** Characters of a fact that a person writes, and of its value. */
  factTextLength: 4_000,
  /** Characters of the words that a list of facts is filtered by. */
  factQueryLength: 512,
  labelLength: 128,
  /** Characters of the objective of a delegation, of a constraint, of a finding and of a summary. */
  delegationTextLength: 8_000,
  /** Characters of all texts of one delegation, or of one report: a list answers with many of them. */
  delegationTotalLength: 65_536,
  /** Constraints or acceptance criteria of a delegation. */
  delegationItems: 32,
  /** Key events of a delegation, and its artifacts. */
  delegationRefs: 64,
  delegationsPerSession: 256,
  findingsPerReport: 64,
  supersedesPerEvent: 64,
  provenancePerEvent: 256,
  queriesPerRecall: 8,
  /** Smallest budget of a recall: an answer without evidence needs this much. */
  recallTokensMin: 64,
  queryLength: 8_192,
  queryTerms: 64,
  hitsPerRecall: 100,
  pageSize: 500,
  expandPage: 500,
  /** Bytes of the bodies on one page of events; the first is on it whatever its size. The page then ends with its next. */
  pageBytes: 8 * 1024 * 1024,
  idempotencyKeysPerSession: 1_024,
  sourcesPerSession: 256,
  sequenceRangesAbove: 64,
  lateCalls: 256,
  pinnedPerSpace: 256,
  taskStateItems: 64,
  /** Number of registered extensions of a task state, and size of each schema. */
  extensionSchemas: 16,
  extensionSchemaBytes: 16 * 1024,
  taskStateBytes: 32 * 1024,
  callerBlockBytes: 4 * 1024 * 1024,
  passagesPerEvent: 20_000,
  passageChars: 400,
  /** Size of the serialised `extra` of an event. */
  extraBytes: 64 * 1024,
  toolsPerWindow: 512,
  filesPerWindow: 512,
  filterValues: 256,
  windowTokensMax: 10_000_000,
  keysPerTenant: 1_000,
  spacesPerKey: 256,
  /** Policies of a tenant's spaces and sessions. Each is checked when the tenant's own policy is written. */
  policiesPerTenant: 10_000,
  tenants: 10_000,
  /** Authenticated keys and rate-limit buckets held in memory; the oldest are evicted first. */
  authCacheEntries: 10_000,
  rateBuckets: 20_000,
  /** Connections from one address, unless it is a trusted proxy. */
  connectionsPerAddress: 2_000,
  /**
   * Requests from one address whose bodies are still incomplete, unless it is a trusted proxy; gRPC streams count while
   * they are open.
   */
  halfOpenPerAddress: 512,
  /** Audit entries waiting to be written. Entries beyond it are dropped and counted. */
  auditQueue: 10_000,
  auditBatch: 256,
  /**
   * Total bytes of bodies being read at once, and requests being answered at once; `connections` below bounds sockets.
   */
  bodiesInFlightBytes: 512 * 1024 * 1024,
  requestsInFlight: 4_096,
  /** Share of the two limits above that one tenant may use, so that others find room. */
  bodiesInFlightBytesPerTenant: 128 * 1024 * 1024,
  requestsInFlightPerTenant: 1_024,
  /** Recalls, windows and opens of all tenants that wait for their turn in one process. */
  workWaiting: 4_096,
  connections: 10_000,
} as const;

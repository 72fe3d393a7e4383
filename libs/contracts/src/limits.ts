import { PROFILE_LIMITS } from '@total-recall/domain';

/** Every limit, in one place. A request that exceeds one is answered with a code and counted. */
export const LIMITS = {
  /** Size of an HTTP body. Attachments are base64 inside it. */
  bodyBytes: 32 * 1024 * 1024,
  /** Levels of lists and objects within each other in one JSON body. */
  jsonDepth: 32,
  /** Number of objects, lists, keys and elements in one JSON body, checked before it is built. */
  jsonValues: 250_000,
  /** Events that one request to erase may name. */
  eventsPerErasure: 1_000,
  /** Number of retention rules at one level of policy. */
  retentionRules: 64,
  /** Number of legal holds that stand at the same time. */
  holdsPerTenant: 1_000,
  /** Events of one append; a gRPC stream takes twenty times as many. */
  eventsPerAppend: 500,
  /** Text of one event. Results above the artifact threshold become artifacts. */
  eventTextBytes: 16 * 1024 * 1024,
  /** Text kept inline in an event that is no tool result. Longer text becomes an artifact too. */
  inlineTextBytes: 256 * 1024,
  /** One attachment, decoded. */
  attachmentBytes: 24 * 1024 * 1024,
  /** Attachments of one event. */
  attachmentsPerEvent: 16,
  /** Arguments of one call, as JSON text. */
  toolArgumentsBytes: 1024 * 1024,
  /** Signature of thinking, or its redacted form, in bytes. */
  thinkingSealBytes: 256 * 1024,
  /** Tags of one event, and its labels of sensitivity. */
  tagsPerEvent: 32,
  /** Characters of a fact that a person writes, and of its value. */
  factTextLength: 4_000,
  /** Characters of the words that a list of facts is filtered by. */
  factQueryLength: 512,
  /** Characters of a tag, an agent, a task, a name of a premise, and other labels. */
  labelLength: 128,
  /** Characters of the objective of a delegation, of a constraint, of a finding and of a summary. */
  delegationTextLength: 8_000,
  /** Characters of all texts of one delegation, or of one report: a list answers with many of them. */
  delegationTotalLength: 65_536,
  /** Constraints or acceptance criteria of a delegation. */
  delegationItems: 32,
  /** Key events of a delegation, and its artifacts. */
  delegationRefs: 64,
  /** Subtasks that one session delegates. */
  delegationsPerSession: 256,
  /** Findings of one report on a subtask. */
  findingsPerReport: 64,
  /** Events that one event makes obsolete. */
  supersedesPerEvent: 64,
  /** Events that one event was derived from. */
  provenancePerEvent: 256,
  /** Queries of one recall. */
  queriesPerRecall: 8,
  /** Smallest budget of a recall: an answer without evidence needs this much. */
  recallTokensMin: 64,
  /** Characters of one query. */
  queryLength: 8_192,
  /** Terms of one query that are looked up; of a longer query the rarest are. Nothing is refused. */
  queryTerms: 64,
  /** Hits of one answer. */
  hitsPerRecall: 100,
  /** Rows of one page of a list. */
  pageSize: 500,
  /** Facts of one answer of `profile`; what holds comes first, and the answer counts the others. */
  profileFacts: PROFILE_LIMITS.facts,
  /** Facts of one answer of `profile` that hold no more and tell one thing; the answer counts the others. */
  profileHistory: PROFILE_LIMITS.historyAKey,
  /** Events that one open of turns shows; the answer says where to go on. */
  eventsPerOpen: 100,
  /** Events of one page of what is behind a marker. */
  expandPage: 500,
  /** Bytes of the bodies on one page of events; the first is on it whatever its size. The page then ends with its next. */
  pageBytes: 8 * 1024 * 1024,
  /** Idempotency keys that a session remembers; the oldest are forgotten first. */
  idempotencyKeysPerSession: 1_024,
  /** Sources that a session knows, one for each writer. */
  sourcesPerSession: 256,
  /** Gaps in the sequence numbers of one source that may be open at once. */
  sequenceRangesAbove: 64,
  /** Evicted calls without a result that a session remembers; the oldest are forgotten first. */
  lateCalls: 256,
  /** Pinned events of a space that recall knows, the latest; and events that one event pins. */
  pinnedPerSpace: 256,
  /** Entries of each list of a task state: goals, constraints, key events and so on. */
  taskStateItems: 64,
  /** Registered extensions of a task state. */
  extensionSchemas: 16,
  /** Schema of one extension. */
  extensionSchemaBytes: 16 * 1024,
  /** A task state as JSON. */
  taskStateBytes: 32 * 1024,
  /** One block that the caller puts into a window: system text, a skill, a file, the message of the user. */
  callerBlockBytes: 4 * 1024 * 1024,
  /** Passages of one event that are indexed; those of a text that would have more are longer. */
  passagesPerEvent: 20_000,
  /** Characters of a passage, about. Passages may be longer, nothing is refused. */
  passageChars: 400,
  /** Size of the serialised `extra` of an event. */
  extraBytes: 64 * 1024,
  /** Tools that the caller gives to a window. */
  toolsPerWindow: 512,
  /** Workspace files of a window, and its skills. */
  filesPerWindow: 512,
  /** Values of one filter of a recall: sessions, kinds, agents, tasks. */
  filterValues: 256,
  /** Tokens that a budget may be set to. A window has fewer: see `windowTokens` of the policy. */
  windowTokensMax: 10_000_000,
  /** Valid API keys of a tenant. */
  keysPerTenant: 1_000,
  /** Revoked and expired API keys of a tenant that are listed, for 30 days. A new key drops older ones and those beyond. */
  endedKeysPerTenant: 1_000,
  /** Keys above an API key in its line: the key that made it, the one that made that, and so on. */
  makersPerKey: 16,
  /** Spaces that one key may be bound to. */
  spacesPerKey: 256,
  /** Data subjects that one key may be bound to. */
  subjectsPerKey: 256,
  /** Policies of a tenant's spaces and sessions. Each is checked when the tenant's own policy is written. */
  policiesPerTenant: 10_000,
  /** Tenants of a service, but for those that were removed. */
  tenants: 10_000,
  /** Authenticated keys held in memory; the oldest are let go first. */
  authCacheEntries: 10_000,
  /** Rates of keys, tenants and addresses held in memory; the oldest are let go first and begin anew. */
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
  /** Audit entries that are written at once. */
  auditBatch: 256,
  /** Bytes of all bodies that are held at once, where memory is not divided. */
  bodiesInFlightBytes: 512 * 1024 * 1024,
  /** Requests that are answered at once. */
  requestsInFlight: 4_096,
  /** Bytes of the bodies of one tenant that are read at the same time, as announced; more get 429 `rate_limited` at once. */
  bodiesInFlightBytesPerTenant: 128 * 1024 * 1024,
  /** Share of `requestsInFlight` that one tenant may use. */
  requestsInFlightPerTenant: 1_024,
  /** Recalls, windows and opens of all tenants that wait for their turn in one process. */
  workWaiting: 4_096,
  /** Open connections of the API. */
  connections: 10_000,
} as const;

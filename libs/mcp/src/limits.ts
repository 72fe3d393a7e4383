/** Limits of the MCP server. Those of the service hold besides, and are checked there. */
export const MCP_LIMITS = {
  /** Size of one message over HTTP, and of what stdio holds of one that is still incomplete. */
  messageBytes: 2 * 1024 * 1024,
  /** Characters of a question. */
  queryLength: 2_000,
  queries: 8,
  /** Tokens that one answer of recall, open, expand or resume may be asked for; many clients cut longer answers. */
  answerTokens: 20_000,
  /** Smallest budget of a recall, and of what opens events: the service refuses less. */
  recallTokensMin: 64,
  openTokensMin: 300,
  /** Characters of an answer that is no evidence: facts, sessions, markers, the digest. */
  answerCharacters: 24_000,
  /** Characters of a message that an agent appends. */
  appendCharacters: 100_000,
  /** Events that one call of expand or resume opens. */
  opened: 64,
  facts: 50,
  /** Pages that `profile` reads until one has a fact: those of a space that is full. */
  factPages: 10,
  sessions: 100,
  markers: 100,
  /** Time of one call of the service. */
  callTimeoutMs: 30_000,
  connections: 256,
  /** Streams of notifications. This server never sends one; a client may still hold a stream open. */
  subscriptions: 64,
} as const;

/** Bounds of the proxy. */
export const PROXY_LIMITS = {
  /** Size of a request body. */
  bodyBytes: 64 * 1024 * 1024,
  /** Bytes of all bodies that are held until their answers have gone; half of it for those of one tenant. */
  heldBodyBytes: 512 * 1024 * 1024,
  /** Size up to which a body is counted, but read whatever others hold. */
  smallBodyBytes: 64 * 1024,
  /** Time for which a body waits for room; then it goes on unread. */
  bodyWaitMs: 10_000,
  /** Bytes of an answer that are read, over all its rounds and behind its compression, unless a setting says otherwise. */
  answerBytes: 64 * 1024 * 1024,
  /** How many answers of that size are held at once. What does not fit beside others goes on unread. */
  answersAtOnce: 4,
  /** Size up to which an answer is counted, but read whatever others hold: only few are larger. */
  smallAnswerBytes: 64 * 1024,
  /** Messages, or items, of a request that is read. One with more goes on as it came: reading it would hold up all others. */
  messages: 20_000,
  /** Parts of all its messages, such as calls and results, of which each becomes an event: some three a message. */
  parts: 60_000,
  /** Parts of one message. Within a turn a result is looked for among all its calls. */
  messageParts: 20_000,
  /** Objects, lists, keys and elements of a request that is read, and how deep they are nested. */
  values: 1_000_000,
  depth: 128,
  /** Entries of folded prefixes of conversations, and counts of parts, that stay in memory. */
  foldedEntries: 1_000_000,
  countedParts: 50_000,
  countedTexts: 5_000,
  /** Calls of conversations of which is remembered by which correction their windows were decided. */
  decisions: 50_000,
  /** Keys whose memories are open. */
  memories: 1_000,
  /** Conversations whose place in the log is remembered; of others it is found again. */
  conversations: 5_000,
  /** Bytes that messages take, about, that were read and are not read again, for each vendor's form. */
  readBytes: 96 * 1024 * 1024,
  /** Characters of what was recalled within answers, put back in later requests. */
  exchangeChars: 64 * 1024 * 1024,
  /** Bytes of one exchange as the memory keeps it for later processes, and events that it may quote. */
  exchangeBytes: 256 * 1024,
  exchangeQuotes: 256,
  /** Exchanges of a conversation that it keeps so. */
  exchangeNotes: 2_000,
  /** Notes of a page. */
  notesPage: 500,
  /** Bytes of notes from which on no further page of a conversation's is read. */
  notesBytes: 16 * 1024 * 1024,
  /** Time for which a request waits until the exchanges of its conversation are read, and where the last reading took longer. */
  exchangesMs: 500,
  slowMs: 50,
  /** Time for which they count as not erased, where nobody tells of erasures. */
  uncheckedMs: 1_000,
  /** Characters of history that vendors hold, by their responses; and half of it of single items that requests name. */
  heldChars: 64 * 1024 * 1024,
  /** Histories that responses end, and conversations, by which they are found. */
  heldNames: 20_000,
  /** Characters of calls whose answers the vendor makes in the background, until these are asked for, and number of such calls. */
  laterChars: 64 * 1024 * 1024,
  laterCalls: 16 * 1024,
  /** Erasures of which is remembered in which session they were; a call that began before them counts as erased. */
  erasures: 1_000,
  /** Rounds of recall in one answer. */
  recallRounds: 6,
  /** Times that a further round of an answer is asked for again where the vendor is too busy for it. */
  busyRetries: 3,
  /** Wait before the first of these, where the vendor says none; each next one is twice as long. */
  busyWaitMs: 1_000,
  /** Time for which such a round is asked for again. */
  busyMs: 20_000,
  /** Callers' models of which is remembered that they take no tools, and as many that take no thinking of another history. */
  modelsWithoutTools: 1_000,
  /** Branches of one conversation whose new messages wait to be appended. */
  appendsWaiting: 8,
  /** Characters of the histories, of all conversations, whose new messages are being appended or wait for it. */
  appendChars: 256 * 1024 * 1024,
  /** Connections at once. */
  connections: 1_024,
  /** Time in which the headers of a call must have arrived. */
  headersMs: 20_000,
  /** Time for which a start waits until the token counter has loaded its ranks. */
  loadMs: 10_000,
  /** Time for which the token counter may say nothing at all; then texts are estimated. */
  silentMs: 50,
  /** Time in which it must have counted the texts of a call, however long they are. */
  countMs: 2_000,
  /** Time in which a conversation must be in the log for the model to recall something of it. */
  recordedMs: 5_000,
  /** Time for which nothing is asked of a service that did not answer. */
  restMs: 2_000,
} as const;

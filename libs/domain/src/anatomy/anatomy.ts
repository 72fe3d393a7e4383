/** Composition of one assembled window. Source: 000 A.4, tokens added. */
export interface Anatomy {
  readonly turnId: string;
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
  readonly assembledAt: number;
  readonly turn: number;
  readonly compactionCycle: number;
  readonly windowTokens: number;
  /** Tokens used of (window - headroom), in per cent. */
  readonly contextUtilPct: number;
  readonly systemPromptBytes: number;
  readonly systemPromptTokens: number;
  readonly workspaceFileBytes: number;
  readonly workspaceFileTokens: number;
  readonly skillBytes: number;
  readonly skillTokens: number;
  readonly toolSchemaBytes: number;
  readonly toolSchemaTokens: number;
  readonly taskStateBytes: number;
  readonly taskStateTokens: number;
  readonly markerCount: number;
  readonly markerTokens: number;
  readonly historyEventCount: number;
  readonly historyTokens: number;
  readonly toolResultTokens: number;
  /** Known facts; absent in records from before they were shown. */
  readonly knowledgeBytes?: number;
  readonly knowledgeTokens?: number;
  /** Evidence pushed into the window; absent in records from before it was measured. */
  readonly packBytes?: number;
  readonly packTokens?: number;
  readonly userMessageBytes: number;
  readonly userMessageTokens: number;
  readonly totalTokens: number;
  /** Tokens of all accepted events so far: the size of a window without eviction. */
  readonly sessionTokens: number;
  /** Share of the previous window's prefix that stayed byte for byte the same, 0..1; null for the first window. */
  readonly stablePrefixShare: number | null;
  readonly topicLabel: string | null;
  readonly topicTransition: boolean;
}

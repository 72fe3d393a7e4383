// Made from the routes and their schemas by `npm run client:types`: change those, not this file.

export type CompactionRecord =
  | {
      readonly type: 'ContextCompacted';
      readonly cycle: number;
      readonly trigger: 'threshold' | 'demand' | 'clear_tool_uses' | 'compact_threshold' | 'overflow';
      readonly evicted: readonly string[];
      readonly shrunk: readonly {
        readonly id: string;
        readonly to: 'whole' | 'stripped' | 'preview';
        readonly cut?: {
          readonly ranges: readonly {
            readonly from: number;
            readonly to: number;
          }[];
          /** Version of how it is shown: from 2 on the note names the event to open, from 3 on lines shown in part are marked. */
          readonly noteVersion?: number;
          readonly tokens: number;
        };
      }[];
      readonly made: readonly {
        readonly marker: Marker;
        readonly manifest: Manifest;
        readonly parts: readonly {
          readonly markerId: string;
          readonly eventId: string;
        }[];
      }[];
      readonly markers: readonly Marker[];
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      readonly targetTokens: number;
      readonly policyVersion: string;
      /** Task state derived from the log, as windows show it from now on. Present if the caller keeps none. */
      readonly taskState?: {
        readonly text: string;
        readonly tokens: number;
      };
      readonly knowledge?: KnowledgeChoice;
    }
  | {
      readonly type: 'CompactionStopped';
      readonly cycle: number;
      readonly trigger: 'threshold' | 'demand' | 'clear_tool_uses' | 'compact_threshold' | 'overflow';
      readonly reason: 'nothing_evictable' | 'not_searchable' | 'tail_exceeds_budget' | 'guarded_exceeds_budget';
      readonly signature: string;
      readonly tokensBefore: number;
      readonly policyVersion: string;
    }
  | {
      readonly type: 'TokensRecounted';
      readonly cycle: number;
      readonly family: string;
      readonly entries: readonly {
        readonly id: string;
        readonly tokens: {
          readonly whole: number;
          readonly stripped: number;
          readonly preview: number;
        };
        readonly cutTokens?: number;
      }[];
      readonly markers: readonly Marker[];
      readonly task?: {
        readonly eventId: string;
        readonly tokens: number;
      };
      readonly policyVersion: string;
    }
  | {
      readonly type: 'KnowledgeChosen';
      readonly cycle: number;
      readonly knowledge: KnowledgeChoice;
      readonly policyVersion: string;
    };

/** Facts that windows show from now on, by where they are stated. */
export interface KnowledgeChoice {
  readonly facts: readonly {
    readonly unit: string;
    readonly label: 'user' | 'feedback' | 'project' | 'reference';
    readonly eventId: string;
    readonly session: string;
    readonly ordinal: number;
    readonly from: number;
    readonly to: number;
  }[];
  /** Facts that did not fit. */
  readonly left: number;
  readonly tokens: number;
  /** Keyed hash of the one person whom the session names. */
  readonly audience?: string;
  readonly isShared?: boolean;
  readonly namedThrough: number;
}

export type VendorEdit =
  | {
      readonly type: 'clear_tool_uses_20250919';
      readonly trigger?:
        | {
            readonly type: 'input_tokens';
            readonly value: number;
          }
        | {
            readonly type: 'tool_uses';
            readonly value: number;
          };
      /** Number of newest calls that stay, with their results; default 3. */
      readonly keep?: {
        readonly type: 'tool_uses';
        readonly value: number;
      };
      readonly clear_at_least?: {
        readonly type: 'input_tokens';
        readonly value: number;
      } | null;
      readonly exclude_tools?: readonly string[] | null;
      /** True to clear calls too, or the names of tools whose calls are; of others the results become previews. False where absent. */
      readonly clear_tool_inputs?: boolean | readonly string[] | null;
    }
  | {
      readonly type: 'compact_20260112';
      readonly trigger?: {
        readonly type: 'input_tokens';
        readonly value: number;
      } | null;
      /** Not used: markers are made by rules. */
      readonly instructions?: string | null;
      /** Not used: a compaction answers no model. */
      readonly pause_after_compaction?: boolean;
    }
  | {
      readonly type: 'compaction';
      readonly compact_threshold?: number | null;
    };

export interface OtherEdit {
  readonly type: string;
}

/** Present where an edit was asked for: what was done, in the form of Claude's answers. */
export interface AppliedEdits {
  readonly applied_edits: readonly {
    readonly type: 'clear_tool_uses_20250919' | 'compact_20260112' | 'compaction';
    readonly cleared_tool_uses: number;
    readonly cleared_input_tokens: number;
  }[];
  /** Types of edits that were not applied: they are left to the vendor, or one failed behind an edit that was applied. */
  readonly not_applied?: readonly string[];
}

export interface Marker {
  readonly id: string;
  /** The compaction event that holds its manifest. */
  readonly eventId: string;
  readonly fromTurn: number;
  readonly toTurn: number;
  readonly fromOrdinal: number;
  readonly toOrdinal: number;
  readonly topics: readonly string[];
  readonly level: number;
  readonly eventCount: number;
  readonly evictedTokens: number;
  readonly tokens: number;
  /** Text as shown in the window; absent for markers from before it was stored. */
  readonly text?: string;
  readonly templateVersion?: number;
  /** Terms and counts of its events beyond its topics, terms by slices of the span; merged markers are made of them. */
  readonly profile?: {
    readonly slices: readonly number[];
    readonly terms: readonly string[];
    readonly at: readonly number[];
    readonly worth: readonly number[];
    readonly counts?: readonly string[];
  };
  readonly fromTime: string;
  readonly toTime: string;
}

export interface Manifest {
  readonly eventIds: readonly string[];
  readonly anchors: readonly {
    readonly eventId: string;
    readonly why: 'decision' | 'error' | 'constraint' | 'objective';
  }[];
  readonly artifactIds: readonly string[];
  readonly taskStateVersion: number;
  readonly hints: {
    readonly entities: readonly string[];
    readonly paths: readonly string[];
    readonly tools: readonly string[];
    readonly keywords: readonly string[];
  };
}

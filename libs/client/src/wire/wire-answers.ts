// Made from the routes and their schemas by `npm run client:types`: change those, not this file.
import type { NewEvent, Event, Marker, Anatomy, TaskState, TaskStateFields, WindowBudgets } from './wire-types.ts';

export interface AppendRequest {
  readonly events: readonly NewEvent[];
  /** Names the writer; its events then carry a sequence, and a repeat is recognised for ever. */
  readonly source?: string;
  readonly wait?: 'durable' | 'searchable';
}

export interface AppendResult {
  readonly events: readonly AppendedEvent[];
  /** Hand it to a read as `after`, to see at least this. */
  readonly position?: string;
}

export interface AppendedEvent {
  readonly id: string;
  readonly position?: string;
  /** It was here already; nothing was stored again. */
  readonly duplicate?: boolean;
  /** NONE: the reconciler dropped the request, nothing was stored. */
  readonly outcome: 'ADD' | 'NONE';
  readonly redactions?: readonly {
    readonly rule: string;
    readonly count: number;
    readonly action: 'mark' | 'mask';
  }[];
}

export interface EventPage {
  readonly events: readonly Event[];
  readonly nextOrdinal?: number;
}

export interface CompactRequest {
  /** clear_tool_uses lets calls and results of tools go, and nothing else. */
  readonly trigger?: 'demand' | 'clear_tool_uses' | 'compact_threshold' | 'overflow';
  readonly targetTokens?: number;
  /** In place of the trigger: an edit of context_management as the APIs of Claude and OpenAI take it. "compaction" does nothing below its threshold. */
  readonly edit?:
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
        /** The newest calls, with their results, that stay; 3. */
        readonly keep?: {
          readonly type: 'tool_uses';
          readonly value: number;
        };
        readonly clear_at_least?: {
          readonly type: 'input_tokens';
          readonly value: number;
        };
        readonly exclude_tools?: readonly string[];
        /** Whether calls go too; else their results become previews. False. */
        readonly clear_tool_inputs?: boolean;
      }
    | {
        readonly type: 'compaction';
        readonly compact_threshold: number;
      };
}

export type CompactResult =
  | {
      readonly kind: 'compacted';
      readonly cycle: number;
      readonly freedTokens: number;
      readonly evictedEvents: number;
      readonly shrunkEvents: number;
      readonly marker?: Marker;
      readonly position: string;
    }
  | {
      readonly kind: 'stopped';
      readonly reason:
        'below_trigger' | 'nothing_evictable' | 'not_searchable' | 'tail_exceeds_budget' | 'guarded_exceeds_budget' | 'breaker_open';
    };

export interface MarkerList {
  readonly markers: readonly {
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
    /** As it stands in the window; absent of markers made before it was stored. */
    readonly text?: string;
    readonly templateVersion?: number;
    /** Terms its events hold beyond its topics, by slices of the span; what markers that become one choose from. */
    readonly profile?: {
      readonly slices: readonly number[];
      readonly terms: readonly string[];
      readonly at: readonly number[];
      readonly worth: readonly number[];
    };
    readonly fromTime: string;
    readonly toTime: string;
    readonly session: string;
    readonly importance: number;
  }[];
}

export interface MarkerExpansion {
  readonly marker: Marker;
  /** The span exactly, in order. */
  readonly events: readonly Event[];
  readonly cursor?: string;
}

export interface WindowRequest {
  readonly blocks?: CallerBlocks;
  /** A smaller window than the session's policy has. */
  readonly windowTokens?: number;
  readonly format?: 'blocks' | 'openai' | 'anthropic';
  /** The window as it stood at the end of this turn. */
  readonly atTurn?: number;
  readonly after?: string;
  readonly withoutRecallTool?: boolean;
}

export interface CallerBlocks {
  readonly system?: string;
  readonly skills?: readonly string[];
  readonly workspaceFiles?: readonly {
    readonly path: string;
    readonly text: string;
  }[];
  /** Tool schemas as the model's API takes them; counted, and handed back. */
  readonly tools?: readonly unknown[];
  readonly userMessage?: string;
}

export interface WindowBlock {
  readonly kind:
    | 'system'
    | 'skill'
    | 'workspace_file'
    | 'persona'
    | 'rule'
    | 'knowledge'
    | 'recall_line'
    | 'task_state'
    | 'marker'
    | 'event'
    | 'pack'
    | 'user_message';
  readonly text: string;
  readonly tokens: number;
  readonly eventId?: string;
  readonly markerId?: string;
  readonly eventKind?: string;
  readonly turn?: number;
  readonly callId?: string;
  readonly toolName?: string;
  readonly arguments?: string;
  readonly isError?: boolean;
  readonly messageId?: string;
  /** With thinking that its vendor wants back; any other thinking is not sent, and its block is empty. */
  readonly thinking?: {
    readonly signature?: string;
    readonly redacted?: string;
  };
  readonly agent?: string;
  readonly artifacts?: readonly {
    readonly id: string;
    readonly mime: string;
    readonly sizeBytes: number;
  }[];
  readonly synthetic?: boolean;
}

export interface AssembledWindow {
  readonly windowId: string;
  readonly position: string;
  readonly turn: number;
  readonly cycle: number;
  readonly blocks: readonly WindowBlock[];
  readonly openai?: {
    readonly messages: readonly unknown[];
    readonly tools: readonly unknown[];
  };
  readonly anthropic?: {
    readonly system?: string;
    readonly messages: readonly unknown[];
    readonly tools: readonly unknown[];
  };
  /** Names of tools and ids of calls that the format had to write another way: as written, and as they stand in the log. */
  readonly renamed?: {
    readonly tools: Readonly<Record<string, string>>;
    readonly calls: Readonly<Record<string, string>>;
  };
  readonly tokens: {
    readonly total: number;
    readonly sys: number;
    readonly task: number;
    readonly markers: number;
    readonly history: number;
    readonly tail: number;
    /** Evidence pushed, where the policy has pushTokens. */
    readonly pack: number;
    readonly user: number;
  };
  readonly budgets: WindowBudgets;
  readonly taskStateStale: boolean;
  readonly anatomy: Anatomy;
}

export interface PrefetchRequest {
  /** What the user has typed so far. */
  readonly draft: string;
}

export interface PrefetchAnswer {
  /** started; held: what is on its way or there fits this draft too; busy: send the next draft; too_short; off: the policy has no pushTokens. */
  readonly result: 'started' | 'held' | 'busy' | 'too_short' | 'off';
}

export interface RecallRequest {
  readonly query?: string;
  readonly queries?: readonly string[];
  /** The asking session: its task state conditions the answer. */
  readonly session?: string;
  /** A hard bound on the tokens of `rendered`; more than pullMax of the policy is taken as that. */
  readonly budgetTokens?: number;
  readonly limit?: number;
  readonly scope?: RecallScope;
  readonly after?: string;
  /** Id of the model's call that this answers; calls of one turn beyond pullCalls are then refused. */
  readonly callId?: string;
  /** The arguments of the call as the model wrote them, in place of the fields they would fill; read as far as their meaning is clear. */
  readonly arguments?: string;
  /** Superseded events count in full; what the task state says of it where absent. */
  readonly history?: boolean;
  /** Every factor of the scores in the answer. */
  readonly explain?: boolean;
  /** exact: with what surrounds the best hit; local: the events that match; thematic: markers too. Chosen by the query where absent. */
  readonly granularity?: 'exact' | 'local' | 'thematic';
}

export interface RecallScope {
  readonly within?: 'session' | 'task' | 'agent' | 'space';
  readonly sessions?: readonly string[];
  readonly kinds?: readonly (
    | 'user_message'
    | 'agent_message'
    | 'thinking'
    | 'tool_call'
    | 'tool_result'
    | 'objective'
    | 'decision'
    | 'constraint'
    | 'persona'
    | 'knowledge'
    | 'system_note'
    | 'task_state'
    | 'compaction'
    | 'delegation'
    | 'report'
  )[];
  readonly agents?: readonly string[];
  readonly taskIds?: readonly string[];
  readonly fromTime?: string | number;
  readonly toTime?: string | number;
  readonly excludeSensitivity?: readonly string[];
  /** Labelled events are shown with their text withheld: those of excludeSensitivity, or all that have a label. */
  readonly redactSensitive?: boolean;
}

export interface RecallHit {
  readonly eventId: string;
  readonly session: string;
  /** Its place in the session: `e184` names it there, `SESSION/e184` from elsewhere. */
  readonly ordinal: number;
  readonly turn: number;
  readonly kind:
    | 'user_message'
    | 'agent_message'
    | 'thinking'
    | 'tool_call'
    | 'tool_result'
    | 'objective'
    | 'decision'
    | 'constraint'
    | 'persona'
    | 'knowledge'
    | 'system_note'
    | 'task_state'
    | 'compaction'
    | 'delegation'
    | 'report';
  readonly occurredAt: string;
  readonly score: number;
  /** Where the best passage stands, and what it says. */
  readonly passage?: {
    readonly artifactId?: string;
    readonly fromByte: number;
    readonly toByte: number;
    readonly text?: string;
  };
  readonly sources: readonly ('text' | 'exact' | 'neighbour' | 'key_event' | 'constraint' | 'pin' | 'vector')[];
  readonly superseded: boolean;
  /** Whether that passage stands in the answer, whole. */
  readonly packed: boolean;
  /** Parts of the base score in deviations (text and other signals, context, speaker, exact, named, asks; base), then the factors of the task conditioning, 1 where one has no say (task, supersession, premise, phase, selfAssessment, constraint, cap: their product is modifier; recency, frequency, typePrior, sensitivity, forgetting; lead, successor) and the product of all. score = base + 1.5 x ln(product). */
  readonly factors?: Readonly<Record<string, number>>;
  /** Chance that this hit is right. */
  readonly confidence: number;
  /** What the confidence was made of. */
  readonly evidence?: Readonly<Record<string, number>>;
}

export interface RecallPassage {
  readonly eventId: string;
  readonly session: string;
  readonly ordinal: number;
  readonly turn: number;
  readonly kind:
    | 'user_message'
    | 'agent_message'
    | 'thinking'
    | 'tool_call'
    | 'tool_result'
    | 'objective'
    | 'decision'
    | 'constraint'
    | 'persona'
    | 'knowledge'
    | 'system_note'
    | 'task_state'
    | 'compaction'
    | 'delegation'
    | 'report';
  readonly occurredAt: string;
  readonly agent?: string;
  /** The call of a result, who speaks, or what the event is. */
  readonly about: string;
  readonly text: string;
  readonly tokens: number;
  readonly artifactId?: string;
  readonly fromByte: number;
  readonly toByte: number;
  readonly complete: boolean;
  readonly supersededBy?: string;
  /** A later event of the answer that gives another value for the same thing, by its short name. */
  readonly updatedBy?: string;
  /** Exact strings of the event outside what is shown of it, where a list of words asked for the event as a whole. */
  readonly alsoHolds?: readonly string[];
  readonly looksLikeInstruction: boolean;
  readonly redacted?: boolean;
  /** The hit that it was brought along for: its call or result, what it came from, what put its error right or superseded it. */
  readonly companionOf?: string;
}

export interface RecallAnswer {
  readonly retrievalId: string;
  readonly hits: readonly RecallHit[];
  readonly passages: readonly RecallPassage[];
  /** The passages wrapped as data, ready to hand to a model. */
  readonly rendered: string;
  readonly tokens: number;
  readonly budgetTokens: number;
  readonly signals: readonly ('text' | 'vector')[];
  /** Why vectors took no part, where they did not: off, no model yet, none in this space yet, slow or failed this time. */
  readonly textOnly?: 'off' | 'no_model' | 'no_vectors' | 'slow' | 'failed' | 'resting';
  /** Chance that right evidence is among the first five hits. */
  readonly confidence: number;
  /** No constants were fitted for the model of the vectors that took part: confidence and outcome are by those of text. */
  readonly uncalibrated?: true;
  readonly outcome: 'answered' | 'unsure' | 'nothing_found';
  readonly granularity: 'exact' | 'local' | 'thematic';
  /** Of a thematic answer: evicted spans of the asking session that tell of what is asked. */
  readonly markers?: readonly {
    readonly id: string;
    readonly session: string;
    readonly fromTurn: number;
    readonly toTurn: number;
    readonly topics: readonly string[];
    readonly text: string;
  }[];
  /** Further queries that were tried because the first answer was weak. */
  readonly escalation?: {
    readonly attempts: readonly {
      readonly queries: readonly string[];
      readonly reason: 'known_words' | 'second_hop';
      readonly confidence: number;
    }[];
    /** The last attempt that the answer is made of too; absent where none was better. */
    readonly used?: 'known_words' | 'second_hop';
  };
  /** What the confidence was made of. */
  readonly evidence?: Readonly<Record<string, number>>;
  /** What the answer covers; hand it to a read as `after`, to see at least that. */
  readonly coveredTo: string;
  readonly completeness: number | null;
  readonly tookMs: number;
}

export interface ToolDeclarations {
  readonly openai: readonly {
    readonly type: 'function';
    readonly function: {
      readonly name: string;
      readonly description: string;
      readonly parameters: Readonly<Record<string, unknown>>;
    };
  }[];
  readonly anthropic: readonly {
    readonly name: string;
    readonly description: string;
    readonly input_schema: Readonly<Record<string, unknown>>;
  }[];
}

export interface TaskStateUpdate {
  /** The version you saw; 0 for the first; absent: whatever stands is written over. */
  readonly expectedVersion?: number;
  readonly fields: TaskStateFields;
  readonly agent?: string;
  /** When it was made; when it arrives where absent. */
  readonly occurredAt?: string | number;
}

export interface TaskStateUpdated {
  readonly version: number;
  readonly premiseVersion: number;
  readonly eventId: string;
  readonly position: string;
}

export interface TaskStateView {
  readonly state: TaskState | null;
  /** What stands in windows where no task state is kept: derived from the log by the last compaction. */
  readonly derived?: string;
  readonly eventId?: string;
  readonly turn?: number;
  readonly ageTurns?: number;
  readonly stale: boolean;
  /** Recomputed from the log; present where the state is stale. */
  readonly proposal?: TaskState;
}

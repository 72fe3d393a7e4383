// Made from the routes and their schemas by `npm run client:types`: change those, not this file.
import type { VendorEdit, OtherEdit, AppliedEdits, Marker } from './wire-compactions.ts';
import type { NewEvent, Event, Anatomy, TaskState, TaskStateFields, WindowBudgets } from './wire-types.ts';

export interface AppendRequest {
  readonly events: readonly NewEvent[];
  /** Names the writer; its events then have a sequence, and a repeat is always recognised. */
  readonly source?: string;
  readonly wait?: 'durable' | 'searchable';
}

export interface AppendResult {
  readonly events: readonly AppendedEvent[];
  /** Pass it to a read as `after` to see at least this. */
  readonly position?: string;
}

export interface AppendedEvent {
  readonly id: string;
  readonly position?: string;
  /** It was stored before; nothing was stored again. */
  readonly duplicate?: boolean;
  /** NONE: the reconciler dropped the request, nothing was stored. */
  readonly outcome: 'ADD' | 'NONE';
  readonly redactions?: readonly {
    readonly rule: string;
    readonly count: number;
    readonly action: 'mark' | 'mask';
  }[];
  /** Events that this one pins and that have left the window, or are of another session: recall prefers them, no window shows them. */
  readonly pinnedOutsideWindow?: readonly string[];
}

export interface EventPage {
  readonly events: readonly Event[];
  readonly nextOrdinal?: number;
}

export interface CompactRequest {
  /** clear_tool_uses evicts calls and results of tools, and nothing else. */
  readonly trigger?: 'demand' | 'clear_tool_uses' | 'compact_threshold' | 'overflow';
  readonly targetTokens?: number;
  /** Instead of the trigger: an edit of context_management as the APIs of Claude and OpenAI take it. "compaction" does nothing below its threshold. */
  readonly edit?: VendorEdit;
  /** Edits in the wrapper that Claude's API has around them. Those of tool uses and compaction are done, one after another, from 100,000 and 150,000 tokens on where they have no trigger; the others are named in the answer. */
  readonly context_management?: {
    readonly edits: readonly (VendorEdit | OtherEdit)[];
  };
}

export type CompactResult =
  | {
      readonly kind: 'compacted';
      readonly cycle: number;
      readonly freedTokens: number;
      readonly evictedEvents: number;
      readonly shrunkEvents: number;
      /** Results of tools among both. */
      readonly clearedToolUses: number;
      readonly marker?: Marker;
      readonly position: string;
      readonly context_management?: AppliedEdits;
    }
  | {
      readonly kind: 'stopped';
      readonly reason:
        | 'below_trigger'
        | 'nothing_evictable'
        | 'not_searchable'
        | 'tail_exceeds_budget'
        | 'guarded_exceeds_budget'
        | 'breaker_open'
        | 'below_clear_at_least';
      readonly context_management?: AppliedEdits;
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
  /** Assembles the window as of the end of this turn. */
  readonly atTurn?: number;
  readonly after?: string;
  /** Leaves out our tools and their line. Notes and markers then name only those of them that blocks.tools declares. */
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
    | 'facts'
    | 'recall_line'
    | 'task_state'
    | 'marker'
    | 'gap'
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
  /** Seal of thinking that its vendor requires. Other thinking is not sent, and its block is empty. */
  readonly thinking?: {
    readonly signature?: string;
    readonly redacted?: string;
    readonly vendor?: string;
    readonly callId?: string;
  };
  readonly agent?: string;
  /** Pictures: at most 100 and 20 MB as base64 in a window, none above 8,000 pixels, of more than 20 none above 2,000. */
  readonly artifacts?: readonly {
    readonly id: string;
    readonly mime: string;
    readonly sizeBytes: number;
    readonly widthPixels?: number;
    readonly heightPixels?: number;
  }[];
  /** True where a later event supersedes this one, which no longer holds. */
  readonly superseded?: boolean;
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
  /** Names of tools and ids of calls that the format had to change: the changed form, with the original as in the log. */
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
    /** Known facts, from earlier events of the space. */
    readonly knowledge: number;
    /** Pushed evidence, where the policy has pushTokens. */
    readonly pack: number;
    readonly user: number;
  };
  readonly budgets: WindowBudgets;
  readonly taskStateStale: boolean;
  readonly anatomy: Anatomy;
}

export interface PrefetchRequest {
  /** The text that the user has typed so far. */
  readonly draft: string;
}

export interface PrefetchAnswer {
  /** started; held: a recall that is running or finished fits this draft too; busy: send the next draft; too_short; off: the policy has no pushTokens. */
  readonly result: 'started' | 'held' | 'busy' | 'too_short' | 'off';
}

export interface RecallRequest {
  readonly query?: string;
  readonly queries?: readonly string[];
  /** The asking session: its task state conditions the answer. */
  readonly session?: string;
  /** Hard limit on the tokens of `rendered`, itself limited to pullMax of the policy. */
  readonly budgetTokens?: number;
  readonly limit?: number;
  readonly scope?: RecallScope;
  readonly after?: string;
  /** Id of the model's call that this answers; calls beyond pullCalls in one turn are then refused. */
  readonly callId?: string;
  /** The arguments of the call as the model wrote them, in place of the fields they would fill; read as far as their meaning is clear. */
  readonly arguments?: string;
  /** Counts superseded events in full; as the task state says where absent. */
  readonly history?: boolean;
  /** Answers as of this time: only from what had occurred by then. */
  readonly asOf?: string | number;
  /** Asks what was true at this time: what states a fact of another time stands behind what states the fact of then. */
  readonly validAt?: string | number;
  /** By what the service had decided by this entry of the ledger. */
  readonly atEntry?: string;
  /** Every factor of the scores in the answer. */
  readonly explain?: boolean;
  /** exact: with what surrounds the best hit; local: the events that match; thematic: markers, topics and episodes, too; strategic: insights, or else topics. One of the first three is chosen by the query where absent. */
  readonly granularity?: 'exact' | 'local' | 'thematic' | 'strategic';
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
  /** Shows labelled events without their text: those of excludeSensitivity, or all with a label. */
  readonly redactSensitive?: boolean;
}

export interface RecallHit {
  readonly eventId: string;
  readonly session: string;
  /** Its place in the session, as in the name `e184`, or `SESSION/e184` from elsewhere. */
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
  /** The best passage, by its place and its text. */
  readonly passage?: {
    readonly artifactId?: string;
    readonly fromByte: number;
    readonly toByte: number;
    readonly text?: string;
  };
  readonly sources: readonly ('text' | 'exact' | 'neighbour' | 'key_event' | 'constraint' | 'pin' | 'vector')[];
  readonly superseded: boolean;
  /** Since when the fact is true that it states of the question. Absent where none is known. */
  readonly since?: string;
  /** Until when it is true, excluded; absent while no end is known. */
  readonly until?: string;
  /** True when the whole passage is in the answer. */
  readonly packed: boolean;
  /** Parts of the base score in deviations (text and other signals, context, speaker, exact, named, asks; base), then the factors of the task conditioning, 1 where one has no say (task, supersession, premise, phase, selfAssessment, constraint, cap: their product is modifier; recency, frequency, typePrior, sensitivity, forgetting; lead, successor) and the product of all. score = base + 1.5 x ln(product). */
  readonly factors?: Readonly<Record<string, number>>;
  /** Probability that this hit is right. */
  readonly confidence: number;
  /** Features of the confidence. */
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
  /** Present where nobody knows when it was said: `occurredAt` is when it was imported. */
  readonly isUntimed?: true;
  readonly agent?: string;
  /** The call of a result, the speaker, or the kind of event. */
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
  /** Present where what it says of the question is over, by its own words. */
  readonly over?: {
    readonly since: string;
    /** True where the event says more than that. */
    readonly isPart: boolean;
  };
  /** Since when the fact is true that it states of the question. Absent where none is known. */
  readonly since?: string;
  /** Until when it is true, excluded; absent while no end is known. */
  readonly until?: string;
  /** Exact strings of the event outside the shown part. Present where a list of words asked for the whole event. */
  readonly alsoHolds?: readonly string[];
  readonly looksLikeInstruction: boolean;
  readonly redacted?: boolean;
  /** The hit that it was added for: its call or result, its source, or the event that it corrects or supersedes. */
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
  /** Reason why vectors were not used: off, no model yet, none in this space yet, slow or failed this time, or resting after that. */
  readonly textOnly?: 'off' | 'no_model' | 'no_vectors' | 'slow' | 'failed' | 'resting';
  /** Probability that right evidence is among the first five hits. */
  readonly confidence: number;
  /** Set where no constants were fitted for the model of the vectors: confidence and outcome then use those for text. */
  readonly uncalibrated?: true;
  readonly outcome: 'answered' | 'unsure' | 'nothing_found';
  readonly granularity: 'exact' | 'local' | 'thematic' | 'strategic';
  /** Evicted spans of the asking session about the question. Present in a thematic answer. */
  readonly markers?: readonly {
    readonly id: string;
    readonly session: string;
    readonly fromTurn: number;
    readonly toTurn: number;
    readonly topics: readonly string[];
    readonly text: string;
  }[];
  /** Topics, episodes or insights about the question, with events that they were made of. Present in a thematic or strategic answer. */
  readonly overviews?: readonly {
    readonly id: string;
    readonly kind: 'episode' | 'topic' | 'insight';
    readonly text: string;
    readonly events: readonly {
      readonly eventId: string;
      readonly session: string;
      readonly ordinal: number;
    }[];
  }[];
  /** Further queries tried because the first answer was weak. */
  readonly escalation?: {
    readonly attempts: readonly {
      readonly queries: readonly string[];
      readonly reason: 'known_words' | 'second_hop';
      readonly confidence: number;
    }[];
    /** The last attempt that improved the answer; absent where none did. */
    readonly used?: 'known_words' | 'second_hop';
  };
  /** Features of the confidence. */
  readonly evidence?: Readonly<Record<string, number>>;
  /** Position that the answer covers; pass it to a read as `after` to see at least as much. */
  readonly coveredTo: string;
  readonly completeness: number | null;
  readonly tookMs: number;
}

export interface TaskStateUpdate {
  /** The version you saw; 0 for the first. Without it the update overwrites any version. */
  readonly expectedVersion?: number;
  readonly fields: TaskStateFields;
  readonly agent?: string;
  /** Time of the update; its arrival where absent. */
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
  /** Task state derived from the log by the last compaction; windows show it where the caller keeps none. */
  readonly derived?: string;
  readonly eventId?: string;
  readonly turn?: number;
  readonly ageTurns?: number;
  readonly stale: boolean;
  /** Recomputed from the log; present where the state is stale. */
  readonly proposal?: TaskState;
}

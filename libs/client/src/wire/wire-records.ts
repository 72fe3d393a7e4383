// Made from the routes and their schemas by `npm run client:types`: change those, not this file.
import type { DelegationGrant } from './wire-delegations.ts';
import type { Marker, Manifest } from './wire-compactions.ts';
import type { RetentionRule } from './wire-erasures.ts';
import type { Anatomy, WindowBudgets } from './wire-types.ts';

export interface MarkerManifest {
  readonly marker: Marker;
  readonly manifests: readonly Manifest[];
}

export interface AnatomyList {
  readonly anatomy: readonly Anatomy[];
}

export interface OpenRequest {
  /** e184 (of the asking session), SESSION/e184, an event id, or an artifact id; an event may go on with :from-to in bytes. Turns as markers name them: T20, T20-T27 or SESSION/T20-T27; e40-T27 goes on at an event. Several events of one session: e3,e8-e12 or SESSION/e3,e8-e12. Of several events fromLine or fromByte is a place in the first one. */
  readonly ref?: string;
  /** The asking session. */
  readonly session?: string;
  /** The first line, counted from 1. */
  readonly fromLine?: number;
  /** The last line. */
  readonly toLine?: number;
  readonly fromByte?: number;
  /** The first byte that is excluded. */
  readonly toByte?: number;
  /** Hard limit on the tokens of `rendered`, itself limited to pullMax of the policy. */
  readonly budgetTokens?: number;
  /** Id of the model's call that this answers; calls beyond pullCalls in one turn are then refused. */
  readonly callId?: string;
  /** The arguments of the call as the model wrote them, in place of the fields they would fill; read as far as their meaning is clear. */
  readonly arguments?: string;
}

export interface OpenAnswer {
  readonly retrievalId: string;
  readonly eventId?: string;
  readonly session?: string;
  readonly turn?: number;
  readonly kind?:
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
  readonly occurredAt?: string;
  readonly artifactId?: string;
  /** Of several events: those in `text`, in order; bytes and lines of the answer are then those of `text`. */
  readonly events?: readonly {
    readonly eventId: string;
    /** Its place in the session, as in the name `e184`. */
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
    readonly fromByte: number;
    readonly toByte: number;
    /** Bytes of its whole text. */
    readonly totalBytes: number;
    /** Why its text is not shown. Forgotten events, and answers of the memory, can be opened by their names. */
    readonly leftOut?: 'erased' | 'damaged' | 'forgotten' | 'recalled';
  }[];
  readonly text: string;
  /** The text wrapped as data, ready to hand to a model. */
  readonly rendered: string;
  readonly tokens: number;
  readonly budgetTokens: number;
  readonly fromByte: number;
  readonly toByte: number;
  readonly fromLine: number;
  readonly toLine: number;
  readonly totalBytes: number;
  readonly totalLines: number;
  /** True when the answer holds everything that was requested. */
  readonly complete: boolean;
  /** Place to continue; absent at the end. */
  readonly next?: {
    /** The name to open for it, if it is not the one that was requested. */
    readonly ref?: string;
    readonly fromByte: number;
    readonly fromLine?: number;
  };
}

export interface Retrieval {
  readonly retrievalId: string;
  readonly tenant: string;
  readonly space: string;
  readonly session?: string;
  readonly at: string;
  readonly queryCount: number;
  readonly queryTerms: number;
  readonly hitEventIds: readonly string[];
  readonly packedEventIds: readonly string[];
  readonly topScore: number;
  readonly tokens: number;
  readonly budgetTokens: number;
  readonly completeness: number | null;
  readonly confidence?: number;
  readonly outcome?: 'answered' | 'unsure' | 'nothing_found';
  readonly attempts?: number;
  /** Set when a window asked for its push pack, rather than an agent. */
  readonly pushed?: true;
  readonly tookMs: number;
  /** The event that holds its result. Absent where the result never came into a session; its use is then unknown. */
  readonly received?: {
    readonly session: string;
    readonly turn: number;
    readonly eventId: string;
    readonly at: string;
  };
  readonly uses: readonly EvidenceUse[];
}

export interface EvidenceUse {
  /** Id of the evidence. */
  readonly eventId: string;
  /** Kind of use: its id was named, an exact part was written, or most of a sentence was repeated. */
  readonly kind: 'cited' | 'exact' | 'near';
  /** The event that used it. */
  readonly byEventId: string;
  readonly at: string;
  readonly afterEvents: number;
  readonly afterTurns: number;
}

export interface RetrievalList {
  readonly retrievals: readonly Retrieval[];
}

export interface DemandFigures {
  /** A day (UTC), a session, or "all". */
  readonly key: string;
  readonly turns: number;
  readonly modelTurns: number;
  /** Turns with the result of a recall. */
  readonly recallTurns: number;
  /** Recalls answered. */
  readonly retrievals: number;
  /** Recalls that tried further queries. */
  readonly escalated: number;
  /** Recalls that found nothing. */
  readonly unanswered: number;
  readonly tokens: number;
  /** Recalls whose result is in a session; use is known for these only. */
  readonly received: number;
  readonly receivedUsed: number;
  /** Pieces of evidence of received recalls. */
  readonly evidence: number;
  readonly cited: number;
  readonly exact: number;
  readonly near: number;
  /** recallTurns divided by turns; the aim is under 0.3. */
  readonly pullFrequency: number | null;
  readonly pullFrequencyOfModelTurns: number | null;
  readonly escalationRate: number | null;
  /** Share of the received pieces that were used. */
  readonly evidenceUseRate: number | null;
  /** Share of received recalls with any use. */
  readonly recallUseRate: number | null;
  readonly completeness: number | null;
  readonly tokensPerRetrieval: number | null;
}

export interface DemandReport {
  readonly by: 'all' | 'day' | 'session';
  /** First moment that was counted. */
  readonly from: string;
  readonly groups: readonly DemandFigures[];
  readonly cursor?: string;
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

export interface SessionSummary {
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
  readonly events: number;
  readonly turn: number;
  readonly cycle: number;
  readonly markers: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

export interface Session {
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
  readonly events: number;
  readonly turn: number;
  readonly cycle: number;
  readonly markers: number;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly parent?: {
    readonly session: string;
    readonly source?: string;
    readonly sequence?: number;
    readonly delegation?: DelegationGrant;
  };
  readonly policy: SessionPolicy;
  readonly tokensIn: number;
  readonly windowTokens: number;
  readonly guarded: {
    readonly tokens: number;
    readonly budgetTokens: number;
    readonly parts: readonly {
      readonly id: string;
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
      readonly tokens: number;
    }[];
    /** The task state that the caller keeps, which has a budget of its own: taskTokens. */
    readonly task?: {
      readonly id: string;
      readonly tokens: number;
    };
    /** Token family of these counts. */
    readonly family?: string;
  };
  readonly position: string;
}

export interface SessionList {
  readonly sessions: readonly SessionSummary[];
  readonly cursor?: string;
}

export interface SpaceList {
  readonly spaces: readonly {
    readonly space: string;
    readonly sessions: number;
    readonly events: number;
    readonly lastAt: string;
  }[];
  readonly cursor?: string;
}

export interface ImportReport {
  readonly format: string;
  readonly sessions: readonly {
    readonly session: string;
    /** Present for a fork, or for an agent that the session started. */
    readonly parent?: {
      readonly session: string;
      readonly source?: string;
      readonly sequence?: number;
      readonly delegation?: DelegationGrant;
    };
    readonly events: number;
    readonly appended: number;
    readonly duplicates: number;
    readonly position?: string;
  }[];
  readonly skipped: number;
  readonly problems: readonly {
    readonly line?: number;
    readonly problem: string;
  }[];
}

export interface PolicySettings {
  /** Size of a window; default 128,000. The budgets below are derived from it by default. */
  readonly windowTokens?: number;
  /** How tokens are counted: o200k, cl100k or claude, or any other name for an estimate; o200k where absent. */
  readonly family?: string;
  /** Most tokens of the system block: what the caller passes in, and the tools. */
  readonly systemTokens?: number;
  /** Most tokens of a task state. */
  readonly taskTokens?: number;
  /** Size of the newest part of the history, which is shortened last. */
  readonly tailTokens?: number;
  /** Most turns of it; default 4. */
  readonly tailTurns?: number;
  /** Room for the live requests, verbatim where they fit it together; also the most that the message handed in with a call takes. */
  readonly userTokens?: number;
  /** Tokens that a window leaves free: pullMaxTokens x pullCalls + outputTokens have to fit it. Where absent 15 % of the window up to 13,000, more where answers of recall need it. */
  readonly headroomTokens?: number;
  /** Markers at once, of 60 tokens each; 20 where absent, fewer in windows below 32,000. */
  readonly markerCap?: number;
  /** Tokens of an answer of recall or open when the call names no budget. */
  readonly pullTokens?: number;
  /** Largest budgetTokens of one call; by default 1/64 of the window, and at least pullTokens. */
  readonly pullMaxTokens?: number;
  /** Most calls of recall and open in one turn; further ones are refused. By default 1, from windows of 128,000 on 3. */
  readonly pullCalls?: number;
  /** Tokens that the model may write within the headroom; the client sets its max_tokens by it. */
  readonly outputTokens?: number;
  /** Tokens of evidence that every window adds without being asked: 0 (none), or 64 to the tokens of one recall. */
  readonly pushTokens?: number;
  /** Most tokens of known facts in a window, 0 for none; by default 1/40 of the window, at most 1,000. A space without facts loses no room. */
  readonly knowledgeTokens?: number;
  /** Share of the window less its headroom at which a session is compacted; default .85. */
  readonly triggerRatio?: number;
  /** Share of it down to which a compaction evicts; default .5. */
  readonly targetRatio?: number;
  /** Size below which a preview is not cut while anything else can give way; 600 where absent, less in small windows. */
  readonly largeResultTokens?: number;
  /** Place of the task state in a window; before the history where absent. */
  readonly taskStatePlacement?: 'before_history' | 'after_history';
  /** Turns after which a task state counts as stale; default 20. */
  readonly taskStateStaleTurns?: number;
  /** Shows a task state derived from the log where the caller keeps none; on where absent. */
  readonly derivedTaskState?: boolean;
  /** Names the agent that spoke (`meta.agent`) above each message in windows, for sessions that several share; off where absent. Holds for what is appended from then on; calls and results have no such line. */
  readonly namesAgents?: boolean;
  /** JSON Schemas of the extensions that a task state may carry, by name; others are refused. */
  readonly taskStateExtensions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Says if an append may leave out whole requests without anything that matters once the history is large: never with always_add, which is so where absent. */
  readonly reconciler?: 'always_add' | 'size_aware';
  /** Tokens of history above which size_aware leaves such requests out; the window where absent. */
  readonly reconcilerBudgetTokens?: number;
  /** Lowers the score of old events in recall, by their kind. Off by default; nothing is deleted. */
  readonly forgetting?: boolean;
  /** strict: roles of the OpenAI format take turns and ids have nine characters, for templates that refuse anything else. */
  readonly chatTemplate?: 'open' | 'strict';
  /** Treatment of secrets and personal data that are recognised in events: nothing, a label, or a mask in their place. TOTAL_RECALL_REDACTION where absent. Only a key with the scope admin may weaken it. */
  readonly redaction?: 'off' | 'mark' | 'mask';
  /** Size from which a result is stored as an artifact; default 4,096. */
  readonly artifactThresholdBytes?: number;
  /** Share of reads that the audit notes, by ids and never content; all where absent. Set for a tenant or a space, not for a session. */
  readonly auditReads?: number;
  /** Days that the audit is kept; for ever where absent. Set for a tenant only. */
  readonly auditDays?: number;
  /** New events after which a space is swept for facts before its interval ends. Set for a tenant or a space. */
  readonly consolidateEvents?: number;
  /** Minutes between two sweeps of a space; 0 for none but those on demand. The service looks five times in its own interval, so a shorter one has no effect. Set for a tenant or a space. */
  readonly consolidateMinutes?: number;
  /** Whether the service sets, once a day at most, what a reflection on recall proposes; it only proposes where absent. What a person sets always wins. Set for a tenant or a space. */
  readonly reflection?: 'propose' | 'apply';
  /** Maximum age of events, set for a tenant or a space; the stricter of both counts. Changing it needs the scope erase in addition to admin. */
  readonly retention?: readonly RetentionRule[];
}

export interface Policy {
  readonly level: 'tenant' | 'space' | 'session';
  readonly settings: PolicySettings;
  readonly updatedAt: string | null;
  readonly effective?: SessionPolicy;
}

export interface SessionPolicy {
  readonly version: string;
  readonly family: string;
  readonly budgets: WindowBudgets;
  readonly compaction: {
    readonly triggerRatio: number;
    readonly targetRatio: number;
    readonly tailTurns: number;
    readonly largeResultTokens: number;
  };
  readonly taskStatePlacement: 'before_history' | 'after_history';
  readonly taskStateStaleTurns: number;
  readonly derivedTaskState: boolean;
}

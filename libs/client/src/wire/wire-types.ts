// Made from the routes and their schemas by `npm run client:types`: change those, not this file.
import type { DelegationGrant, DelegationPacket, DelegationReport } from './wire-delegations.ts';
import type { CompactionRecord } from './wire-compactions.ts';

export interface Problem {
  /** Stable identifier of the code: urn:total-recall:error:<code>. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code:
    | 'invalid_request'
    | 'invalid_json'
    | 'invalid_utf8'
    | 'json_too_deep'
    | 'json_too_many_values'
    | 'unknown_kind'
    | 'reserved_kind'
    | 'invalid_name'
    | 'invalid_cursor'
    | 'invalid_position'
    | 'invalid_artifact_id'
    | 'invalid_policy'
    | 'unauthenticated'
    | 'key_expired'
    | 'key_revoked'
    | 'forbidden'
    | 'recall_not_granted'
    | 'not_found'
    | 'method_not_allowed'
    | 'task_state_conflict'
    | 'sequence_conflict'
    | 'sequence_gap'
    | 'idempotency_key_reused'
    | 'duplicate_event'
    | 'held'
    | 'decided_by_person'
    | 'fact_not_current'
    | 'session_in_use'
    | 'last_admin_key'
    | 'limit_reached'
    | 'undo_refused'
    | 'erased'
    | 'payload_too_large'
    | 'batch_too_large'
    | 'unsupported_media_type'
    | 'range_not_satisfiable'
    | 'finding_unproven'
    | 'window_over_budget'
    | 'guarded_over_budget'
    | 'unsupported_family'
    | 'pull_limit'
    | 'rate_limited'
    | 'quota_exceeded'
    | 'not_caught_up'
    | 'overloaded'
    | 'unavailable'
    | 'closed'
    | 'service_token_invalid'
    | 'service_token_expired'
    | 'service_token_forbidden'
    | 'not_implemented'
    | 'damaged'
    | 'internal';
  /** The problem, its place, and what to do. */
  readonly detail: string;
  /** The id of the request, as in the X-Request-Id header and in the log. */
  readonly instance: string;
  /** The problems field by field, where the request was not valid. */
  readonly errors?: readonly {
    readonly path: string;
    readonly message: string;
  }[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryable: boolean;
}

export interface NewEvent {
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
    | 'delegation'
    | 'report';
  readonly text?: string;
  readonly attachments?: readonly Attachment[];
  readonly call?: ToolCall;
  readonly isError?: boolean;
  /** Shared by the thinking, text and calls of one model response. */
  readonly messageId?: string;
  /** The seal that the vendor gave with the thinking of its model; it is sent back where the vendor requires it. */
  readonly thinking?: {
    readonly signature?: string;
    /** The data of a redacted thinking block. */
    readonly redacted?: string;
    /** Vendor that made the seal, and the only one it is sent to; Anthropic where absent. Needs no seal for deepseek. */
    readonly vendor?: string;
    /** Call that is sealed, where it is no text. */
    readonly callId?: string;
  };
  readonly occurredAt?: string | number;
  /** 1, 2, 3 ... within the source of the request. */
  readonly sequence?: number;
  readonly meta?: EventMetadata;
  /** Marks a result of recall, so that it is never indexed again. */
  readonly recall?: RecallReceipt;
  /** Events of this session that are now in its window stay whole in it; recall prefers any pinned event of the space. */
  readonly pin?: {
    readonly eventIds: readonly string[];
    readonly pinned: boolean;
  };
}

export interface Attachment {
  readonly mime: string;
  readonly data: string;
  readonly title?: string;
  /** A caption or the extracted text; kept whole, searched and shown. */
  readonly text?: string;
}

export interface ToolCall {
  /** Equal on the call and on its result. */
  readonly id: string;
  readonly name: string;
  /** JSON text exactly as the model wrote it; absent on a result. */
  readonly arguments?: string;
}

export interface EventMetadata {
  readonly taskId?: string;
  readonly agent?: string;
  readonly parentAgent?: string;
  readonly tags?: readonly string[];
  readonly hints?: readonly ('needed_for_final_report' | 'temporary_debug' | 'decision_record')[];
  readonly sensitivity?: readonly string[];
  /** Events that this one makes obsolete. */
  readonly supersedes?: readonly string[];
  /** Events this one was derived from. */
  readonly provenance?: readonly string[];
  readonly observedAt?: string | number;
  readonly referencedAt?: string | number;
  readonly pinned?: boolean;
  /** The person that it is about or comes from, as you name them. An erasure of this data subject takes all its events. Stored encrypted. */
  readonly subject?: string;
  /** On the first event of a session: the session that it was forked from or started by, and the last sequence that they share. */
  readonly parent?: {
    readonly session: string;
    readonly source?: string;
    readonly sequence?: number;
  };
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface RecallReceipt {
  readonly retrievalId: string;
  readonly evidence: readonly {
    readonly eventId: string;
    /** Its session, by which it is known to be erased where that went as a whole. Not needed where the text is as recalled. */
    readonly session?: string;
    readonly fromByte?: number;
    readonly toByte?: number;
  }[];
  readonly renderingHash: string;
  /** Its ranges in the text, in UTF-16 units; absent where the event holds nothing else. */
  readonly within?: readonly {
    readonly from: number;
    readonly to: number;
  }[];
}

export interface Event {
  readonly id: string;
  readonly position: string;
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
  readonly session: string;
  /** 1, 2, 3 ... over the accepted events of the session. */
  readonly ordinal: number;
  readonly turn: number;
  readonly request: number;
  readonly occurredAt: string;
  readonly recordedAt: string;
  readonly tokens: number;
  readonly premiseVersion: number;
  readonly supersededBy?: string;
  readonly body?: EventBody;
  /** Reason why there is no body. */
  readonly missing?: 'unreadable' | 'erased' | 'damaged';
}

export interface EventBody {
  readonly text: string;
  readonly artifacts?: readonly ArtifactRef[];
  readonly call?: {
    readonly id: string;
    readonly name: string;
    readonly arguments?: string;
  };
  readonly isError?: boolean;
  readonly messageId?: string;
  readonly thinking?: {
    readonly signature?: string;
    readonly redacted?: string;
    readonly vendor?: string;
    readonly callId?: string;
  };
  readonly meta: {
    readonly taskId?: string;
    readonly agent?: string;
    readonly parentAgent?: string;
    readonly tags?: readonly string[];
    readonly hints?: readonly ('needed_for_final_report' | 'temporary_debug' | 'decision_record')[];
    readonly sensitivity?: readonly string[];
    readonly supersedes?: readonly string[];
    readonly provenance?: readonly string[];
    readonly observedAt?: string;
    readonly referencedAt?: string;
    readonly pinned?: boolean;
    /** The person that it is about or comes from. */
    readonly subject?: string;
    readonly parent?: {
      readonly session: string;
      readonly source?: string;
      readonly sequence?: number;
      readonly delegation?: DelegationGrant;
    };
    readonly extra?: Readonly<Record<string, unknown>>;
  };
  readonly origin?: {
    readonly source?: string;
    readonly sequence?: number;
  };
  readonly recall?: {
    readonly retrievalId: string;
    readonly evidence: readonly {
      readonly eventId: string;
      readonly session?: string;
      readonly fromByte?: number;
      readonly toByte?: number;
    }[];
    readonly renderingHash: string;
    /** Its ranges in the text, in UTF-16 units; absent where the event holds nothing else. */
    readonly within?: readonly {
      readonly from: number;
      readonly to: number;
    }[];
  };
  readonly taskState?: TaskState;
  /** On a delegation that the service wrote. */
  readonly delegation?: DelegationPacket;
  /** On a report that the service wrote, after it looked for the evidence of each finding. */
  readonly report?: DelegationReport;
  readonly pin?: {
    readonly eventIds: readonly string[];
    readonly pinned: boolean;
  };
  readonly compaction?: CompactionRecord;
  /** True where windows name the agent of each message above it. */
  readonly namesAgents?: true;
  readonly redactions?: readonly {
    readonly rule: string;
    readonly count: number;
    readonly action: 'mark' | 'mask';
  }[];
}

export interface ArtifactRef {
  readonly id: string;
  /** text: the text given with the preceding attachment. */
  readonly role: 'content' | 'attachment' | 'text';
  readonly mime: string;
  readonly sizeBytes: number;
  /** On a picture that models take; absent where its header does not say it. */
  readonly widthPixels?: number;
  readonly heightPixels?: number;
  readonly sha256: string;
  readonly createdAt: string;
  readonly title?: string;
  readonly preview: string;
  readonly previewKind: 'log' | 'json' | 'search' | 'table' | 'image' | 'document' | 'diff' | 'code' | 'text' | 'binary';
  /** Source of the words of an attachment: text given with it (here, or as an artifact of its own), or its bytes in this encoding. */
  readonly text?: {
    readonly given?: string;
    readonly givenId?: string;
    readonly encoding?:
      | 'utf-8'
      | 'utf-16le'
      | 'utf-16be'
      | 'windows-1252'
      | 'ibm866'
      | 'iso-8859-2'
      | 'iso-8859-3'
      | 'iso-8859-4'
      | 'iso-8859-5'
      | 'iso-8859-6'
      | 'iso-8859-7'
      | 'iso-8859-8'
      | 'iso-8859-8-i'
      | 'iso-8859-10'
      | 'iso-8859-13'
      | 'iso-8859-14'
      | 'iso-8859-15'
      | 'koi8-r'
      | 'koi8-u'
      | 'macintosh'
      | 'windows-874'
      | 'windows-1250'
      | 'windows-1251'
      | 'windows-1253'
      | 'windows-1254'
      | 'windows-1255'
      | 'windows-1256'
      | 'windows-1257'
      | 'windows-1258'
      | 'x-mac-cyrillic'
      | 'gbk'
      | 'gb18030'
      | 'big5'
      | 'euc-jp'
      | 'iso-2022-jp'
      | 'shift_jis'
      | 'euc-kr';
  };
}

export interface Anatomy {
  readonly turnId: string;
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
  readonly assembledAt: string;
  readonly turn: number;
  readonly compactionCycle: number;
  readonly windowTokens: number;
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
  readonly knowledgeBytes?: number;
  readonly knowledgeTokens?: number;
  readonly packBytes?: number;
  readonly packTokens?: number;
  readonly userMessageBytes: number;
  readonly userMessageTokens: number;
  readonly totalTokens: number;
  /** Tokens of everything so far: what the window would have to hold without eviction. */
  readonly sessionTokens: number;
  readonly stablePrefixShare: number | null;
  readonly topicLabel: string | null;
  readonly topicTransition: boolean;
}

export interface TaskState {
  readonly version: number;
  readonly premiseVersion: number;
  readonly taskId?: string;
  readonly goals?: readonly string[];
  readonly constraints?: readonly {
    readonly text: string;
    readonly eventIds?: readonly string[];
  }[];
  readonly openLoops?: readonly {
    readonly text: string;
    readonly eventIds?: readonly string[];
  }[];
  readonly nextActions?: readonly string[];
  readonly keyEvents?: readonly string[];
  readonly keyArtifacts?: readonly string[];
  readonly premises?: Readonly<Record<string, string>>;
  readonly phase?: 'plan' | 'execute' | 'debug' | 'review' | 'report';
  readonly filters?: {
    readonly crossTask?: boolean;
    readonly agents?: readonly string[];
  };
  readonly requiresSelfAssessment?: boolean;
  readonly requestHistorical?: boolean;
  readonly milestones?: readonly string[];
  readonly acceptanceCriteria?: readonly string[];
  readonly risks?: readonly string[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface TaskStateFields {
  readonly taskId?: string;
  readonly goals?: readonly string[];
  readonly constraints?: readonly {
    readonly text: string;
    readonly eventIds?: readonly string[];
  }[];
  readonly openLoops?: readonly {
    readonly text: string;
    readonly eventIds?: readonly string[];
  }[];
  readonly nextActions?: readonly string[];
  readonly keyEvents?: readonly string[];
  readonly keyArtifacts?: readonly string[];
  /** Assumptions of the plan, name to value; a change raises the premise version. */
  readonly premises?: Readonly<Record<string, string>>;
  readonly phase?: 'plan' | 'execute' | 'debug' | 'review' | 'report';
  readonly filters?: {
    readonly crossTask?: boolean;
    readonly agents?: readonly string[];
  };
  readonly requiresSelfAssessment?: boolean;
  readonly requestHistorical?: boolean;
  readonly milestones?: readonly string[];
  readonly acceptanceCriteria?: readonly string[];
  readonly risks?: readonly string[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface WindowBudgets {
  readonly window: number;
  readonly sys: number;
  readonly task: number;
  readonly tail: number;
  readonly user: number;
  readonly headroom: number;
  readonly markerCap: number;
  readonly markers: number;
  readonly pull: number;
  readonly pullMax: number;
  readonly pullCalls: number;
  readonly output: number;
  readonly push: number;
  readonly knowledge: number;
}

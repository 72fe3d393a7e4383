import {
  CONDITIONING_TEMPERATURE,
  DEFAULT_CONDITIONING,
  DEFAULT_RANKING,
  ESCALATE_BELOW,
  type ConditioningSwitches,
  type RankingSwitches,
  type EscalationReason,
  type ReadQueryTime,
  type RecallOutcome,
  type SessionAddress,
  type TextAnalyser,
} from '@total-recall/domain';
import type { ArtifactPlace, ArtifactStore, DestroyedPlace, EmbedderSource, Tracer, VectorIndex } from '@total-recall/ports';
import type { WorkGate, WorkGateConfig } from '@total-recall/runtime';
import type { WindowConfig, WindowDeps, WindowObserver } from './window/window-deps.ts';
import { DEFAULT_WINDOW_CONFIG } from './window/window-deps.ts';

/** All dependencies of the retriever. */
export interface RetrieverDeps extends WindowDeps {
  readonly analyser: TextAnalyser;
  /** Reads the times that a query names; without it none are read. */
  readonly readTime?: ReadQueryTime;
  /** Tells an artifact's tier, which the codec does not. */
  readonly artifactStore: Pick<ArtifactStore, 'stat'>;
  /** Signs retrieval ids, so that a recall result is recognised wherever it is quoted (E11). */
  readonly signer: RetrievalSigner;
  readonly observer: WindowObserver & RecallObserver & ReadObserver;
  /** Shares the process among tenants, also with work of others; absent where the retriever has it alone. */
  readonly gate?: WorkGate;
  /** Set when traces are made. */
  readonly tracer?: Tracer;
  /** Registers a callback for erasures in any process, to clear cached events and record nothing of them. */
  readonly onErased?: (run: (place: DestroyedPlace) => void) => void;
  /** Returns true when an erasure removed this artifact; absent if nothing can be erased. */
  readonly wasErased?: (place: ArtifactPlace) => boolean | Promise<boolean>;
  /** Set when vectors are on. */
  readonly vectors?: RecallVectors;
}

/** Dependencies of recall by meaning. */
export interface RecallVectors {
  readonly index: VectorIndex;
  readonly embedder: EmbedderSource;
  /** Called for each query with its outcome: vectors took part, or why they did not. */
  readonly observed?: (outcome: VectorOutcome, error?: unknown) => void;
}

/**
 * `none`: the space has no vectors of this model yet; `absent`: no model is loaded; `resting`:
 * it just failed too often.
 */
export type VectorOutcome = 'used' | 'none' | 'absent' | 'resting' | 'slow' | 'failed';

export interface RetrievalSigner {
  /** Returns a name that holds its whole address with its signature, after a dot. */
  sign(name: string): string;
  /** Returns the id with a signature for the space, in [A-Za-z0-9._-]: ingest recognises it there only. */
  signIn(place: Pick<SessionAddress, 'tenant' | 'space'>, retrievalId: string): string;
}

/** Reports of reads of events and artifacts. */
export interface ReadObserver {
  /** An artifact that an event refers to has no file. */
  artifactAbsent?(place: ArtifactPlace): void;
}

/** Reports of recall, which become metrics. They never hold text. */
export interface RecallObserver {
  recalled(recall: {
    readonly seconds: number;
    readonly queries: number;
    readonly candidates: number;
    readonly pending: number;
    readonly hits: number;
    readonly tokens: number;
    readonly budgetTokens: number;
    readonly completeness: number | null;
    readonly confidence: number;
    readonly outcome: RecallOutcome;
    /** Further queries that were tried, and whether the answer uses them. */
    readonly escalated: readonly { readonly reason: EscalationReason; readonly used: boolean }[];
  }): void;
}

export interface RecallConfig {
  /**
   * Most records of the space above `searchable` in one partition that a recall covers by reading the log.
   * For more it waits.
   */
  readonly pendingRecords: number;
  /** Most records of all spaces there; those of others are passed over. For more it waits. */
  readonly passedRecords: number;
  /** Most bytes of a session that a window reads of the log. */
  readonly pendingBytes: number;
  readonly coverTimeoutMs: number;
  /** Text candidates of one query. */
  readonly candidates: number;
  /** Time that a query waits for its vectors, in milliseconds; after it the answer is from text alone. */
  readonly embedTimeoutMs: number;
  /** Vector candidates of one query. */
  readonly vectorCandidates: number;
  /** Best passages whose token vectors are compared with the query's. */
  readonly lateInteraction: number;
  /**
   * Tokens of an answer that are filled freely, or a share of its budget if that is more. Beyond them, a line must be within
   * `worthWithin` standard deviations of the best.
   */
  readonly freeTokens: number;
  readonly freeShare: {
    readonly answered: number;
    /** Used unless something says that the best lines are those that were asked for. */
    readonly unsure: { readonly byWords: number; readonly withVectors: number };
  };
  readonly worthWithin: { readonly byWords: number; readonly withVectors: number };
  /** Most events opened for one answer. */
  readonly openedEvents: number;
  /** Fewest events opened when a task conditions the answer, so that others can replace those it demotes. */
  readonly conditionedEvents: number;
  /** Factors of task conditioning that take part. */
  readonly conditioning: ConditioningSwitches;
  /** Weight of a factor product of e, in standard deviations of the scores. */
  readonly conditioningTemperature: number;
  /** Parts of the ranking that take part. */
  readonly ranking: RankingSwitches;
  /**
   * Rules for further queries to improve a weak answer, in order; at most two are tried. Empty turns escalation off. No
   * setting of a service names any: it is there to be measured (ADR 0011).
   */
  readonly escalations: readonly EscalationReason[];
  /** Confidence below which they are tried. */
  readonly escalateBelow: number;
}

/** Sharing of the process among the recalls and windows of all tenants, where no gate is given. */
interface SharingConfig {
  readonly work: WorkGateConfig;
}

export type RetrieverConfig = WindowConfig & RecallConfig & SharingConfig;

export const DEFAULT_RETRIEVER_CONFIG: RetrieverConfig = {
  ...DEFAULT_WINDOW_CONFIG,
  work: { slots: 2, deadlineMs: 10_000, waitingPerTenant: 256, waiting: 4_096 },
  pendingRecords: 512,
  passedRecords: 8_192,
  pendingBytes: 16 * 1024 * 1024,
  coverTimeoutMs: 5_000,
  candidates: 500,
  freeTokens: 1_000,
  freeShare: { answered: 0.25, unsure: { byWords: 0.6, withVectors: 0.25 } },
  worthWithin: { byWords: 5, withVectors: 2 },
  openedEvents: 48,
  conditionedEvents: 96,
  conditioning: DEFAULT_CONDITIONING,
  conditioningTemperature: CONDITIONING_TEMPERATURE,
  ranking: DEFAULT_RANKING,
  escalations: [],
  escalateBelow: ESCALATE_BELOW,
  embedTimeoutMs: 150,
  vectorCandidates: 500,
  lateInteraction: 500,
};

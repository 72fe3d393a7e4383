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
  type TextAnalyser,
} from '@total-recall/domain';
import type { ArtifactPlace, ArtifactStore, EmbedderSource, Tracer, VectorIndex } from '@total-recall/ports';
import type { WorkGateConfig, WorkObserver } from '@total-recall/runtime';
import type { WindowConfig, WindowDeps, WindowObserver } from './window/window-deps.ts';
import { DEFAULT_WINDOW_CONFIG } from './window/window-deps.ts';

/** Everything the retriever needs from outside. */
export interface RetrieverDeps extends WindowDeps {
  readonly analyser: TextAnalyser;
  /** Reads the times that a query names; none are read where absent. */
  readonly readTime?: ReadQueryTime;
  /** Beside the codec, for the tier an artifact is in. */
  readonly artifactStore: Pick<ArtifactStore, 'stat'>;
  /** Signs retrieval ids, so that a recall result is recognised wherever it is quoted (E11). */
  readonly signer: RetrievalSigner;
  readonly observer: WindowObserver & RecallObserver & { readonly work?: WorkObserver };
  /** Where traces are made. */
  readonly tracer?: Tracer;
  /** Tells when something was erased, in whatever process: what is held of events is let go then. */
  readonly onErased?: (run: () => void) => void;
  /** Whether an erasure took this artifact; absent where nothing can be erased. */
  readonly wasErased?: (place: ArtifactPlace) => boolean;
  /** Where vectors are on. */
  readonly vectors?: RecallVectors;
}

/** What recall needs to search by meaning too. */
export interface RecallVectors {
  readonly index: VectorIndex;
  readonly embedder: EmbedderSource;
  /** Told of each query how it went: vectors took part, or why they did not. */
  readonly observed?: (outcome: VectorOutcome, error?: unknown) => void;
}

/** `none`: the space has no vectors of this model yet; `absent`: no model is there; `resting`: it failed too often just before. */
export type VectorOutcome = 'used' | 'none' | 'absent' | 'resting' | 'slow' | 'failed';

export interface RetrievalSigner {
  /** The id with its signature, in [A-Za-z0-9._-]. */
  sign(retrievalId: string): string;
}

/** What recall tells about its work; becomes metrics. Never holds text. */
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
    /** Further queries that were tried, and whether the answer is made of them too. */
    readonly escalated: readonly { readonly reason: EscalationReason; readonly used: boolean }[];
  }): void;
}

export interface RecallConfig {
  /** Records above `searchable` of one partition that a recall covers by reading the log; past it, it waits. */
  readonly pendingRecords: number;
  readonly coverTimeoutMs: number;
  /** Text candidates of one query. */
  readonly candidates: number;
  /** How long a query waits for its own vectors; past it the answer is from text alone. */
  readonly embedTimeoutMs: number;
  /** Vector candidates of one query. */
  readonly vectorCandidates: number;
  /** Best passages whose token vectors are compared with the query's. */
  readonly lateInteraction: number;
  /** Tokens of an answer that need no reason; beyond them a line is worth its own while it stands within so many deviations of the best. */
  readonly freeTokens: number;
  readonly worthWithin: { readonly byWords: number; readonly withVectors: number };
  /** Events opened for one answer at most. */
  readonly openedEvents: number;
  /** Events opened at least where a task conditions the answer, so that others take the place of what it demotes. */
  readonly conditionedEvents: number;
  /** Which factors of the task conditioning take part. */
  readonly conditioning: ConditioningSwitches;
  /** Deviations that a modifier of e is worth. */
  readonly conditioningTemperature: number;
  /** Which parts of the ranking take part. */
  readonly ranking: RankingSwitches;
  /** Rules for further queries where an answer is weak, in the order they are tried, two at most; none turns it off. */
  readonly escalations: readonly EscalationReason[];
  /** Confidence below which they are tried. */
  readonly escalateBelow: number;
}

/** How recalls and windows of all tenants share the process. */
export interface SharingConfig {
  readonly work: WorkGateConfig;
}

export type RetrieverConfig = WindowConfig & RecallConfig & SharingConfig;

export const DEFAULT_RETRIEVER_CONFIG: RetrieverConfig = {
  ...DEFAULT_WINDOW_CONFIG,
  work: { slots: 2, deadlineMs: 10_000, waitingPerTenant: 256, waiting: 4_096 },
  pendingRecords: 512,
  coverTimeoutMs: 5_000,
  candidates: 500,
  freeTokens: 1_000,
  worthWithin: { byWords: 8, withVectors: 2 },
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

import type { TextAnalyser } from '@total-recall/domain';
import type { ArtifactStore } from '@total-recall/ports';
import type { WindowConfig, WindowDeps, WindowObserver } from './window/window-deps.ts';
import { DEFAULT_WINDOW_CONFIG } from './window/window-deps.ts';

/** Everything the retriever needs from outside. */
export interface RetrieverDeps extends WindowDeps {
  readonly analyser: TextAnalyser;
  /** Beside the codec, for the tier an artifact is in. */
  readonly artifactStore: Pick<ArtifactStore, 'stat'>;
  /** Signs retrieval ids, so that a recall result is recognised wherever it is quoted (E11). */
  readonly signer: RetrievalSigner;
  readonly observer: WindowObserver & RecallObserver;
}

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
  }): void;
}

export interface RecallConfig {
  /** Records above `searchable` of one partition that a recall covers by reading the log; past it, it waits. */
  readonly pendingRecords: number;
  readonly coverTimeoutMs: number;
  /** Text candidates of one query. */
  readonly candidates: number;
  /** Events opened for one answer at most. */
  readonly openedEvents: number;
}

export type RetrieverConfig = WindowConfig & RecallConfig;

export const DEFAULT_RETRIEVER_CONFIG: RetrieverConfig = {
  ...DEFAULT_WINDOW_CONFIG,
  pendingRecords: 512,
  coverTimeoutMs: 5_000,
  candidates: 300,
  openedEvents: 48,
};

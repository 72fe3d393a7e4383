import type { RecallRequest } from '@total-recall/domain';
import type { CallReader, Turn } from '@total-recall/runtime';
import type { RecallConfig, RetrieverDeps } from '../retriever-deps.ts';
import type { RunSessions } from './ask/granted-sessions.ts';
import type { EventsRead } from './open/open-events.ts';
import type { EmbedQuery } from './search/embed-query.ts';
import type { WatchedVectors } from './search/watch-vectors.ts';

/** Parts that the stages of one recall share. What they work on goes from one to the next as data. */
export interface RecallRun {
  /** Waiting for a projector through these releases the turn, and a failure of the vectors is remembered. */
  readonly deps: RetrieverDeps;
  readonly config: RecallConfig;
  /**
   * Its turn of the work gate. `turn.spend` after a costly step lets others go first, and fails past the deadline.
   */
  readonly turn: Turn;
  readonly startedMs: number;
  /** Returns true once keys of what it may read were destroyed while it is under way. */
  readonly isErased: () => boolean;
  readonly embedQuery: EmbedQuery;
  readonly runSessions: RunSessions;
  readonly calls: CallReader;
  /** Events read so far, so that a retry reads none twice. */
  readonly eventsRead: EventsRead;
  readonly textOnly: WatchedVectors['textOnly'];
  newId(tenant: RecallRequest['tenant']): string;
}

import type { SessionAddress, SessionState } from '@total-recall/domain';

export interface SessionSummary extends SessionAddress {
  readonly offset: number;
  readonly events: number;
  readonly turn: number;
  readonly cycle: number;
  readonly markers: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Offset up to which the states of a partition are saved. */
export interface SavedUpTo {
  readonly partition: number;
  readonly offset: number;
}

/**
 * The folded state of every session, as last saved by the projector.
 *
 * - A session has one writer. `save` keeps the state with the highest `offset`; an older one is ignored without an
 *   error.
 * - A batch is saved whole or not at all.
 * - Reads see the last completed save; no refresh is needed.
 * - A store that may lose its last saves writes `upTo` together with the states, so that the next reader sees the loss.
 * - Lists are sorted by last activity, newest first, and paged by an opaque cursor.
 */
export interface SessionStore {
  load(address: SessionAddress): Promise<SessionState | undefined>;
  save(states: readonly SessionState[], upTo?: SavedUpTo): Promise<void>;
  /**
   * Returns the offset given by the last save of the partition, -1 before the first; undefined where that save gave
   * none. Absent in a store that never loses saves.
   */
  savedUpTo?(partition: number): Promise<number | undefined>;
  /**
   * Replaces saved states whatever their offset, removes the sessions in `gone`, and stores `upTo`. For repairing a
   * store that diverged from its index, and for changes of what is folded. A store without `savedUpTo` keeps states
   * with a higher offset.
   */
  replace?(states: readonly SessionState[], gone: readonly SessionAddress[], upTo: SavedUpTo): Promise<void>;
  /** Removes remains of replaced or deleted states from the files. Absent where none remain. */
  wipe?(): Promise<void>;
  /** Makes lists show everything that any process has saved so far. Absent where they always do. */
  refresh?(): Promise<void>;
  list(query: { tenant: string; space: string; limit: number; cursor?: string }): Promise<{ sessions: SessionSummary[]; cursor?: string }>;
  /** Lists spaces. `only` limits it to these spaces, at most 256: neither the list nor its cursor reveals any other. */
  spaces(query: {
    tenant: string;
    limit: number;
    cursor?: string;
    only?: readonly string[];
  }): Promise<{ spaces: { space: string; sessions: number; events: number; lastAt: number }[]; cursor?: string }>;
  close(): Promise<void>;
}

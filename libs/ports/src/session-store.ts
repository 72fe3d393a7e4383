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

/** How far the states of a partition are. */
export interface SavedUpTo {
  readonly partition: number;
  readonly offset: number;
}

/**
 * The fold of every session, as it was last saved by the projector.
 *
 * - One writer a session. `save` keeps the state with the highest `offset`; an older one is ignored, silently.
 * - A batch is saved whole or not at all.
 * - Reads see the last completed save (realtime, no refresh needed).
 * - A store that may lose its last saves keeps `upTo` in the same step as the states, so that whoever opens it sees that something is gone.
 * - Lists are sorted by last activity, newest first, and paged by an opaque cursor.
 */
export interface SessionStore {
  load(address: SessionAddress): Promise<SessionState | undefined>;
  save(states: readonly SessionState[], upTo?: SavedUpTo): Promise<void>;
  /** Offset that the last save of the partition gave, -1 before the first; undefined where it was not given. Absent where what is saved stays. */
  savedUpTo?(partition: number): Promise<number | undefined>;
  /** Puts states in the place of what is saved, whatever offset that has, removes the sessions that are `gone`, and takes `upTo` over. For who finds the store apart from its index, or
   * changes what is folded. A store without `savedUpTo` keeps what has a higher offset. */
  replace?(states: readonly SessionState[], gone: readonly SessionAddress[], upTo: SavedUpTo): Promise<void>;
  /** Leaves nothing in the files of states that were replaced or removed. Absent where nothing of them stays. */
  wipe?(): Promise<void>;
  /** Lists see from now on whatever any process had saved. Absent where they do anyway. */
  refresh?(): Promise<void>;
  list(query: { tenant: string; space: string; limit: number; cursor?: string }): Promise<{ sessions: SessionSummary[]; cursor?: string }>;
  /** `only` keeps to these spaces, at most 256: neither the list nor its cursor tells of another. */
  spaces(query: {
    tenant: string;
    limit: number;
    cursor?: string;
    only?: readonly string[];
  }): Promise<{ spaces: { space: string; sessions: number; events: number; lastAt: number }[]; cursor?: string }>;
  close(): Promise<void>;
}

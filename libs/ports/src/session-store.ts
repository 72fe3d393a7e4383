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

/**
 * The fold of every session, as it was last saved by the projector.
 *
 * - One writer a session. `save` keeps the state with the highest `offset`; an older one is ignored, silently.
 * - A batch is saved whole or not at all.
 * - Reads see the last completed save (realtime, no refresh needed).
 * - Lists are sorted by last activity, newest first, and paged by an opaque cursor.
 */
export interface SessionStore {
  load(address: SessionAddress): Promise<SessionState | undefined>;
  save(states: readonly SessionState[]): Promise<void>;
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

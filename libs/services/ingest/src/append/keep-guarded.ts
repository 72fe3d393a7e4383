import {
  emptySession,
  evolveSession,
  guardedBudget,
  guardedParts,
  isGuardedKind,
  sessionKey,
  type EventRecord,
  type FormTokens,
  type NewEvent,
  type SessionAddress,
  type SessionPolicy,
  type SessionState,
} from '@total-recall/domain';
import { createSerialQueue, CURRENT_SCHEMA_VERSION, guardedOverBudget, type EffectivePolicy } from '@total-recall/runtime';
import type { PreparedEvent } from './prepare-event.ts';

/** Checks events that are counted but not written yet. Errors: `guarded_over_budget`. */
export type CheckGuarded = (prepared: readonly PreparedEvent[], counts: readonly FormTokens[]) => Promise<void>;

/** An append that changes guarded entries and may not be folded yet. */
interface Pending {
  readonly offset: number;
  readonly prepared: readonly PreparedEvent[];
  readonly counts: readonly FormTokens[];
}

interface SessionGuard {
  readonly inTurn: ReturnType<typeof createSerialQueue>;
  waiting: number;
  pending: readonly Pending[];
}

export interface GuardedStates {
  /** Returns the session as it was folded last. */
  readonly loadFolded: (address: SessionAddress) => SessionState | undefined | Promise<SessionState | undefined>;
  /** Waits until all that its log holds is folded. Errors: `not_caught_up`. */
  readonly waitFolded: (address: SessionAddress) => Promise<void>;
}

/** Limits: sessions whose appends are kept until they are folded, and appends per session. */
const SESSIONS_KEPT = 1_000;
const PENDING_KEPT = 64;

/**
 * Keeps guarded entries within their budget (I-17). Appends that add to them run one after the other in each session,
 * each checked against the last folded state and what was written since. Only a pin may wait for the fold: what an event
 * that was just appended weighs is known from there. Simultaneous appends of other processes are not seen; for them the
 * planner decides.
 */
export function createGuardedBudget({ loadFolded, waitFolded }: GuardedStates) {
  const guards = new Map<string, SessionGuard>();

  function guardOf(key: string): SessionGuard {
    const guard = guards.get(key) ?? { inTurn: createSerialQueue(), waiting: 0, pending: [] };
    guards.delete(key);
    guards.set(key, guard);
    for (const [oldest, { waiting }] of guards) {
      if (guards.size <= SESSIONS_KEPT) break;
      if (waiting === 0) guards.delete(oldest);
    }
    return guard;
  }

  return async function keepGuarded<T extends { readonly last?: { readonly offset: number } }>(
    address: SessionAddress,
    events: readonly NewEvent[],
    { policy }: EffectivePolicy,
    write: (check?: CheckGuarded) => Promise<T>,
  ): Promise<T> {
    if (!events.some(touchesGuarded)) return write();
    const guard = guardOf(sessionKey(address));
    guard.waiting += 1;
    try {
      return await guard.inTurn(async () => {
        const load = async () => (await loadFolded(address)) ?? emptySession(address);
        let folded = await load();
        if (pinsUnfolded(events, folded)) {
          await waitFolded(address);
          folded = await load();
        }
        guard.pending = guard.pending.filter(({ offset }) => offset > folded.offset);
        const before = guard.pending.reduce((state, { prepared, counts }) => foldPrepared(state, prepared, counts), folded);
        let checked: Omit<Pending, 'offset'> = { prepared: [], counts: [] };
        const written = await write(async (prepared, counts) => {
          checkBudget(before, foldPrepared(before, prepared, counts), policy);
          checked = { prepared, counts };
        });
        if (written.last) guard.pending = [...guard.pending, { offset: written.last.offset, ...checked }].slice(-PENDING_KEPT);
        return written;
      });
    } finally {
      guard.waiting -= 1;
    }
  };
}

function checkBudget(before: SessionState, after: SessionState, policy: SessionPolicy): void {
  const tokens = guardedTokens(after);
  const budgetTokens = guardedBudget(policy);
  if (tokens > budgetTokens && tokens > guardedTokens(before))
    throw guardedOverBudget({ tokens, budgetTokens, parts: guardedParts(after) });
}

function touchesGuarded({ kind, meta, pin }: NewEvent): boolean {
  return isGuardedKind(kind) || meta?.pinned === true || (meta?.supersedes?.length ?? 0) > 0 || pin !== undefined;
}

/** Returns true where a pin names events that the window does not hold, as far as it is folded. */
function pinsUnfolded(events: readonly NewEvent[], { entries }: SessionState): boolean {
  const named = events.flatMap(({ pin }) => (pin?.pinned ? pin.eventIds : []));
  return named.some((id) => !entries.some((entry) => entry.id === id));
}

function guardedTokens(state: SessionState): number {
  return guardedParts(state).reduce((sum, part) => sum + part.tokens, 0);
}

/** Returns the session as it would be with these events. */
function foldPrepared(state: SessionState, prepared: readonly PreparedEvent[], counts: readonly FormTokens[]): SessionState {
  const { tenant, space, session } = state;
  return prepared.reduce((folded, { id, kind, occurredAt, body }, at) => {
    const record: EventRecord = {
      offset: folded.offset + 1,
      envelope: {
        schemaVersion: CURRENT_SCHEMA_VERSION,
        id,
        tenant,
        space,
        session,
        kind,
        occurredAt,
        recordedAt: occurredAt,
        tokens: counts[at]!,
        family: '',
        keyId: '',
      },
      body,
    };
    return evolveSession(folded, record).state;
  }, state);
}

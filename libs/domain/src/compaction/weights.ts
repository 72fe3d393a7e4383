import type { EventKind } from '../event/event-kind.ts';
import { isGuardedKind } from '../event/event-kind.ts';
import type { SessionEntry, SessionState } from '../session/session-state.ts';

/**
 * Eviction weight by kind, in tenths. Higher goes sooner; a kind without a weight is guarded. Source: 000 §5.1 Table A,
 * 002 A.4.
 */
const KIND_WEIGHTS: Partial<Record<EventKind, number>> = {
  tool_result: 10,
  tool_call: 8,
  user_message: 5,
  agent_message: 5,
  thinking: 5,
  delegation: 5,
  report: 5,
  system_note: 5,
  decision: 2,
};
const SHRUNK_RESULT = 3;
const SUPERSEDED = 2;

/** Turns during which a recalled entry counts as used. */
const USED_TURNS = 8;

/**
 * Entries that the task state refers to or that were just used go last: likely, but not certain, to be needed again.
 * Source: 002 §6.2.
 */
const REFERRED_SHARE = 0.1;
const USED_SHARE = 0.5;

/**
 * Computes the eviction weight of one entry; 0 where its nature guards it. The tail and the marks guard entries in
 * addition.
 */
export function entryWeight(entry: SessionEntry, state: Pick<SessionState, 'turn'>, referred: ReadonlySet<string>): number {
  if (entry.pinned || entry.call === 'open') return 0;
  if (entry.state !== 'readable') return 5;
  let weight = KIND_WEIGHTS[entry.kind] ?? 0;
  if (isGuardedKind(entry.kind)) weight = entry.superseded ? SUPERSEDED : 0;
  if (entry.kind === 'tool_result' && entry.form === 'preview') weight = SHRUNK_RESULT;
  if (weight === 0) return 0;
  if (referred.has(entry.id)) return weight * REFERRED_SHARE;
  if (entry.usedAtTurn !== undefined && entry.usedAtTurn > state.turn - USED_TURNS) return weight * USED_SHARE;
  return weight;
}

import { rulesOf } from '../../event/kind-rules.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';

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
  let weight = kindWeight(entry);
  if (entry.kind === 'tool_result' && isPointer(entry)) weight = SHRUNK_RESULT;
  if (weight === 0) return 0;
  if (referred.has(entry.id)) return weight * REFERRED_SHARE;
  if (entry.usedAtTurn !== undefined && entry.usedAtTurn > state.turn - USED_TURNS) return weight * USED_SHARE;
  return weight;
}

/**
 * Returns true for a preview that takes no more than the standard one. One that was sized to a larger room is no pointer:
 * it leaves like any other result, or the oldest results would stay for ever.
 */
function isPointer({ form, cut, tokens }: SessionEntry): boolean {
  return form === 'preview' && (cut === undefined || cut.tokens <= tokens.preview);
}

function kindWeight({ kind, superseded }: SessionEntry): number {
  const { eviction } = rulesOf(kind);
  if (eviction === 'guarded') return superseded ? SUPERSEDED : 0;
  return eviction === 'kept' ? 0 : eviction;
}

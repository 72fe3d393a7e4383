import { MODEL_OUTPUT_KINDS } from '../../event/kind-rules.ts';
import type { SessionState } from '../../session/session-state.ts';

/** Thinking of the model's last turn, by event id. */
export interface LoopThinking {
  /** All of it, in every response since the last user message. */
  readonly ids: ReadonlySet<string>;
  /** The thinking of the newest response that has any: results are refused where the calls before them have lost it. */
  readonly newest: ReadonlySet<string>;
}

/**
 * Finds the thinking that the vendor may still ask for: that of the model's last turn, whose tool loop may be running. A
 * user message ends the turn, unless it came between a call and its result. Thinking that is never sent counts for none.
 */
export function loopThinking({ entries }: Pick<SessionState, 'entries'>): LoopThinking {
  const ids = new Set<string>();
  const newest = new Set<string>();
  let newestTurn: number | undefined;
  let isFollowed = false;
  let isWithin = false;
  for (let at = entries.length - 1; at >= 0; at--) {
    const { id, kind, turn, tokens } = entries[at]!;
    if (kind === 'user_message') {
      if (isWithin) break;
      isFollowed = true;
    }
    if (!MODEL_OUTPUT_KINDS.has(kind)) continue;
    if (!isWithin && isFollowed && kind === 'agent_message') break;
    isWithin = true;
    if (kind !== 'thinking' || tokens.whole === 0) continue;
    newestTurn ??= turn;
    ids.add(id);
    if (turn === newestTurn) newest.add(id);
  }
  return { ids, newest };
}

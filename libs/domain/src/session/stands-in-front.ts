import { rulesOf } from '../event/kind-rules.ts';
import type { SessionEntry } from './session-state.ts';

/** Returns true for entries that stand at the front of every window while they are live, not in the conversation. */
export function standsInFront({ kind, state, superseded }: Pick<SessionEntry, 'kind' | 'state' | 'superseded'>): boolean {
  return state === 'readable' && superseded !== true && rulesOf(kind).block !== 'flow';
}

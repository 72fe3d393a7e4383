import { LABEL_TOKENS, labelOf } from '../../event/kind-label.ts';
import { findGaps, GAP_TOKENS } from '../markers/find-gaps.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';

/** Returns an entry's tokens in its present form. An open or closed call includes its synthetic result. */
export function entryTokens(entry: SessionEntry): number {
  return formTokens(entry) + attachedTokens(entry);
}

/** Returns the tokens of the entry itself, without anything rendered beside it. */
export function formTokens({ form, cut, tokens }: Pick<SessionEntry, 'form' | 'cut' | 'tokens'>): number {
  return form === 'preview' && cut ? cut.tokens : tokens[form];
}

/** Returns the tokens rendered beside an entry in every form. */
export function attachedTokens({ kind, superseded, orphan, call }: Pick<SessionEntry, 'kind' | 'superseded' | 'orphan' | 'call'>): number {
  const label = labelOf(kind, superseded) === undefined ? 0 : LABEL_TOKENS;
  return label + (orphan ? ORPHAN_TOKENS : 0) + (call === 'open' || call === 'closed' ? SYNTHETIC_RESULT_TOKENS : 0);
}

/** Upper bounds for saying that a call has no result, and for the line that names a late result's call. */
export const SYNTHETIC_RESULT_TOKENS = 16;
export const ORPHAN_TOKENS = 64;

/** Sums the tokens of all entries and markers, and of the notes where turns are missing. */
export function historyTokens(state: Pick<SessionState, 'entries' | 'markers'>): number {
  let sum = 0;
  for (const entry of state.entries) sum += entryTokens(entry);
  for (const marker of state.markers) sum += marker.tokens;
  return sum + GAP_TOKENS * findGaps(state).length;
}

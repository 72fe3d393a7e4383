import { applyCompaction, needsRecount, type SessionState } from '@total-recall/domain';
import { nextToRecount, recountTokens } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import { appendCompaction, type AppendCompactionDeps } from './append-compaction.ts';
import { readContents } from './open-bodies.ts';

export interface RecountedSession {
  /** The session once the recounts are folded. */
  readonly state: SessionState;
  /** Offset of the last recount in the log; absent if nothing was counted. */
  readonly offset?: number;
}

export type RecountDeps = AppendCompactionDeps & Pick<IngestDeps, 'policies' | 'tokens' | 'index' | 'content'>;

/**
 * Recounts the window if the policy names another model family than it was counted for, and appends the counts to the
 * log. Later decisions must use the returned state, because they are folded after the counts.
 */
export async function recountSession(deps: RecountDeps, before: SessionState): Promise<RecountedSession> {
  const { policy } = await deps.policies.resolve(before);
  let state = before;
  let offset: number | undefined;
  while (needsRecount(state, policy.family)) {
    const entries = nextToRecount(state, policy.family);
    const task = state.taskState ?? state.derivedTask;
    const ids = [...entries.map(({ id }) => id), ...(task ? [task.eventId] : [])];
    const contents = await readContents(deps, state, ids);
    const record = await recountTokens(deps.tokens, { state, policy, entries, contents });
    const next = applyCompaction(state, record);
    if (!next) break;
    offset = await appendCompaction(deps, state, policy, record);
    state = next;
  }
  return { state, ...(offset === undefined ? {} : { offset }) };
}

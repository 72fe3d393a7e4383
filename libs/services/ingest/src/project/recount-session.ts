import { applyCompaction, isCountedOtherwise, type SessionState } from '@total-recall/domain';
import { nextToRecount, recountTokens } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import { appendCompaction } from './append-compaction.ts';
import { readContents } from './open-bodies.ts';

export interface RecountedSession {
  /** As it is once the recounts are folded. */
  readonly state: SessionState;
  /** Of the last one in the log; absent where nothing was to be counted. */
  readonly offset?: number;
}

/**
 * Counts what stands in the window anew where the policy names another model family than it was counted for, and appends the counts to the
 * log. What is decided after that is decided on the session as it is then: both are folded in this order.
 */
export async function recountSession(deps: IngestDeps, before: SessionState): Promise<RecountedSession> {
  const { policy } = await deps.policies.resolve(before);
  let state = before;
  let offset: number | undefined;
  while (isCountedOtherwise(state, policy.family)) {
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

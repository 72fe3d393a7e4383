import {
  applyCompaction,
  liveRequests,
  planCompaction,
  sketchEvents,
  triggerTokens,
  usableTokens,
  usedTokens,
  type CallerTokens,
  type CompactionInput,
  type DerivedTaskState,
  type EntryContent,
  type SessionPolicy,
  type SessionState,
} from '@total-recall/domain';
import { composeSized } from '@total-recall/runtime';
import { plansForCall } from './plans-for-call.ts';
import { signedRange } from './signed-range.ts';
import type { RetrieverDeps } from '../retriever-deps.ts';

interface CallToFit {
  readonly state: SessionState;
  /** Policy of the call: a smaller window has smaller budgets. */
  readonly policy: SessionPolicy;
  readonly caller: CallerTokens;
  readonly opened: ReadonlyMap<string, EntryContent>;
}

/** The session as a call sees it, with the task state derived for that call. */
export interface FittedSession {
  readonly state: SessionState;
  /** Absent where the recorded one stands, or none. */
  readonly taskState?: DerivedTaskState;
}

/**
 * Returns the session as this call sees it. If the history does not fit beside the call's own blocks, runs the
 * compaction planner for this call, down to the trigger, and records nothing. It reads the fold alone, so the same log
 * and call give the same bytes. Everything left out can be expanded by its marker's signed range, searchable or not, and
 * what a derived task state says of it stands in one of the call's own.
 */
export async function fitToCall(
  deps: Pick<RetrieverDeps, 'tokens' | 'signer'>,
  { state, policy, caller, opened }: CallToFit,
): Promise<FittedSession> {
  if (usedTokens(state, policy, caller) <= usableTokens(policy)) return { state };
  const planning: CompactionInput = {
    // Reasons that stopped the projector, such as a mark that lags, do not apply to a view.
    state: { ...state, stops: [] },
    policy,
    marks: { folded: state.offset, searchable: Number.MAX_SAFE_INTEGER },
    trigger: 'demand',
    targetTokens: triggerTokens(policy),
    caller,
    isForCall: true,
  };
  const plan = planCompaction(planning);
  if (plan.kind === 'stopped') return { state };
  const count = (texts: readonly string[]) => deps.tokens.count(policy.family, texts);
  const countTokens = (text: string) => deps.tokens.countNow(policy.family, text);
  const bodies = new Map([...opened].map(([id, { body }]) => [id, body]));
  for (const planned of plansForCall({ planning, plan, opened, countTokens })) {
    const sketches = sketchEvents([...planned.plan.evicted, ...liveRequests(planned.state)], bodies);
    const record = await composeSized({ ...planned, policy, sketches, eventId: '', countTokens }, { contentsOf: () => opened, count });
    const view = record && applyCompaction(planned.state, record);
    if (!view || (planned.taskState && record.tokensAfter > usableTokens(policy))) continue;
    const made = new Set(record.made.map(({ marker }) => marker.id));
    const markers = view.markers.map((marker) =>
      made.has(marker.id) ? { ...marker, id: signedRange(deps.signer, state, marker) } : marker,
    );
    return { state: { ...view, markers, cycle: state.cycle }, ...(planned.taskState && { taskState: planned.taskState }) };
  }
  return { state };
}

import {
  applyCompaction,
  planCompaction,
  sketchEvents,
  triggerTokens,
  usableTokens,
  usedTokens,
  type CallerTokens,
  type EntryContent,
  type SessionPolicy,
  type SessionState,
} from '@total-recall/domain';
import { composeSized } from '@total-recall/runtime';
import { signedRange } from './signed-range.ts';
import type { RetrieverDeps } from '../retriever-deps.ts';

interface CallToFit {
  readonly state: SessionState;
  /** Policy of the call: a smaller window has smaller budgets. */
  readonly policy: SessionPolicy;
  readonly caller: CallerTokens;
  readonly opened: ReadonlyMap<string, EntryContent>;
}

/**
 * Returns the session as this call sees it. If the history does not fit beside the call's own blocks, runs the
 * compaction planner for this call, down to the trigger, and records nothing. It reads the fold alone, so the same log
 * and call give the same bytes. Everything left out can be expanded by its marker's signed range, searchable or not.
 */
export async function fitToCall(
  deps: Pick<RetrieverDeps, 'tokens' | 'signer'>,
  { state, policy, caller, opened }: CallToFit,
): Promise<SessionState> {
  if (usedTokens(state, policy, caller) <= usableTokens(policy)) return state;
  const everything = { folded: state.offset, searchable: Number.MAX_SAFE_INTEGER };
  const plan = planCompaction({
    // Reasons that stopped the projector, such as a mark that lags, do not apply to a view.
    state: { ...state, stops: [] },
    policy,
    marks: everything,
    trigger: 'demand',
    targetTokens: triggerTokens(policy),
    caller,
  });
  if (plan.kind === 'stopped') return state;
  const count = (texts: readonly string[]) => deps.tokens.count(policy.family, texts);
  const sketches = sketchEvents(plan.evicted, new Map([...opened].map(([id, { body }]) => [id, body])));
  const countTokens = (text: string) => deps.tokens.countNow(policy.family, text);
  const record = await composeSized({ plan, state, policy, sketches, eventId: '', countTokens }, { contentsOf: () => opened, count });
  const view = record && applyCompaction(state, record);
  if (!view) return state;
  const made = new Set(record.made.map(({ marker }) => marker.id));
  const markers = view.markers.map((marker) => (made.has(marker.id) ? { ...marker, id: signedRange(deps.signer, state, marker) } : marker));
  return { ...view, markers, cycle: state.cycle };
}

import {
  applyCompaction,
  composeCompaction,
  fitCuts,
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
import { countCuts } from '@total-recall/runtime';
import { signedRange } from './signed-range.ts';
import type { RetrieverDeps } from '../retriever-deps.ts';

export interface CallToFit {
  readonly state: SessionState;
  /** Of the call: a smaller window has smaller budgets. */
  readonly policy: SessionPolicy;
  readonly caller: CallerTokens;
  readonly opened: ReadonlyMap<string, EntryContent>;
}

/**
 * The session as this one call sees it: where its history does not fit beside what the call brings, the planner of compactions decides
 * here too, down to the trigger, and nothing is recorded. It reads the fold alone, so that the same log and the same call give the same
 * bytes; what it leaves out is found by the signed range of its marker, searchable or not.
 */
export async function fitToCall(
  deps: Pick<RetrieverDeps, 'tokens' | 'signer'>,
  { state, policy, caller, opened }: CallToFit,
): Promise<SessionState> {
  if (usedTokens(state, policy, caller) <= usableTokens(policy)) return state;
  const everything = { folded: state.offset, searchable: Number.MAX_SAFE_INTEGER };
  const plan = planCompaction({
    // What stopped the projector, such as a mark that lags, does not hold a view back.
    state: { ...state, stops: [] },
    policy,
    marks: everything,
    trigger: 'demand',
    targetTokens: triggerTokens(policy),
    caller,
  });
  if (plan.kind === 'stopped') return state;
  const count = (texts: readonly string[]) => deps.tokens.count(policy.family, texts);
  const cuts = await countCuts(fitCuts(plan, state, opened), count);
  const sketches = sketchEvents(plan.evicted, new Map([...opened].map(([id, { body }]) => [id, body])));
  const countTokens = (text: string) => deps.tokens.countNow(policy.family, text);
  const record = composeCompaction({ plan, state, policy, sketches, cuts, eventId: '', countTokens });
  const view = record && applyCompaction(state, record);
  if (!view) return state;
  const made = new Set(record.made.map(({ marker }) => marker.id));
  const markers = view.markers.map((marker) => (made.has(marker.id) ? { ...marker, id: signedRange(deps.signer, state, marker) } : marker));
  return { ...view, markers, cycle: state.cycle };
}

import {
  composeCompaction,
  contentsNeeded,
  fitCuts,
  putBackForms,
  type ComposeInput,
  type ContextCompacted,
  type EntryContent,
  type PlannedForms,
} from '@total-recall/domain';
import { countCuts } from './count-cuts.ts';

interface SizedBy {
  /** Reads the contents of events, by id; those that cannot be read are missing. */
  contentsOf(ids: readonly string[]): ReadonlyMap<string, EntryContent> | Promise<ReadonlyMap<string, EntryContent>>;
  count(texts: readonly string[]): Promise<readonly number[]>;
}

/**
 * Sizes the previews of a plan and composes its outcome. Entries that it puts back get previews of their own as well: their
 * standard ones show the end alone and name no event to open. What these take less may put back more, so it is composed
 * again. Returns undefined where the plan would free nothing (I-14).
 */
export async function composeSized(
  input: Omit<ComposeInput, 'cuts'>,
  { contentsOf, count }: SizedBy,
): Promise<ContextCompacted | undefined> {
  const { plan, state } = input;
  const cutsOf = async (forms: PlannedForms) => countCuts(fitCuts(forms, state, await contentsOf(contentsNeeded(forms, state))), count);
  const cuts = await cutsOf(plan.forms);
  const record = composeCompaction({ ...input, cuts });
  const back = record ? putBackForms(plan, record, state) : new Map<string, never>();
  return back.size === 0 ? record : composeCompaction({ ...input, cuts: new Map([...cuts, ...(await cutsOf(back))]) });
}

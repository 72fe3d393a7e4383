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

/** Times that a compaction is composed again at most, each with cuts of what the last one put back. */
const ROUNDS = 3;

/**
 * Sizes the previews of a plan and composes its outcome. Entries that it puts back get previews of their own as well: their
 * standard ones show the end alone and name no event to open. What these take less may put back more, so it is composed
 * again until all that it puts back is cut, a few times at most. Returns undefined where the plan would free nothing (I-14).
 */
export async function composeSized(
  input: Omit<ComposeInput, 'cuts'>,
  { contentsOf, count }: SizedBy,
): Promise<ContextCompacted | undefined> {
  const { plan, state } = input;
  const cutsOf = async (forms: PlannedForms) => countCuts(fitCuts(forms, state, await contentsOf(contentsNeeded(forms, state))), count);
  const cuts = new Map(await cutsOf(plan.forms));
  // An entry that was tried once has no readable content, or too little room.
  const tried = new Set<string>();
  let record = composeCompaction({ ...input, cuts });
  for (let round = 0; record && round < ROUNDS; round += 1) {
    const back = new Map([...putBackForms(plan, record, state)].filter(([id]) => !tried.has(id)));
    if (back.size === 0) break;
    for (const id of back.keys()) tried.add(id);
    for (const [id, cut] of await cutsOf(back)) cuts.set(id, cut);
    record = composeCompaction({ ...input, cuts }) ?? record;
  }
  return record;
}

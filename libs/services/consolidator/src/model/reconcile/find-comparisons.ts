import { byLatestFirstSaid, replacementProblem, type SpaceUnits, type Unit } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import type { ModelSweepDeps } from '../model-deps.ts';
import { readStatedUnits } from '../stated-units.ts';
import { RECONCILE_LIMITS, type Comparison } from './reconcile-question.ts';

/** Earlier facts of one subject that are read to find those of one thing, the latest. */
const MOST_READ = 256;

/**
 * Facts added behind an entry, those of whole entries, at least as many as one question takes where there are. `to`: of the
 * first entry only those behind this fact, by their ids.
 */
export function factsAddedAfter({ units }: Pick<SpaceUnits, 'units'>, entry: number, to = ''): readonly Unit[] {
  const added = [...units.values()]
    .filter(({ addedBy, id }) => addedBy > entry + 1 || (addedBy === entry + 1 && id > to))
    .toSorted((a, b) => a.addedBy - b.addedBy || (a.id < b.id ? -1 : 1));
  const last = added[RECONCILE_LIMITS.facts - 1];
  return last ? added.filter(({ addedBy }) => addedBy <= last.addedBy) : added;
}

/**
 * Returns the earlier facts that each of these may replace, by the gates that hold for the answer, too. So the facts that can be
 * changed are known before a model is asked, and no text can add one.
 */
export async function findComparisons(
  deps: ModelSweepDeps,
  place: SpacePlace,
  state: SpaceUnits,
  added: readonly Unit[],
): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const unit of added) {
    if (unit.status.is !== 'current') continue;
    const others = [...state.units.values()]
      .filter((one) => one.id !== unit.id && one.status.is === 'current' && !one.byPerson && one.knownAt <= unit.knownAt)
      .filter((one) => one.label === unit.label && one.subject === unit.subject && one.audience === unit.audience)
      .toSorted(byLatestFirstSaid)
      .slice(0, MOST_READ);
    if (others.length === 0) continue;
    const [fact, ...read] = await readStatedUnits(deps, place, [unit, ...others]);
    if (fact?.unit.id !== unit.id) continue;
    const earlier = read.filter((one) => replacementProblem(one, fact) === undefined);
    const byKey = earlier.toSorted((a, b) => Number(b.unit.key === unit.key) - Number(a.unit.key === unit.key));
    if (earlier.length > 0) comparisons.push({ fact, earlier: byKey.slice(0, RECONCILE_LIMITS.candidates) });
  }
  return comparisons;
}

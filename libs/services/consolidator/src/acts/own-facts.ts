import type { AnyUnit } from '@total-recall/domain';
import type { PersonsAct } from '@total-recall/ports';
import { openUnitMarks, TotalRecallError } from '@total-recall/runtime';
import type { ActDeps } from './act-deps.ts';

/** Returns a test whether an act may concern a unit: one that all see, or that is private to a subject of the act's. */
export async function mayConcern(
  deps: Pick<ActDeps, 'keys'>,
  { subjects, ...place }: Pick<PersonsAct, 'tenant' | 'space' | 'subjects'>,
): Promise<(unit: Pick<AnyUnit, 'audience'>) => boolean> {
  if (subjects === undefined) return () => true;
  const marks = await openUnitMarks(deps, place);
  const own = new Set(subjects.map((subject) => marks.subject(subject)));
  return ({ audience }) => audience === undefined || own.has(audience);
}

/** Refuses an act about a fact that it may not concern as one about a fact that is not there. Errors: `not_found`. */
export async function requireOwnFact(
  deps: Pick<ActDeps, 'keys' | 'unitsAt'>,
  { factId, ...by }: PersonsAct & { readonly factId: string },
): Promise<void> {
  if (by.subjects === undefined) return;
  const unit = (await deps.unitsAt(by)).units.get(factId);
  if (unit && !(await mayConcern(deps, by))(unit)) throw noFact(factId);
}

export function noFact(factId: string): TotalRecallError {
  return new TotalRecallError('not_found', `There is no fact ${factId} here.`);
}

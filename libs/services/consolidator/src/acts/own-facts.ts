import { MOST_WITHHELD, type AnyUnit } from '@total-recall/domain';
import type { PersonsAct } from '@total-recall/ports';
import { openUnitMarks, TotalRecallError, type ReadsLedger } from '@total-recall/runtime';
import { readEvents, type ReadDeps } from '../facts/read-sources.ts';
import type { ActDeps } from './act-deps.ts';
import { unnamedEvidence } from './unnamed-evidence.ts';

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

/**
 * Refuses the erasure of the events that state a fact unless each of them is of one of the act's subjects. An event that
 * cannot be read is nobody's. Errors: `forbidden`.
 */
export async function requireOwnEvidence(
  deps: ReadDeps & Pick<ActDeps, 'unitsAt'> & ReadsLedger,
  { factId, subjects, ...place }: PersonsAct & { readonly factId: string },
): Promise<void> {
  if (subjects === undefined) return;
  const unit = (await deps.unitsAt(place)).units.get(factId);
  if (!unit) return;
  const unnamed = await unnamedEvidence(deps, place, unit, MOST_WITHHELD - unit.evidence.length);
  const eventIds = [...unit.evidence, ...unnamed].map(({ eventId }) => eventId);
  const read = await readEvents(deps, place, eventIds, { leavesFacts: true, skimsTools: true });
  const isOwn = (eventId: string): boolean => subjects.includes(read.get(eventId)?.source.subject ?? '');
  if (eventIds.every(isOwn)) return;
  throw new TotalRecallError(
    'forbidden',
    'The key is bound to subjects, and events that are not of these state the fact: it can be forgotten, but not erased.',
  );
}

export function noFact(factId: string): TotalRecallError {
  return new TotalRecallError('not_found', `There is no fact ${factId} here.`);
}

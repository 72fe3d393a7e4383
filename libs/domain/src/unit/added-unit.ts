import { MOST_EVENTS, MOST_MEMBERS } from './group.ts';
import { MOST_MARKS, type AnyUnit, type NewAnyUnit } from './unit.ts';

/** Marks of an entry of the ledger that a sweep did not decide. */
export interface DecidedBy {
  readonly byPerson?: true;
  readonly byAgent?: true;
}

/** The entry that decides. */
export interface Deciding {
  readonly sequence: number;
  readonly at: number;
  readonly byPerson: boolean;
  readonly byAgent?: boolean;
}

export type FindUnit = (id: string) => AnyUnit | undefined;

/** Returns a new unit as the fold keeps it; undefined where it has no evidence. */
export function addedUnit(find: FindUnit, unit: NewAnyUnit, { sequence, byPerson, byAgent }: Deciding): AnyUnit | undefined {
  const marks = unit.marks && { marks: unit.marks.slice(0, MOST_MARKS) };
  const state = { byPerson, ...(byAgent && { byAgent: true as const }), addedBy: sequence, status: { is: 'current' } } as const;
  if (!('kind' in unit)) {
    const { evidence, ...rest } = unit;
    return { ...rest, ...marks, evidence: [evidence], statements: 1, knownAt: evidence.at, ...state };
  }
  const events = unit.events.slice(0, MOST_EVENTS);
  const members = unit.members.slice(0, MOST_MEMBERS).flatMap((id) => find(id) ?? []);
  const times = [...events.map(({ at }) => at), ...members.map(({ knownAt }) => knownAt)];
  if (times.length === 0) return undefined;
  return { ...unit, ...marks, events, members: members.map(({ id }) => id), knownAt: Math.min(...times), ...state };
}

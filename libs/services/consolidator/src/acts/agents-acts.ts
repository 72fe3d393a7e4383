import type { DecidedBy, Unit } from '@total-recall/domain';
import type { Consolidator, PersonsAct } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { ActDeps } from './act-deps.ts';
import { deciderOf } from './decider-of.ts';

/** Marks an entry as one of the person, or of the agent, that decides. Source: ADR 0303. */
export function decidedBy({ byAgent }: PersonsAct): DecidedBy {
  return byAgent ? { byAgent } : { byPerson: true };
}

/** Returns true where an act may change a unit: what a person decided an agent does not change. */
export function mayDecide({ byAgent }: PersonsAct, { byPerson }: Pick<Unit, 'byPerson'>): boolean {
  return !(byAgent && byPerson);
}

/** Refuses an agent's decision about a fact that a person decided about. Errors: `decided_by_person`. */
export function requireRank(by: PersonsAct, unit: Pick<Unit, 'id' | 'byPerson'>): void {
  if (!mayDecide(by, unit)) throw decidedByPerson(`A person wrote fact ${unit.id} or decided about it`);
}

/** Refuses an agent's undoing of a decision of a person. Errors: `decided_by_person`. */
export async function requireRankToUndo({ ledger }: Pick<ActDeps, 'ledger'>, by: Parameters<Consolidator['undo']>[0]): Promise<void> {
  if (!by.byAgent) return;
  const entry = await ledger.find(by.tenant, by.entryId);
  if (entry && deciderOf(entry) === 'person') throw decidedByPerson(`A person decided entry ${by.entryId}`);
}

function decidedByPerson(because: string): TotalRecallError {
  return new TotalRecallError('decided_by_person', `${because}; only a person changes that.`);
}

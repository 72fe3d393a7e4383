import type { Consolidator, SpacePlace } from '@total-recall/ports';
import type { Turn } from '@total-recall/runtime';
import { readLedger } from './acts/say-changes.ts';
import type { ConsolidatorDeps } from './consolidator-deps.ts';
import { digestOf, listFacts, type ListDeps } from './facts/list-facts.ts';
import { profileOf } from './facts/profile-of.ts';
import { createUnitList } from './surface/list-units.ts';
import { READ_COSTS } from './work-costs.ts';

/** Creates the reads of what is known. Each runs when it is its tenant's turn. Errors: those of `WorkGate`. */
export function createReads(
  deps: ConsolidatorDeps & ListDeps,
  ownedOf: (tenant: string) => unknown,
): Pick<Consolidator, 'facts' | 'profile' | 'digest' | 'units' | 'ledger'> {
  const list = createUnitList(deps);
  const inTurn = <Answer>({ tenant }: SpacePlace, cost: number, act: (turn: Turn) => Promise<Answer>): Promise<Answer> =>
    deps.gate.run({ tenant, kind: 'known', cost }, act);
  return {
    facts: (query) => inTurn(query, READ_COSTS[query.text === undefined ? 'page' : 'search'], (turn) => listFacts(deps, query, turn)),
    profile: (query) => inTurn(query, READ_COSTS.profile, (turn) => profileOf(deps, query, turn)),
    digest: (place) => inTurn(place, READ_COSTS.digest, (turn) => digestOf(deps, place, turn)),
    units: (query) => inTurn(query, READ_COSTS.units, (turn) => list.units(query, turn)),
    ledger: (query) =>
      inTurn(query, READ_COSTS[query.says === true ? 'saidLedger' : 'ledger'], (turn) => {
        ownedOf(query.tenant);
        return readLedger({ ...deps, titles: list.titles }, query, turn);
      }),
  };
}

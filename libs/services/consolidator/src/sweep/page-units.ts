import { afterDecision, type DecidedBy, type SpaceUnits, type Unit, type UnitDecision } from '@total-recall/domain';

/** The units of a space with what a page of a sweep decided about them so far. */
export interface PageUnits {
  has(id: string): boolean;
  ofKey(key: string): readonly Unit[];
  /** Looks at every unit, so it is for rare statements; not by what a page changes, as the status is. */
  where(isWanted: (unit: Unit) => boolean): readonly Unit[];
  /** Keeps what decisions of somebody leave, as the fold will take it. Returns how many units they add. */
  note(decisions: readonly UnitDecision[], by: DecidedBy): number;
}

export function createPageUnits(units: SpaceUnits['units']): PageUnits {
  const byKey = Map.groupBy(units.values(), ({ key }) => key);
  /** Units as the page leaves them, by id. */
  const now = new Map<string, Unit>();
  /** Units that the page adds, by key. */
  const added = new Map<string, readonly Unit[]>();
  const has = (id: string): boolean => now.has(id) || units.has(id);
  const latest = (unit: Unit): Unit => now.get(unit.id) ?? unit;
  const find = (id: string): Unit | undefined => now.get(id) ?? units.get(id);

  const noteOne = (decision: UnitDecision, by: DecidedBy): number => {
    let adds = 0;
    for (const unit of afterDecision(find, decision, {
      sequence: 0,
      at: 0,
      byPerson: by.byPerson === true,
      byAgent: by.byAgent === true,
    })) {
      if ('kind' in unit) continue;
      if (!has(unit.id)) {
        added.set(unit.key, [...(added.get(unit.key) ?? []), unit]);
        adds += 1;
      }
      now.set(unit.id, unit);
    }
    return adds;
  };
  return {
    has,
    ofKey: (key) => [...(byKey.get(key) ?? []), ...(added.get(key) ?? [])].map(latest),
    where: (isWanted) => [...units.values().filter(isWanted), ...[...added.values()].flat().filter(isWanted)].map(latest),
    note: (decisions, by) => decisions.reduce((adds, decision) => adds + noteOne(decision, by), 0),
  };
}

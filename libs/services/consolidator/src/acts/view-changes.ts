import {
  decisionReason,
  MOST_EVIDENCE,
  type GroupEvent,
  type NewAnyUnit,
  type UnitDecision,
  type UnitEvidence,
} from '@total-recall/domain';
import type { LedgerView } from '@total-recall/ports';

type Change = LedgerView['changes'][number];

/** Says what a decision did to each unit, why, how sure a model was, and by which places in events. */
export function changesOf(decision: UnitDecision): readonly Change[] {
  const reason = decisionReason(decision);
  const confidence = 'confidence' in decision ? decision.confidence : undefined;
  const why = { ...(reason !== 'none' && { reason }), ...(confidence !== undefined && { confidence }) };
  return didOf(decision).map((change) => ({ ...change, ...why }));
}

function didOf(decision: UnitDecision): readonly Change[] {
  switch (decision.do) {
    case 'add':
      return [{ did: 'added', fact: decision.unit.id, ...evidenceOf(decision.unit) }];
    case 'confirm':
      return [{ did: 'confirmed', fact: decision.unit, ...placesOf([decision.evidence]) }];
    case 'supersede':
      return [{ did: 'superseded', fact: decision.unit, by: decision.by }];
    case 'tombstone':
      return [{ did: 'tombstoned', fact: decision.unit, ...placesOf(decision.evidence) }];
    case 'archive':
      return decision.by.map((by) => ({ did: 'archived', fact: decision.unit, by }));
    case 'split':
      return decision.into.map((part) => ({ did: 'split', fact: decision.unit, by: part.id, ...evidenceOf(part) }));
    case 'merge':
      return decision.units.map((id) => ({ did: 'merged', fact: id, by: decision.into.id, ...evidenceOf(decision.into) }));
    case 'update':
      return [{ did: 'updated', fact: decision.unit, ...placesOf(decision.events) }];
    case 'link':
      return decision.links.map(({ type, to }) => ({ did: 'linked', fact: decision.unit, to, link: type }));
  }
}

function evidenceOf(unit: NewAnyUnit): Pick<Change, 'evidence'> {
  return placesOf('kind' in unit ? unit.events : [unit.evidence]);
}

/** Places in events, the first ones: a group may be made of many. */
function placesOf(places: readonly (UnitEvidence | GroupEvent)[] = []): Pick<Change, 'evidence'> {
  const evidence = places.slice(0, MOST_EVIDENCE).map((one) => {
    const { eventId, session } = one;
    return 'from' in one ? { eventId, session, from: one.from, to: one.to } : { eventId, session };
  });
  return evidence.length === 0 ? {} : { evidence };
}

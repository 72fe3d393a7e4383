import { emptySpaceUnits, evolveUnits, type LedgerAct, type NewUnit, type SpaceUnits, type UnitDecision } from '@total-recall/domain';
import type { LedgerShare, SpacePlace, UnitStore } from '@total-recall/ports';

/** A sentence of an event that states a fact. */
export interface Said {
  readonly eventId: string;
  readonly session?: string;
  readonly from?: number;
  readonly to?: number;
  readonly at?: number;
}

const MIDNIGHT = Date.UTC(2025, 0, 1);
const unitOf = ({ eventId, from = 0 }: Said): string => `${eventId}.${from}`;
const evidenceOf = ({ eventId, session = 's1', from = 0, to = 1_000, at = MIDNIGHT }: Said) => ({ eventId, session, from, to, at });

/** Decides about the facts of a space, as entries of a ledger do, if one is given, and saves what the fold makes of it. */
export function decidingIn(store: UnitStore, place: SpacePlace, share?: LedgerShare) {
  let state: SpaceUnits = emptySpaceUnits(place.tenant, place.space);
  async function decide(decisions: readonly UnitDecision[], byPerson = false): Promise<void> {
    const sequence = state.sequence + 1;
    const act: LedgerAct = { type: 'UnitsDecided', decisions, ...(byPerson && { byPerson }) };
    const entry = { id: `entry-${sequence}`, ...place, at: MIDNIGHT, actor: 'key_1', act };
    await share?.append(sequence - 1, [entry]);
    state = evolveUnits(state, [{ ...entry, sequence, epoch: 1 }]);
    await store.save(0, [state], { sequence, entryId: `entry-${sequence}` });
  }
  const stated = (said: Said): UnitDecision => ({
    do: 'add',
    unit: { id: unitOf(said), label: 'project', key: 'k', subject: 's', evidence: evidenceOf(said) },
  });
  return {
    decide,
    /** States facts, of the project unless it is said otherwise. */
    state: (...facts: readonly (Said & Partial<Pick<NewUnit, 'label' | 'key' | 'audience' | 'validFrom' | 'validTo'>>)[]) =>
      decide(
        facts.map(({ label = 'project', key, audience, validFrom, validTo, ...said }): UnitDecision => ({
          do: 'add',
          unit: {
            id: unitOf(said),
            label,
            key: key ?? unitOf(said),
            subject: 's',
            evidence: evidenceOf(said),
            ...(audience !== undefined && { audience }),
            ...(validFrom !== undefined && { validFrom }),
            ...(validTo !== undefined && { validTo }),
          },
        })),
      ),
    /** Forgets what these events state, and withholds them unless it is said to keep them. */
    forget: (said: readonly Said[], withholds = true) =>
      decide([...said.map(stated), ...said.map((one): UnitDecision => ({ do: 'tombstone', unit: unitOf(one), withholds }))], true),
    /** The first statement is replaced by the second, that by the third, and so on. */
    replace: (...said: readonly Said[]) =>
      decide([
        ...said.map(stated),
        ...said
          .slice(1)
          .map((by, at): UnitDecision => ({ do: 'supersede', unit: unitOf(said[at]!), by: unitOf(by), reason: 'later_statement' })),
      ]),
  };
}

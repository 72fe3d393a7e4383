import { emptySpaceUnits, evolveUnits, storedSpaceUnits, type LedgerEntry, type SpaceUnits } from '@total-recall/domain';
import { TENANT } from './sweep-target.ts';

/** Lists what stands twice in a ledger that may stand there once, and sweeps that do not go on from each other. */
export function ledgerProblems(entries: readonly LedgerEntry[], events: ReadonlyMap<string, number>): string[] {
  const wrong: string[] = [];
  const seen = new Set<string>();
  const once = (what: string): void => void (seen.has(what) ? wrong.push(`twice: ${what}`) : seen.add(what));
  const through = new Map<string, number>();
  let epoch = 0;
  for (const [at, { sequence, epoch: own, act, id }] of entries.entries()) {
    once(`entry ${id}`);
    if (sequence !== at + 1) wrong.push(`entry ${id} has number ${sequence}, not ${at + 1}`);
    if (own < epoch) wrong.push(`entry ${sequence} is of owner ${own}, after one of owner ${epoch}`);
    epoch = own;
    if (act.type === 'UnitsDecided')
      for (const one of act.decisions) {
        if (one.do === 'add') once(`add ${one.unit.id}`);
        else if (one.do === 'confirm') once(`confirm ${one.unit} ${one.evidence.eventId} ${one.evidence.from}`);
        else if (one.do === 'supersede') once(`supersede ${one.unit} ${one.by}`);
      }
    if (act.type !== 'SweepCommitted') continue;
    let swept = 0;
    for (const cursor of act.cursors) {
      swept += cursor.through - (through.get(cursor.session) ?? 0);
      through.set(cursor.session, cursor.through);
    }
    if (swept !== act.events) wrong.push(`entry ${sequence} moves cursors by ${swept} for ${act.events} events`);
  }
  for (const [session, count] of events)
    if (through.get(session) !== count) wrong.push(`${session} is read up to ${through.get(session)} of ${count}`);
  return wrong;
}

/** Compares stored units, byte for byte, with what the ledger folds to (I-07). */
export function unitsProblems(stored: SpaceUnits | undefined, entries: readonly LedgerEntry[], space: string): string[] {
  const folded = bytesOf(evolveUnits(emptySpaceUnits(TENANT, space), entries));
  return stored && bytesOf(stored) === folded ? [] : ['the stored units are not what the ledger folds to'];
}

const bytesOf = (units: SpaceUnits): string => JSON.stringify(storedSpaceUnits(units));

import { emptySpaceUnits, evolveUnits, storedSpaceUnits, type SpaceUnits } from '@total-recall/domain';
import { LEDGER_LIMITS, type LedgerPoint, type SpacePlace, type UnitStore } from '@total-recall/ports';
import { aboutSpace, TotalRecallError, unitEntriesBySpace, unitsAreOf } from '@total-recall/runtime';
import { isDamaged } from './compare-events.ts';
import type { FoldedLedger, VerifyDeps } from './verify-deps.ts';
import type { Findings, VerifyFault, VerifyFinding } from './verify-report.ts';

type Decided = NonNullable<VerifyDeps['decided']>;

/**
 * Compares the stored units of every space, byte for byte, with what the ledger folds to, up to the entry that the store
 * says it holds; what comes after is folded by the next start. Returns the spaces that were written meanwhile.
 */
export async function compareUnits({ ledger, units }: Decided, findings: Findings, signal?: AbortSignal): Promise<number> {
  let moving = 0;
  for (let partition = 0; partition < ledger.partitions; partition += 1) {
    const marks = await units.marks(partition);
    if (marks === undefined) continue;
    if (!(await unitsAreOf(units, ledger, partition))) {
      findings.checked('units');
      findings.add({ kind: 'units', fault: 'unknown', remedy: 'restore_ledger', partition, offset: marks.begun.sequence });
      continue;
    }
    for (const place of await spacesIn(ledger, partition)) {
      signal?.throwIfAborted();
      const found = await compareSpaceUnits({ ledger, units }, place, marks.saved);
      if (found === 'moving') moving += 1;
      else findings.checked('units');
      if (found === 'moving' || found === 'same') continue;
      const remedy = found === 'unknown' ? 'restore_ledger' : 'fold_anew';
      findings.add({ kind: 'units', fault: found, remedy, partition, ...place });
    }
  }
  return moving;
}

/** Lists the spaces of a partition of the ledger that may have units. */
async function spacesIn(ledger: FoldedLedger, partition: number): Promise<SpacePlace[]> {
  const spaces = new Map<string, SpacePlace>();
  for (let after = 0; ;) {
    const page = await ledger.read(partition, after, LEDGER_LIMITS.page);
    for (const [key, { place }] of unitEntriesBySpace(page)) spaces.set(key, place);
    if (page.length < LEDGER_LIMITS.page) return [...spaces.values()];
    after = page.at(-1)!.sequence;
  }
}

async function compareSpaceUnits(
  { ledger, units }: Decided,
  place: SpacePlace,
  saved: LedgerPoint,
): Promise<VerifyFault | 'same' | 'moving'> {
  const stored = await loadUnits(units, place);
  // There is only a note of a state that was too large to keep.
  if (stored === 'too large') return 'same';
  const sequence = await units.sequenceOf(place);
  const folded = await foldUnits(ledger, place, Math.max(saved.sequence, sequence ?? 0));
  const fault = faultOf(stored, folded, sequence ?? 0);
  if (fault === 'same') return fault;
  return (await units.sequenceOf(place)) === sequence ? fault : 'moving';
}

function faultOf(stored: SpaceUnits | 'damaged' | undefined, folded: SpaceUnits, sequence: number): VerifyFault | 'same' {
  // A save replaces a state of an earlier entry only, so no fold could take the place of this one.
  if (sequence > folded.sequence) return 'unknown';
  if (stored === 'damaged') return 'damaged';
  if (stored === undefined) return folded.sequence === 0 ? 'same' : 'missing';
  return bytesOf(stored) === bytesOf(folded) ? 'same' : 'differs';
}

async function loadUnits(units: Decided['units'], place: SpacePlace): Promise<SpaceUnits | 'damaged' | 'too large' | undefined> {
  return units.load(place).catch((error: unknown) => {
    if (isDamaged(error)) return 'damaged' as const;
    if (error instanceof TotalRecallError && error.code === 'payload_too_large') return 'too large' as const;
    throw error;
  });
}

/** Folds the entries about a space up to a number. */
async function foldUnits(ledger: FoldedLedger, place: SpacePlace, upTo: number): Promise<SpaceUnits> {
  let state = emptySpaceUnits(place.tenant, place.space);
  let waiting: Parameters<typeof evolveUnits>[1][number][] = [];
  for await (const entry of aboutSpace({ ledger }, place, { after: 0 })) {
    if (entry.sequence > upTo) break;
    waiting.push(entry);
    if (waiting.length < LEDGER_LIMITS.page) continue;
    state = evolveUnits(state, waiting);
    waiting = [];
  }
  return evolveUnits(state, waiting);
}

const bytesOf = (units: SpaceUnits): string => JSON.stringify(storedSpaceUnits(units));

/**
 * Saves what the ledger folds to in the place of the units that were found to be wrong. It may run beside the owner of
 * the ledger: a state that was saved meanwhile is of a later entry, and is kept. Resolves to the number of spaces.
 */
export async function foldUnitsAnew(
  { ledger, units }: { readonly ledger: FoldedLedger; readonly units: Pick<UnitStore, 'marks' | 'sequenceOf' | 'save'> },
  found: readonly VerifyFinding[],
): Promise<number> {
  let folded = 0;
  for (const { remedy, partition, tenant, space } of found) {
    if (remedy !== 'fold_anew') continue;
    const [place, marks] = [{ tenant: tenant!, space: space! }, await units.marks(partition!)];
    if (marks === undefined) continue;
    const upTo = Math.max(marks.saved.sequence, (await units.sequenceOf(place)) ?? 0);
    await units.save(partition!, [await foldUnits(ledger, place, upTo)], marks.saved);
    folded += 1;
  }
  return folded;
}

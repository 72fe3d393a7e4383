import type { Ledger, LedgerPoint, UnitStore } from '@total-recall/ports';

/** Returns true where the ledger has every entry that the stored units of a partition may hold. */
export async function unitsAreOf(units: Pick<UnitStore, 'marks'>, ledger: Pick<Ledger, 'read'>, partition: number): Promise<boolean> {
  const marks = await units.marks(partition);
  const isThere = async ({ sequence, entryId }: LedgerPoint): Promise<boolean> =>
    sequence === 0 || (await ledger.read(partition, sequence - 1, 1))[0]?.id === entryId;
  return marks === undefined || ((await isThere(marks.saved)) && (await isThere(marks.begun)));
}

/**
 * Clears the stored units of a partition where they hold an entry that the ledger does not have, as after a restore from
 * a backup. Returns the number of the entry behind which they are to be folded on, and whether they were cleared.
 */
export async function alignUnits(
  units: Pick<UnitStore, 'marks' | 'clear'>,
  ledger: Pick<Ledger, 'read'>,
  partition: number,
): Promise<{ readonly after: number; readonly wasCleared: boolean }> {
  if (await unitsAreOf(units, ledger, partition)) return { after: (await units.marks(partition))?.saved.sequence ?? 0, wasCleared: false };
  await units.clear(partition);
  return { after: 0, wasCleared: true };
}

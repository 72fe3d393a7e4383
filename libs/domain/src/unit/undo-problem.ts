import { findUnit, type SpaceUnits } from './space-units.ts';
import { standsFor } from './unit-status.ts';

/** Reason why an entry cannot be undone; `later` names the entries that depend on it (I-10). */
export type UndoProblem =
  | { readonly reason: 'unknown' }
  | { readonly reason: 'is_undo' }
  | { readonly reason: 'undone'; readonly by: string }
  | { readonly reason: 'depended_on'; readonly later: readonly string[] };

/**
 * Returns the entries that can be undone as the units stand: those of which `undoProblem` tells nothing, found in one walk from
 * the latest to the first.
 */
export function undoableEntries(state: Pick<SpaceUnits, 'tail' | 'units' | 'groups'>): ReadonlySet<string> {
  const { tail } = state;
  const undoes = new Set(tail.flatMap(({ undoneBy }) => (undoneBy === undefined ? [] : [undoneBy])));
  /** Units and settings that later entries have changed, and units that stand for one of these. */
  const held = new Set<string>();
  const set = new Set<string>();
  const found = new Set<string>();
  for (const { id, before, settings = [], undoneBy } of tail.toReversed()) {
    // An entry and its undoing leave nothing behind.
    if (undoneBy !== undefined || undoes.has(id)) continue;
    if (!before.some(([unit]) => held.has(unit)) && !settings.some(([name]) => set.has(name))) found.add(id);
    for (const [unitId] of before) {
      const unit = findUnit(state, unitId);
      held.add(unitId);
      if (unit) for (const by of standsFor(unit)) held.add(by);
    }
    for (const [name] of settings) set.add(name);
  }
  return found;
}

/**
 * Tells why an entry cannot be undone: it is not in the tail, it is undone already or is an undoing itself, or later
 * entries that stand changed a unit or a setting that it changed, or archived a unit behind one that it added.
 * Undefined where it can. Links to a unit and its membership in a group do not hold it: both are derived, and count for
 * nothing once it is gone.
 */
export function undoProblem(state: Pick<SpaceUnits, 'tail' | 'units' | 'groups'>, entryId: string): UndoProblem | undefined {
  const { tail } = state;
  const at = tail.findIndex(({ id }) => id === entryId);
  const target = tail[at];
  if (!target) return { reason: 'unknown' };
  if (target.undoneBy !== undefined) return { reason: 'undone', by: target.undoneBy };
  const undoes = new Set(tail.flatMap(({ undoneBy }) => (undoneBy === undefined ? [] : [undoneBy])));
  if (undoes.has(entryId)) return { reason: 'is_undo' };
  const touched = new Set(target.before.map(([id]) => id));
  const set = new Set(target.settings?.map(([name]) => name));
  const refers = (id: string): boolean => {
    const unit = findUnit(state, id);
    return unit !== undefined && standsFor(unit).some((by) => touched.has(by));
  };
  const later = tail
    .slice(at + 1)
    // An entry and its undoing leave nothing behind.
    .filter(({ id, undoneBy }) => undoneBy === undefined && !undoes.has(id))
    .filter(({ before, settings = [] }) => before.some(([id]) => touched.has(id) || refers(id)) || settings.some(([name]) => set.has(name)))
    .map(({ id }) => id);
  return later.length > 0 ? { reason: 'depended_on', later } : undefined;
}

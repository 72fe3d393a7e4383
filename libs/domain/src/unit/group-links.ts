import type { Group } from './group.ts';
import { MOST_MARKS, type AnyUnit } from './unit.ts';

/**
 * Returns the keyed hashes of words that a unit is found by: its own, and of a group then those of its members, the ones
 * that most members share first. A topic and an insight have none of their own, as they are made of what is found already;
 * derived, they follow what is forgotten and erased, and units of every earlier version have them. At most `MOST_MARKS`.
 */
export function marksWithin(unit: AnyUnit, memberOf: (id: string) => AnyUnit | undefined): readonly string[] {
  const own = unit.marks ?? [];
  if (!('kind' in unit) || unit.members.length === 0) return own;
  const shared = new Map<string, number>();
  for (const id of unit.members) for (const mark of new Set(memberOf(id)?.marks)) shared.set(mark, (shared.get(mark) ?? 0) + 1);
  const most = [...shared].sort(([, a], [, b]) => b - a).map(([mark]) => mark);
  return [...new Set([...own, ...most])].slice(0, MOST_MARKS);
}

/** Returns the visible groups that each unit is a member of, by its id. */
export function groupsByMember(visible: ReadonlyMap<string, AnyUnit>): Map<string, Group[]> {
  const groups = new Map<string, Group[]>();
  for (const unit of visible.values()) {
    if (!('kind' in unit)) continue;
    for (const id of unit.members) {
      const known = groups.get(id);
      if (known) known.push(unit);
      else groups.set(id, [unit]);
    }
  }
  return groups;
}

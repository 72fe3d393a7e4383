/** Returns the part of a room that a set may use which wants so much of it. Each call counts as a use of the set. */
export type RoomOf = (set: number, wants: number, room: number) => number;

/** Most sets that are remembered. */
const REMEMBERED = 64;
/** Uses of one set in a row, some ten recalls, after which the others are taken for gone. */
const RUN = 32;

/**
 * Divides the room of a cache among sets that are asked in turn. Without it, sets that do not fit together would drive
 * each other out, and all that is kept would be read in vain. A set gets what those leave that were asked since its last
 * turn, and an equal part at least; so what sets keep that take turns never exceeds the room. For one that is new, or not
 * remembered any more, all that are remembered count as asked since.
 */
export function createRoomDivision(): RoomOf {
  /** Room that each set wants, the last one asked at the end. */
  const asked = new Map<number, number>();
  let run = { set: Number.NaN, uses: 0, others: [] as readonly number[] };
  return (set, wants, room) => {
    if (set !== run.set) run = { set, uses: 0, others: askedSince(asked, set) };
    run.uses += 1;
    if (run.uses > RUN) run.others = [];
    asked.delete(set);
    asked.set(set, wants);
    for (const oldest of asked.keys()) {
      if (asked.size <= REMEMBERED) break;
      asked.delete(oldest);
    }
    const taken = run.others.reduce((sum, other) => sum + Math.min(other, room), 0);
    return Math.max(room / (run.others.length + 1), room - taken);
  };
}

/** Returns what the sets want that were asked after this one; all that are remembered, where this one is not. */
function askedSince(asked: ReadonlyMap<number, number>, set: number): number[] {
  const sets = [...asked.keys()];
  return sets.slice(sets.indexOf(set) + 1).map((other) => asked.get(other)!);
}

/** An event with its place in time. */
export interface PlacedInTime {
  readonly score: number;
  readonly occurredAt: number;
  readonly session: string;
  readonly ordinal: number;
}

/** Parts of the time line that take turns. */
const PARTS = 5;

/**
 * Orders events so that the best of each fifth of their time line come first in turn, then the second best of each. Of
 * an order or a development the pieces lie all along, where the best alone are near each other.
 */
export function spreadOverTime<Event extends PlacedInTime>(events: readonly Event[]): Event[] {
  const inTime = events.toSorted(compareInTime);
  const size = Math.ceil(inTime.length / PARTS);
  const parts = Array.from({ length: PARTS }, (_, part) =>
    inTime.slice(part * size, (part + 1) * size).sort((a, b) => b.score - a.score || compareInTime(a, b)),
  );
  const spread: Event[] = [];
  for (let round = 0; round < size; round += 1) {
    const turn = parts.flatMap((part) => part[round] ?? []);
    spread.push(...turn.sort((a, b) => b.score - a.score || compareInTime(a, b)));
  }
  return spread;
}

function compareInTime(a: PlacedInTime, b: PlacedInTime): number {
  return a.occurredAt - b.occurredAt || (a.session < b.session ? -1 : a.session > b.session ? 1 : a.ordinal - b.ordinal);
}

import { compareInLog } from './find-updates.ts';
import type { UpdatableEvent } from './updatable-event.ts';
import { threadsOf, type FoundUpdate, type PassagePlace } from './update-threads.ts';

/** Value that a query asks for among several of one thing: the present one, the one before it, or the first. */
export type AskedValue = 'now' | 'before' | 'first';

interface OrderedUpdates {
  /** Indexes of the events, best first: the wanted value before the others. */
  readonly order: readonly number[];
  /** New scores of passages that have alternatives, by event and passage. */
  readonly scores: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** The latest event that updates each one, and the passages concerned. */
  readonly updatedBy: ReadonlyMap<number, { readonly newer: PassagePlace; readonly passages: readonly number[] }>;
}

interface OrderInput {
  readonly asked: AskedValue;
  /** True for a passage with the value of the time that is asked about, which comes first; absent where none is. */
  readonly isHeld?: (place: PassagePlace) => boolean;
}

/** Distance between two alternatives, in standard deviations: as much as a line's own score may add. */
const AHEAD = 0.5;

/**
 * Applies updates to a ranking: passages with several values of one thing are put in the wanted order, the first at the
 * place of the best. An event never falls further than right behind its predecessor. Which end of a pair is `older` counts
 * only for `updatedBy`, which names no event that stands before another in the log.
 */
export function orderUpdates(
  events: readonly UpdatableEvent[],
  scoreOf: (place: PassagePlace) => number,
  updates: readonly FoundUpdate[],
  { asked, isHeld }: OrderInput,
): OrderedUpdates {
  const order = events.map((_, at) => at);
  const scores = new Map<number, Map<number, number>>();
  for (const { places } of threadsOf(updates)) {
    const inOrder = inAskedOrder(places, events, asked);
    const held = isHeld === undefined ? [] : inOrder.filter(isHeld);
    const wanted = [...held, ...inOrder.filter((place) => !held.includes(place))];
    let limit = Math.max(...wanted.map(scoreOf)) + AHEAD;
    wanted.forEach((place, at) => {
      const score = at === 0 ? limit : Math.min(scoreOf(place), limit - AHEAD);
      limit = score;
      const own = scores.get(place.event) ?? new Map<number, number>();
      scores.set(place.event, own.set(place.passage, score));
    });
    arrange(
      order,
      wanted.map(({ event }) => event),
    );
  }
  return { order, scores, updatedBy: latestOf(updates, events) };
}

function inAskedOrder(thread: readonly PassagePlace[], events: readonly UpdatableEvent[], asked: AskedValue): PassagePlace[] {
  const inLog = thread.toSorted((a, b) => compareInLog(events[a.event]!, events[b.event]!) || a.event - b.event || a.passage - b.passage);
  if (asked === 'first') return inLog;
  const newestFirst = inLog.toReversed();
  return asked === 'now' ? newestFirst : [...newestFirst.slice(1), newestFirst[0]!];
}

/** Moves the first of `wanted` to the place of the best of them, and each other behind its predecessor. */
function arrange(order: number[], wanted: readonly number[]): void {
  const [first, ...others] = new Set(wanted);
  const best = Math.min(...wanted.map((event) => order.indexOf(event)));
  order.splice(order.indexOf(first!), 1);
  order.splice(best, 0, first!);
  let before = first!;
  for (const event of others) {
    if (order.indexOf(event) < order.indexOf(before)) {
      order.splice(order.indexOf(event), 1);
      order.splice(order.indexOf(before) + 1, 0, event);
    }
    before = event;
  }
}

function latestOf(updates: readonly FoundUpdate[], events: readonly UpdatableEvent[]): OrderedUpdates['updatedBy'] {
  const latest = new Map<number, { newer: PassagePlace; passages: number[] }>();
  for (const { older, newer } of updates) {
    if (compareInLog(events[older.event]!, events[newer.event]!) >= 0) continue;
    const known = latest.get(older.event);
    const isLater = known === undefined || compareInLog(events[known.newer.event]!, events[newer.event]!) < 0;
    latest.set(older.event, { newer: isLater ? newer : known.newer, passages: [...new Set([...(known?.passages ?? []), older.passage])] });
  }
  return latest;
}

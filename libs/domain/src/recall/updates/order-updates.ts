import { compareInLog, type FoundUpdate, type PassagePlace } from './find-updates.ts';
import type { UpdatableEvent } from './updatable-event.ts';

/** Which of several values of one thing a query asks for: the one now, the one before that, or the first. */
export type AskedValue = 'now' | 'before' | 'first';

export interface OrderedUpdates {
  /** Places of the events, best first: what is asked for stands before the others that say it of another value. */
  readonly order: readonly number[];
  /** Scores of passages that have others, by event and passage. */
  readonly scores: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** For an event the latest that says otherwise, and the passages of which it does. */
  readonly updatedBy: ReadonlyMap<number, { readonly newer: PassagePlace; readonly passages: readonly number[] }>;
}

/** Deviations that one stands before the next: as much as a line of it may be worth by itself. */
const AHEAD = 0.5;

/**
 * What updates make of a ranking: passages that say one thing of several values stand in the order in which they are asked for, the first of
 * them where the best stood. An event never falls further than right behind the one that goes before it.
 */
export function orderUpdates(
  events: readonly UpdatableEvent[],
  scoreOf: (place: PassagePlace) => number,
  updates: readonly FoundUpdate[],
  asked: AskedValue,
): OrderedUpdates {
  const order = events.map((_, at) => at);
  const scores = new Map<number, Map<number, number>>();
  for (const thread of threadsOf(updates)) {
    const wanted = inAskedOrder(thread, events, asked);
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

/** Passages that updates connect. */
function threadsOf(updates: readonly FoundUpdate[]): PassagePlace[][] {
  const threads: Map<string, PassagePlace>[] = [];
  for (const { older, newer } of updates) {
    const ends = [older, newer];
    const own = threads.filter((thread) => ends.some((place) => thread.has(keyOf(place))));
    const joined = new Map([
      ...own.flatMap((thread) => [...thread]),
      ...ends.map((place): [string, PassagePlace] => [keyOf(place), place]),
    ]);
    for (const thread of own) threads.splice(threads.indexOf(thread), 1);
    threads.push(joined);
  }
  return threads.map((thread) => [...thread.values()]);
}

const keyOf = ({ event, passage }: PassagePlace): string => `${event} ${passage}`;

function inAskedOrder(thread: readonly PassagePlace[], events: readonly UpdatableEvent[], asked: AskedValue): PassagePlace[] {
  const inLog = thread.toSorted((a, b) => compareInLog(events[a.event]!, events[b.event]!) || a.event - b.event || a.passage - b.passage);
  if (asked === 'first') return inLog;
  const newestFirst = inLog.toReversed();
  return asked === 'now' ? newestFirst : [...newestFirst.slice(1), newestFirst[0]!];
}

/** Puts the first of `wanted` where the best of them stands, and each other behind the one before it. */
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
    const known = latest.get(older.event);
    const isLater = known === undefined || compareInLog(events[known.newer.event]!, events[newer.event]!) < 0;
    latest.set(older.event, { newer: isLater ? newer : known.newer, passages: [...new Set([...(known?.passages ?? []), older.passage])] });
  }
  return latest;
}

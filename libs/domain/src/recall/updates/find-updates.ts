import type { AsksFor, UpdatableEvent } from './updatable-event.ts';
import { matchStatements } from './match-statements.ts';
import { matchResultLines } from './result-lines.ts';
import { statementsOf, textOf, type Statement } from './statements.ts';
import { threadsOf, type FoundUpdate } from './update-threads.ts';

/** Largest number of pairs in one answer. */
const MAX_UPDATES = 256;
/** Largest number of events compared. */
const MAX_EVENTS = 64;
/** Number of messages with lines of one key from which it is a label: "Action: search", "Action: click". */
const LABEL_FROM = 3;

/** Number of things with a number of their own from which the number names them: "fix issue 1", "fix issue 2", "fix issue 3". */
const SERIES_FROM = 3;

/** A pair with what tells whether its thread is one of updates. */
interface Candidate extends FoundUpdate {
  /** The query names the earlier value, so it asks for that one and not for what the thing is now. */
  readonly isNamed: boolean;
  readonly isNumbered: boolean;
}

/** Indexes of two passages, of an earlier and a later event, and what `Candidate` says of them. */
interface MatchedPassages extends Partial<Pick<Candidate, 'isNamed' | 'isNumbered'>> {
  readonly older: number;
  readonly newer: number;
}

/**
 * Finds pairs of passages of different events where the later one, in the order of the log, gives another value for
 * what the earlier one states, and the query asks for it. A pure, deterministic rule over words and forms, which rather
 * misses an update than confuses two similar things: see `matchStatements` for messages and `matchResultLines` for
 * results of the same call.
 */
export function findUpdates(events: readonly UpdatableEvent[], asks: AsksFor): FoundUpdate[] {
  const found: Candidate[] = [];
  const sources = Map.groupBy(
    events.slice(0, MAX_EVENTS).flatMap((event, at) => (event.source === undefined || event.isSuperseded ? [] : [{ event, at }])),
    ({ event }) => `${event.source!.kind} ${event.source!.key}`,
  );
  for (const own of sources.values()) {
    if (own.length < 2) continue;
    const inOrder = own.toSorted((a, b) => compareInLog(a.event, b.event) || a.at - b.at);
    const read = inOrder[0]!.event.source!.kind === 'message' ? readStatements : undefined;
    const statements = read === undefined ? [] : inOrder.map(({ event }) => read(event, asks));
    const keys = keyCounts(statements);
    for (let newer = 1; newer < inOrder.length; newer++) {
      for (let older = 0; older < newer; older++) {
        const pair = { older: inOrder[older]!, newer: inOrder[newer]! };
        if (compareInLog(pair.older.event, pair.newer.event) >= 0) continue;
        const match: MatchedPassages | undefined =
          read === undefined
            ? matchResultLines(pair.older.event, pair.newer.event, asks)
            : matchAny(statements[older]!, statements[newer]!, {
                asks,
                keys,
                inSession: pair.older.event.session === pair.newer.event.session,
              });
        if (match !== undefined)
          found.push({
            older: { event: pair.older.at, passage: match.older },
            newer: { event: pair.newer.at, passage: match.newer },
            isNamed: match.isNamed === true,
            isNumbered: match.isNumbered === true,
          });
      }
    }
  }
  return updatesAmong(found).slice(0, MAX_UPDATES);
}

/** Leaves out threads of which the query names an earlier value, and numbers that name each its own thing. */
function updatesAmong(found: readonly Candidate[]): FoundUpdate[] {
  return threadsOf(found).flatMap(({ updates, places }) => {
    const isSeries = places.length >= SERIES_FROM && updates.every(({ isNumbered }) => isNumbered);
    if (isSeries || updates.some(({ isNamed }) => isNamed)) return [];
    return updates.map(({ older, newer }) => ({ older, newer }));
  });
}

/** Compares by place within a session, and by time between sessions; 0 where the order is unknown. */
export function compareInLog(a: Pick<UpdatableEvent, 'session' | 'ordinal' | 'occurredAt'>, b: typeof a): number {
  return a.session === b.session ? a.ordinal - b.ordinal : a.occurredAt - b.occurredAt;
}

interface PlacedStatement {
  readonly passage: number;
  readonly statement: Statement;
}

/** Reads the statements of an event that hold words of the query. */
function readStatements({ passages }: UpdatableEvent, asks: AsksFor): PlacedStatement[] {
  const placed = passages.flatMap(({ text }, passage) => statementsOf(text).map((statement) => ({ passage, statement })));
  return placed.filter(({ statement: { words } }) => asks(textOf(words)));
}

/** Counts the events that hold a line of each key. */
function keyCounts(events: readonly (readonly PlacedStatement[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const own of events) {
    const keys = own.flatMap(({ statement: { forms, keyWords } }) => (keyWords === undefined ? [] : [forms.slice(0, keyWords).join(' ')]));
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

interface MatchOptions {
  readonly asks: AsksFor;
  readonly keys: ReadonlyMap<string, number>;
  readonly inSession: boolean;
}

function matchAny(
  older: readonly PlacedStatement[],
  newer: readonly PlacedStatement[],
  { asks, keys, inSession }: MatchOptions,
): MatchedPassages | undefined {
  for (const before of older) {
    for (const after of newer) {
      // Other sessions may be about other people, so the words themselves must say that something changed.
      if (!inSession && !after.statement.saysNow) continue;
      const match = matchStatements(before.statement, after.statement);
      if (match === undefined || !asks(textOf(match.about))) continue;
      if (match.isLabelled && (keys.get(match.about.join(' ')) ?? 0) >= LABEL_FROM) continue;
      if (isRow(older, match.about) || isRow(newer, match.about)) continue;
      const { isNumbered } = match;
      return { older: before.passage, newer: after.passage, isNamed: asks(textOf(match.older)), isNumbered };
    }
  }
  return undefined;
}

/** Returns true when several statements of one event give several values for the same thing, like rows of a list. */
function isRow(statements: readonly PlacedStatement[], about: readonly string[]): boolean {
  const said = statements.filter(({ statement: { forms, isReading } }) => !isReading && forms.join(' ').includes(about.join(' ')));
  return new Set(said.map(({ statement: { forms } }) => forms.join(' '))).size > 1;
}

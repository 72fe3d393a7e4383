import type { AsksFor, UpdatableEvent } from './updatable-event.ts';
import { matchStatements } from './match-statements.ts';
import { matchResultLines } from './result-lines.ts';
import { statementsOf, textOf, type Statement } from './statements.ts';

/** A passage by the places of its event and of itself. */
export interface PassagePlace {
  readonly event: number;
  readonly passage: number;
}

export interface FoundUpdate {
  readonly older: PassagePlace;
  readonly newer: PassagePlace;
}

/** Pairs of one answer at most. */
const MAX_UPDATES = 256;
/** Events that are compared. */
const MAX_EVENTS = 64;

/**
 * Pairs of passages of different events of which the later, in the order of the log, says what the earlier says of another value, and the
 * query asks for it. A pure rule over their words and forms; it would rather miss an update than see one in two things that are alike: see
 * `matchStatements` for messages and `matchResultLines` for results of the same call. Deterministic.
 */
export function findUpdates(events: readonly UpdatableEvent[], asks: AsksFor): FoundUpdate[] {
  const found: FoundUpdate[] = [];
  const sources = Map.groupBy(
    events.slice(0, MAX_EVENTS).flatMap((event, at) => (event.source === undefined || event.isSuperseded ? [] : [{ event, at }])),
    ({ event }) => `${event.source!.kind} ${event.source!.key}`,
  );
  for (const own of sources.values()) {
    if (own.length < 2) continue;
    const inOrder = own.toSorted((a, b) => compareInLog(a.event, b.event) || a.at - b.at);
    const read = inOrder[0]!.event.source!.kind === 'message' ? readStatements : undefined;
    const statements = read === undefined ? [] : inOrder.map(({ event }) => read(event, asks));
    for (let newer = 1; newer < inOrder.length; newer++) {
      for (let older = 0; older < newer && found.length < MAX_UPDATES; older++) {
        const pair = { older: inOrder[older]!, newer: inOrder[newer]! };
        if (compareInLog(pair.older.event, pair.newer.event) >= 0) continue;
        const match =
          read === undefined
            ? matchResultLines(pair.older.event, pair.newer.event, asks)
            : matchAny(statements[older]!, statements[newer]!, { asks, inSession: pair.older.event.session === pair.newer.event.session });
        if (match !== undefined)
          found.push({
            older: { event: pair.older.at, passage: match.older },
            newer: { event: pair.newer.at, passage: match.newer },
          });
      }
    }
  }
  return found;
}

/** By place in a session, between sessions by time; 0 where that tells nothing. */
export function compareInLog(a: Pick<UpdatableEvent, 'session' | 'ordinal' | 'occurredAt'>, b: typeof a): number {
  return a.session === b.session ? a.ordinal - b.ordinal : a.occurredAt - b.occurredAt;
}

interface PlacedStatement {
  readonly passage: number;
  readonly statement: Statement;
}

/** Of the statements of an event those that hold words of the query, and whose beginning stands in it once: rows of a list are none. */
function readStatements({ passages }: UpdatableEvent, asks: AsksFor): PlacedStatement[] {
  const placed = passages.flatMap(({ text }, passage) => statementsOf(text).map((statement) => ({ passage, statement })));
  return placed.filter(({ statement: { words } }) => asks(textOf(words)));
}

function matchAny(
  older: readonly PlacedStatement[],
  newer: readonly PlacedStatement[],
  { asks, inSession }: { readonly asks: AsksFor; readonly inSession: boolean },
): { readonly older: number; readonly newer: number } | undefined {
  for (const before of older) {
    for (const after of newer) {
      // Other sessions may be of other people: the words have to say that something changed.
      if (!inSession && !after.statement.saysNow) continue;
      const match = matchStatements(before.statement, after.statement);
      if (match === undefined || !asks(textOf(match.about))) continue;
      if (asks(textOf(match.older)) || isRow(older, match.about) || isRow(newer, match.about)) continue;
      return { older: before.passage, newer: after.passage };
    }
  }
  return undefined;
}

/** Whether several statements of one event say it of several values. */
function isRow(statements: readonly PlacedStatement[], about: readonly string[]): boolean {
  const said = statements.filter(({ statement: { forms } }) => forms.join(' ').includes(about.join(' ')));
  return new Set(said.map(({ statement: { forms } }) => forms.join(' '))).size > 1;
}

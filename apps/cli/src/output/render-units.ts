import type { Client } from '@total-recall/client';
import { plural } from './format-number.ts';
import type { Terminal } from './terminal.ts';
import { cutTo, oneLine } from './text-width.ts';

type Answer = Awaited<ReturnType<ReturnType<Client['space']>['units']>>;
export type Unit = Answer['units'][number];
export type Surface = Answer['surface'];

const SHOWN_EVENTS = 3;
/** Columns of what a unit says: two or three lines of a terminal. */
const SAID_COLUMNS = 240;

/** Renders units: what each is about, when, where, and below it what it is made of. */
export function renderUnits(units: readonly Unit[], below: ReadonlyMap<string, readonly Unit[]>, style: Terminal['style']): string {
  return units
    .map((unit) =>
      [...linesOf(unit, style, (below.get(unit.id) ?? []).length > 0), ...(below.get(unit.id) ?? []).flatMap(memberOf)].join('\n'),
    )
    .join('\n\n');
}

/** The word before each line of an outline; a line that was said needs none. */
const PARTS = { asked: 'asked: ', did: 'did: ', failed: 'failed: ', outcome: 'outcome: ', said: '' } as const;

function linesOf(unit: Unit, style: Terminal['style'], isOpened: boolean): string[] {
  const { id, kind, words, visibility, decisions } = unit;
  const title = words.length > 0 ? words.map(oneLine).join(', ') : kind;
  const found = unit.hops === undefined ? '' : unit.hops === 0 ? ' · found by its words' : ` · ${plural(unit.hops, 'link')} away`;
  return [
    `${style('cyan', title)}${visibility === 'archived' ? ' (archived)' : ''}`,
    `  ${kind} · ${daysOf(unit)} · ${plural(unit.eventCount, 'event')}${found} · ${id}`,
    // Its lines below say more than its own sentences.
    ...(isOpened ? [] : saidOf(unit).map((line) => `  ${line}`)),
    ...decisions.map((one) => `  decided: ${oneLine(one.text)} (${nameOf(one)})`),
    ...(isOpened ? [] : [`  ${eventsOf(unit)}`]),
    ...guessesOf(unit).map((line) => `  ${line}`),
  ];
}

/** Names what a unit has a speculative link to, and says that it is a guess. */
function guessesOf({ speculative = [] }: Unit): string[] {
  return speculative.map((id) => `speculative: went like ${id}`);
}

function memberOf(unit: Unit): string[] {
  const said = saidOf(unit);
  const lines = said.length > 0 ? said : [unit.words.map(oneLine).join(', ')];
  return [`  - ${daysOf(unit)} · ${eventsOf(unit)}`, ...[...lines, ...guessesOf(unit)].map((line) => `    ${line}`)];
}

/** Lists what a unit says, each line with the event that says it, in the form that `open` takes. */
function saidOf({ lines, text }: Unit): string[] {
  if (lines.length === 0) return text === '' ? [] : [cutTo(oneLine(text), SAID_COLUMNS)];
  return lines.map(
    (line) => `${PARTS[line.part]}${cutTo(oneLine(line.text), SAID_COLUMNS)}${line.part === 'did' ? '' : ` (${nameOf(line)})`}`,
  );
}

function daysOf({ from, to }: Unit): string {
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)];
  return first === last ? first : `${first} to ${last}`;
}

/** Names the first events as `open` takes them; those of one session follow its name without it. */
function eventsOf({ events, eventCount }: Unit): string {
  const shown = events.slice(0, SHOWN_EVENTS);
  const names = shown.map((event, at) =>
    at > 0 && event.ordinal !== undefined && event.session === shown[at - 1]!.session ? `e${event.ordinal}` : nameOf(event),
  );
  const left = eventCount - names.length;
  return `${names.join(' ')}${left > 0 ? ` +${left}` : ''}`;
}

/** Names an event as `open` takes it. */
function nameOf({ session, ordinal, eventId }: Pick<Unit['events'][number], 'session' | 'ordinal' | 'eventId'>): string {
  return ordinal === undefined ? eventId : `${oneLine(session)}/e${ordinal}`;
}

/** Says how many units there are, and how far archived ones are below the surface. */
export function renderSurface({ visible, archived, unreachable, hops }: Surface, space: string): string {
  if (visible + archived === 0) return `There are no units in ${space}. \`total-recall consolidate ${space}\` reads new events.`;
  const far = hops.map((count, at) => `${count} by ${plural(at + 1, 'link')}`).join(', ');
  return `${plural(visible, 'unit')} on the surface, ${archived} archived${far === '' ? '' : ` (${far})`}, ${unreachable} unreachable.`;
}

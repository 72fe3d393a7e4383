import {
  chooseSentences,
  withheldEvents,
  type AnyUnit,
  type Group,
  type SpaceUnits,
  type Unit,
  type UnitKind,
  type UnitSurface,
} from '@total-recall/domain';
import type { SpacePlace, UnitEvent, UnitView } from '@total-recall/ports';
import { readEvents, type ReadDeps, type ReadSource } from '../facts/read-sources.ts';

/** Events of a unit that are read to say what it is about: its first and its last. */
const READ_EVENTS = 16;
/** Episodes of a topic that are read, and facts of an insight. */
const READ_MEMBERS = 4;
const SHOWN_EVENTS = 16;
const SHOWN_LINKS = 12;
const MOST_DECISIONS = 4;
const SENTENCES: Readonly<Record<UnitKind, number>> = { fact: 1, episode: 2, topic: 3, insight: 1 };
/** Units whose events are in memory at a time. */
const VIEWED_AT_ONCE = 16;

/** A unit that is to be shown, with what a search says of it. */
export interface ShownUnit {
  readonly unit: AnyUnit;
  readonly score?: number;
  readonly hops?: number;
}

interface ViewOf {
  readonly state: SpaceUnits;
  readonly surface: UnitSurface;
}

type Place = Pick<Unit['evidence'][number], 'eventId' | 'session' | 'at'> & { readonly from?: number; readonly to?: number };

/** Shows units with what their events say. What a person withheld from recall is not read. */
export async function viewUnits(deps: ReadDeps, place: SpacePlace, of: ViewOf, shown: readonly ShownUnit[]): Promise<UnitView[]> {
  const withheld = withheldEvents(of.state);
  const views: UnitView[] = [];
  for (let from = 0; from < shown.length; from += VIEWED_AT_ONCE) {
    const some = shown.slice(from, from + VIEWED_AT_ONCE).map((one) => ({ one, places: placesOf(of.state, one.unit) }));
    const wanted = some.flatMap(({ places }) => readOf(places).map(({ eventId }) => eventId)).filter((id) => !withheld.has(id));
    const sources = await readEvents(deps, place, wanted);
    for (const { one, places } of some) views.push(viewUnit(of, one, places, sources));
  }
  return views;
}

/** The events that a unit is made of, through its members where it has some. */
function placesOf(state: SpaceUnits, unit: AnyUnit): readonly Place[] {
  if (!('kind' in unit)) return unit.evidence;
  if (unit.kind === 'episode') return unit.events;
  const members = unit.members.flatMap((id) => state.units.get(id) ?? state.groups.get(id) ?? []);
  return members.slice(-READ_MEMBERS).flatMap((member) => readOf(placesOf(state, member)).slice(0, READ_EVENTS / READ_MEMBERS));
}

function readOf(places: readonly Place[]): readonly Place[] {
  if (places.length <= READ_EVENTS) return places;
  return [...places.slice(0, READ_EVENTS / 2), ...places.slice(-READ_EVENTS / 2)];
}

function viewUnit(
  { state, surface }: ViewOf,
  { unit, score, hops }: ShownUnit,
  places: readonly Place[],
  sources: ReadonlyMap<string, ReadSource>,
): UnitView {
  const read = readOf(places).flatMap((one) => {
    const found = sources.get(one.eventId);
    return found ? [{ ...found, place: one }] : [];
  });
  const kind = 'kind' in unit ? unit.kind : 'fact';
  const texts = read.filter(({ source }) => !source.kind.startsWith('tool_')).map(({ source, place }) => partOf(source.text, place));
  const { sentences, words } = chooseSentences(texts, SENTENCES[kind]);
  const whole = kind === 'fact' || kind === 'insight' ? texts.slice(kind === 'fact' ? 0 : -1).slice(0, 1) : sentences;
  const times = timesOf(state, unit);
  return {
    id: unit.id,
    kind,
    visibility: surface.archived.has(unit.id) ? 'archived' : 'visible',
    status: unit.status,
    text: (whole.length > 0 ? whole : sentences).join(' ').trim(),
    words,
    decisions: kind === 'fact' ? [] : decisionsIn(read),
    from: Math.min(...times),
    to: Math.max(...times),
    events: places.slice(0, SHOWN_EVENTS).map((one) => eventOf(one, sources)),
    eventCount: 'kind' in unit && unit.kind !== 'episode' ? countOf(state, unit) : places.length,
    members: 'kind' in unit ? unit.members : [],
    links: linksOf(surface, unit),
    ...(score !== undefined && { score }),
    ...(hops !== undefined && { hops }),
  };
}

/** A copy, as a part of a string keeps all of it in memory. */
function partOf(text: string, { from = 0, to = text.length }: Place): string {
  return Buffer.from(text.slice(from, to), 'utf16le').toString('utf16le').trim();
}

function eventOf({ eventId, session }: Place, sources: ReadonlyMap<string, ReadSource>): UnitEvent {
  const ordinal = sources.get(eventId)?.source.ordinal;
  return { eventId, session, ...(ordinal !== undefined && { ordinal }) };
}

/** Returns what was decided, and by which event. Source: 002 §8.3 (decision records). */
function decisionsIn(read: readonly (ReadSource & { readonly place: Place })[]): UnitView['decisions'] {
  return read
    .flatMap(({ source, facts }) => {
      const { eventId, session, ordinal, text, kind } = source;
      const stated = facts.filter((fact) => fact.kind === 'decision').map(({ from, to }) => partOf(text, { ...source, at: 0, from, to }));
      const said = kind === 'decision' ? [text.trim().slice(0, 240)] : stated;
      return said.map((one) => ({ eventId, session, ordinal, text: one }));
    })
    .slice(0, MOST_DECISIONS);
}

function timesOf(state: SpaceUnits, unit: AnyUnit): number[] {
  if (!('kind' in unit)) return [unit.knownAt, ...unit.evidence.map(({ at }) => at)];
  const members = unit.members.flatMap((id) => state.units.get(id) ?? state.groups.get(id) ?? []);
  return [unit.knownAt, ...unit.events.map(({ at }) => at), ...members.flatMap((one) => timesOf(state, one))];
}

function countOf(state: SpaceUnits, { members }: Group): number {
  const units = members.flatMap((id) => state.units.get(id) ?? state.groups.get(id) ?? []);
  return units.reduce((sum, unit) => sum + ('kind' in unit ? unit.events.length : unit.evidence.length), 0);
}

/** Links to what everybody who sees the unit may see. */
function linksOf(surface: UnitSurface, { id, audience }: AnyUnit): UnitView['links'] {
  const links = surface.linksOf(id).filter(({ to }) => to.audience === undefined || to.audience === audience);
  return links.slice(0, SHOWN_LINKS).map(({ type, to }) => ({ type, to: to.id }));
}

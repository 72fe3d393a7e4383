import {
  chooseSentences,
  FACT_LIMITS,
  labelWords,
  outlineEpisode,
  rulesOf,
  withheldEvents,
  type AnyUnit,
  type Group,
  type SpaceUnits,
  type Unit,
  type UnitSurface,
  type WordWeight,
} from '@total-recall/domain';
import type { SpacePlace, UnitEvent, UnitView } from '@total-recall/ports';
import { readEvents, type ReadDeps, type ReadSource } from '../facts/read-sources.ts';
import { openedCost, ruledCost, type Spending } from '../work-costs.ts';

/** Members of a topic or an insight that are read, and events of each. */
const READ_MEMBERS = 8;
const READ_OF_MEMBER = 6;
const SHOWN_EVENTS = 16;
const SHOWN_LINKS = 12;
const MOST_DECISIONS = 4;
const MOST_WORDS = 6;
/** A longer request brings instructions and material with it, whose words are not its subject. */
const REQUEST_CHARS = 1_200;
/** Sentences of a topic. */
const SENTENCES = 3;
/** Units whose events are in memory at a time, and events from which on no further unit is. */
const AT_ONCE = { units: 16, events: 64 } as const;

/** A unit that is to be shown, with what a search says of it. */
export interface ShownUnit {
  readonly unit: AnyUnit;
  readonly score?: number;
  readonly hops?: number;
}

interface ViewOf {
  readonly state: SpaceUnits;
  readonly surface: UnitSurface;
  /** Tells how much a word says in the space. */
  readonly weightOf: WordWeight;
  /** True where speculative links are asked for. */
  readonly speculative?: boolean;
}

type Place = Pick<Unit['evidence'][number], 'eventId' | 'session' | 'at'> & { readonly from?: number; readonly to?: number };

/**
 * Shows units with what their events say. Of events that a person withheld from recall none is read for a group; a fact that
 * stands there beside the forgotten one is shown with its own sentence, as a list of facts shows it.
 */
export async function viewUnits(
  deps: ReadDeps,
  place: SpacePlace,
  of: ViewOf,
  shown: readonly ShownUnit[],
  turn?: Spending,
): Promise<UnitView[]> {
  const withheld = withheldEvents(of.state);
  const views: UnitView[] = [];
  for (const some of batchesOf(of.state, shown)) {
    const read = async (isGroup: boolean): Promise<ReadonlyMap<string, ReadSource>> => {
      const reach = new Map<string, number>();
      for (const { one, places } of some)
        if ('kind' in one.unit === isGroup)
          for (const { eventId, to = 0 } of places)
            if (!isGroup || !withheld.has(eventId)) reach.set(eventId, Math.max(to, reach.get(eventId) ?? 0));
      // The words of a group stand within what is read of facts, and a fact within its sentence.
      const charsOf = (eventId: string): number => Math.max(FACT_LIMITS.chars, reach.get(eventId)!);
      const sources = await readEvents(deps, place, reach.keys(), { skimsTools: isGroup, charsOf, leavesFacts: !isGroup });
      const chars = sources.values().reduce((sum, { source }) => sum + source.text.length, 0);
      await turn?.spend(openedCost(sources.size, chars) + (isGroup ? ruledCost(chars) : 0));
      return sources;
    };
    const [facts, groups] = [await read(false), await read(true)];
    for (const { one, places } of some) views.push(viewUnit(of, one, places, 'kind' in one.unit ? groups : facts));
  }
  return views;
}

interface PlacedUnit {
  readonly one: ShownUnit;
  readonly places: readonly Place[];
}

function* batchesOf(state: SpaceUnits, shown: readonly ShownUnit[]): Generator<readonly PlacedUnit[]> {
  let some: PlacedUnit[] = [];
  let events = 0;
  for (const one of shown) {
    const places = placesOf(state, one.unit);
    some.push({ one, places });
    events += places.length;
    if (some.length < AT_ONCE.units && events < AT_ONCE.events) continue;
    yield some;
    some = [];
    events = 0;
  }
  if (some.length > 0) yield some;
}

/** The events that a unit is made of, through its members where it has some. */
function placesOf(state: SpaceUnits, unit: AnyUnit): readonly Place[] {
  if (!('kind' in unit)) return unit.evidence;
  if (unit.kind === 'episode') return unit.events;
  const members = unit.members.flatMap((id) => state.units.get(id) ?? state.groups.get(id) ?? []);
  return members.slice(-READ_MEMBERS).flatMap((member) => endsOf(placesOf(state, member)));
}

/** Returns the first and the last events of a member. */
function endsOf(places: readonly Place[]): readonly Place[] {
  if (places.length <= READ_OF_MEMBER) return places;
  return [...places.slice(0, READ_OF_MEMBER / 2), ...places.slice(-READ_OF_MEMBER / 2)];
}

function viewUnit(
  { state, surface, weightOf, speculative = false }: ViewOf,
  { unit, score, hops }: ShownUnit,
  places: readonly Place[],
  sources: ReadonlyMap<string, ReadSource>,
): UnitView {
  const read = places.flatMap((one) => {
    const found = sources.get(one.eventId);
    return found ? [{ ...found, place: one }] : [];
  });
  const kind = 'kind' in unit ? unit.kind : 'fact';
  const told = read.filter(({ source }) => !source.kind.startsWith('tool_'));
  const texts = told.map(({ source, place, factAt }) => {
    const from = kind === 'fact' && place.from !== undefined ? factAt(place.from)?.shownFrom : undefined;
    return partOf(source.text, from === undefined ? place : { ...place, from });
  });
  const lines = kind === 'episode' ? outlineOf(read, weightOf) : kind === 'topic' ? topicLines(told, texts, weightOf) : [];
  const stated = kind === 'fact' ? texts.slice(0, 1) : kind === 'insight' ? texts.slice(-1) : [];
  const said = lines.filter(({ part }) => part !== 'did' && part !== 'failed').map(({ text }) => text);
  const times = timesOf(state, unit);
  return {
    id: unit.id,
    kind,
    visibility: surface.archived.has(unit.id) ? 'archived' : 'visible',
    status: unit.status,
    text: [...stated, ...said].join(' ').trim(),
    lines,
    words: labelWords(
      told.map(({ source: { kind: own } }, at) => ({
        text: texts[at]!,
        isRequest: rulesOf(own).isRequest && texts[at]!.length <= REQUEST_CHARS,
      })),
      MOST_WORDS,
      weightOf,
    ),
    decisions: kind === 'fact' ? [] : decisionsIn(read),
    from: Math.min(...times),
    to: Math.max(...times),
    events: places.slice(0, SHOWN_EVENTS).map((one) => eventOf(one, sources)),
    eventCount: 'kind' in unit && unit.kind !== 'episode' ? countOf(state, unit) : places.length,
    members: 'kind' in unit ? unit.members : [],
    links: linksOf(surface, unit),
    ...(speculative && { speculative: speculativeOf(surface, unit) }),
    ...(score !== undefined && { score }),
    ...(hops !== undefined && { hops }),
  };
}

function outlineOf(read: readonly ReadSource[], weightOf: WordWeight): UnitView['lines'] {
  const events = read.map(({ source: { eventId, kind, text }, call, isError }) => ({
    eventId,
    kind,
    text,
    ...(call && { call }),
    ...(isError !== undefined && { isError }),
  }));
  const byId = new Map(read.map(({ source }) => [source.eventId, source]));
  return outlineEpisode(events, weightOf).map((line) => ({ ...line, text: copyOf(line.text), ...placeOf(byId.get(line.eventId)!) }));
}

function topicLines(told: readonly ReadSource[], texts: readonly string[], weightOf: WordWeight): UnitView['lines'] {
  return chooseSentences(texts, SENTENCES, weightOf).map(({ at, text }) => ({
    part: 'said',
    text: copyOf(text),
    ...placeOf(told[at]!.source),
  }));
}

const placeOf = ({ eventId, session, ordinal }: ReadSource['source']) => ({ eventId, session, ordinal });

function partOf(text: string, { from = 0, to = text.length }: Place): string {
  return copyOf(text.slice(from, to)).trim();
}

/** A copy, as a part of a string keeps all of it in memory; half of a surrogate pair, which a cut leaves, is replaced. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
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
      const said = kind === 'decision' ? [copyOf(text.trim().slice(0, 240))] : stated;
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

function speculativeOf(surface: UnitSurface, { id, audience }: AnyUnit): readonly string[] {
  return surface.speculativeOf(id).flatMap((to) => (to.audience === undefined || to.audience === audience ? [to.id] : []));
}

/** Links to what everybody who sees the unit may see. */
function linksOf(surface: UnitSurface, { id, audience }: AnyUnit): UnitView['links'] {
  const links = surface.linksOf(id).filter(({ to }) => to.audience === undefined || to.audience === audience);
  return links.slice(0, SHOWN_LINKS).map(({ type, to }) => ({ type, to: to.id }));
}

import { openUnitMarks, type UnitMarks } from '@total-recall/runtime';
import {
  byLatestFirstSaid,
  indexMarks,
  MOST_MARKS,
  searchSurface,
  singular,
  SURFACE_LIMITS,
  tellingWords,
  unitSurface,
  type AnyUnit,
  type MarkedUnits,
  type SpaceUnits,
  type UnitSurface,
  type WordWeight,
} from '@total-recall/domain';
import type { SpacePlace, SurfaceCounts, UnitsAnswer, UnitsQuery, UnitView } from '@total-recall/ports';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import type { ListDeps } from '../facts/list-facts.ts';
import { comparedCost, type Spending } from '../work-costs.ts';
import { surfaceCounts } from './surface-counts.ts';
import { viewUnits, type ShownUnit } from './view-units.ts';

interface Known {
  readonly surface: UnitSurface;
  /** All that is visible, the latest first. */
  readonly latest: () => readonly AnyUnit[];
  readonly counts: SurfaceCounts;
  readonly index: () => MarkedUnits;
  readonly weightOf: (marks: UnitMarks) => WordWeight;
}

type UnitListDeps = ListDeps & { readonly observer: Pick<ConsolidatorDeps['observer'], 'limitReached'> };

export interface UnitList {
  units(query: UnitsQuery, turn: Spending): Promise<UnitsAnswer>;
  /**
   * The words that units of several events are about, by id, without those whose events are gone or withheld. The caller
   * gives units that the question may show.
   */
  titles(place: SpacePlace, ids: readonly string[], turn: Spending): Promise<ReadonlyMap<string, string>>;
}

/** Answers about units. It keeps the surface of a state for as long as that state is kept. */
export function createUnitList(deps: UnitListDeps): UnitList {
  const known = new WeakMap<SpaceUnits, Known>();
  const knownOf = (state: SpaceUnits): Known => {
    const before = known.get(state);
    if (before) return before;
    const surface = unitSurface(state);
    let index: MarkedUnits | undefined;
    let latest: readonly AnyUnit[] | undefined;
    const made: Known = {
      surface,
      latest: () => (latest ??= [...surface.visible.values()].sort(byLatestFirstSaid)),
      counts: surfaceCounts(surface),
      index: () => (index ??= indexMarks(surface.visible.values(), surface.marksOf)),
      weightOf: weighWords(state),
    };
    known.set(state, made);
    return made;
  };
  const titles: UnitList['titles'] = async (place, ids, turn) => {
    const state = await deps.unitsAt(place);
    const { surface, weightOf } = knownOf(state);
    const shown = ids.flatMap((id) => {
      const unit = surface.visible.get(id) ?? surface.archived.get(id);
      return unit !== undefined && 'kind' in unit ? [{ unit }] : [];
    });
    if (shown.length === 0) return new Map();
    const of = { state, surface, weightOf: weightOf(await openUnitMarks(deps, place)) };
    const views = await viewUnits(deps, place, of, shown, turn);
    return new Map(views.flatMap(({ id, words }) => (words.length === 0 ? [] : [[id, words.join(', ')] as const])));
  };
  const units: UnitList['units'] = async (query, turn) => {
    const state = await deps.unitsAt(query, query.atEntry, turn);
    const { surface, latest, counts, index } = knownOf(state);
    // The surface of a state of the past is made for this call.
    if (query.atEntry !== undefined) await turn.spend(comparedCost(counts.visible + counts.archived));
    if (counts.visible + counts.archived === 0) return { units: [], surface: counts };
    const mayShow = await shownTo(deps, query);
    const marks = await openUnitMarks(deps, query);
    const of = { state, surface, weightOf: known.get(state)!.weightOf(marks), speculative: query.speculative === true };
    const members = query.under === undefined ? undefined : membersOf(surface, query.under);
    const isWanted = wantedBy(query, members);
    if (query.text !== undefined) {
      const words = tellingWords(query.text).slice(0, MOST_MARKS).map(marks.word);
      const { limitReached } = deps.observer;
      const isAll = query.kind === undefined && members === undefined;
      const found = searchSurface(surface, index(), words, { mayShow, ...(!isAll && { isWanted }), onLimit: limitReached });
      await turn.spend(comparedCost(2 * counts.visible));
      const shown = await viewUnits(deps, query, of, found.slice(0, query.limit), turn);
      const fitting = withinBytes(shown);
      if (fitting.length < shown.length) limitReached('bytes');
      return { units: fitting, surface: counts };
    }
    const listed = members ?? latest();
    const { page, next } = pageOf(
      listed.filter((unit) => mayShow(unit) && isWanted(unit)),
      query,
    );
    await turn.spend(comparedCost(listed.length));
    return { units: await viewUnits(deps, query, of, page, turn), surface: counts, ...(next !== undefined && { next }) };
  };
  return { units, titles };
}

/** The units that fit the bound of a search, each whole; the first one always. */
function withinBytes(units: readonly UnitView[]): UnitView[] {
  let bytes = 0;
  const past = units.findIndex(({ text, lines, decisions }, at) => {
    const said = lines.length > 0 ? lines.map((line) => line.text).join('\n') : text;
    bytes += Buffer.byteLength(said) + decisions.reduce((sum, one) => sum + Buffer.byteLength(one.text), 0);
    return at > 0 && bytes > SURFACE_LIMITS.bytes;
  });
  return units.slice(0, past === -1 ? units.length : past);
}

/** Weight of a word that is among the first of no episode. */
const UNMARKED = 0.4;
/** Power of the rarity of a word: in a space about one thing its name is common, and still names what it is about. */
const RARITY = 0.75;

/** Weighs words by how few episodes of the space hold them, 0 to 1: a word of nearly all tells nearly nothing. */
function weighWords({ groups }: SpaceUnits): (marks: UnitMarks) => WordWeight {
  let held: Map<string, number> | undefined;
  let episodes = 0;
  const count = (): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { kind, marks = [] } of groups.values()) {
      if (kind !== 'episode') continue;
      episodes += 1;
      for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
    }
    return counts;
  };
  return (marks) => (word) => {
    held ??= count();
    const holding = held.get(marks.word(singular(word.toLowerCase()))) ?? 0;
    if (holding === 0) return UNMARKED;
    return (Math.log(1 + (episodes + 1) / (1 + holding)) / Math.log(2 + episodes)) ** RARITY;
  };
}

/** Returns a test for units of the kind that is asked for, and of what is asked for below another. */
function wantedBy({ kind }: UnitsQuery, members: readonly AnyUnit[] | undefined): (unit: AnyUnit) => boolean {
  const ids = members && new Set(members.map(({ id }) => id));
  return (unit) => (kind === undefined || kindOf(unit) === kind) && (ids === undefined || ids.has(unit.id));
}

const kindOf = (unit: AnyUnit): string => ('kind' in unit ? unit.kind : 'fact');

/** Units that are private to a person are shown to questions about that person alone. */
async function shownTo(deps: ListDeps, query: SpacePlace & Pick<UnitsQuery, 'subject'>): Promise<(unit: AnyUnit) => boolean> {
  const mark = query.subject === undefined ? undefined : (await openUnitMarks(deps, query)).subject(query.subject);
  return ({ audience }) => audience === undefined || audience === mark;
}

/** Returns the members of a unit in their order. */
function membersOf({ visible, archived }: UnitSurface, under: string): AnyUnit[] {
  const shown = (id: string): AnyUnit | undefined => visible.get(id) ?? archived.get(id);
  const unit = shown(under);
  return unit && 'kind' in unit ? unit.members.flatMap((id) => shown(id) ?? []) : [];
}

/** Returns the page behind a unit; nothing where that is not there any more, as the list would begin anew without an end. */
function pageOf(units: readonly AnyUnit[], { after, limit }: UnitsQuery): { readonly page: readonly ShownUnit[]; readonly next?: string } {
  const at = after === undefined ? 0 : units.findIndex(({ id }) => id === after) + 1 || units.length;
  const page = units.slice(at, at + limit).map((unit) => ({ unit }));
  return { page, ...(at + limit < units.length && { next: page.at(-1)!.unit.id }) };
}

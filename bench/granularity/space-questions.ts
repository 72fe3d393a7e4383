import type { InProcess } from '@total-recall/cli';
import { indexMarks, tellingWords, unitSurface, type MarkedUnits, type SpaceUnits, type UnitSurface } from '@total-recall/domain';
import { openUnitMarks } from '@total-recall/runtime';

/** A consolidated space with its units as a search takes them. */
export interface OpenSpace {
  readonly space: string;
  readonly state: SpaceUnits;
  readonly surface: UnitSurface;
  readonly index: MarkedUnits;
  readonly marksOf: (text: string) => string[];
}

/** A question with the units of the data set that hold its evidence. Only scores read them. */
export interface SpaceQuestion {
  readonly text: string;
  readonly category: string;
  readonly gold: ReadonlySet<string>;
  readonly at: OpenSpace;
}

const MARKS = 32;

/** Consolidates a space until nothing is left, and reads its units. */
export async function openSpace({ cores, target: { tenant } }: InProcess, space: string): Promise<OpenSpace> {
  const place = { tenant, space };
  for (let hasMore = true; hasMore;) ({ hasMore } = await cores.consolidator!.consolidate(place));
  const state = await cores.consolidator!.unitsOf(place);
  const surface = unitSurface(state);
  const marks = await openUnitMarks({ keys: cores.stores.keys }, place);
  return {
    space,
    state,
    surface,
    index: indexMarks(surface.visible.values(), surface.marksOf),
    marksOf: (text) => tellingWords(text).slice(0, MARKS).map(marks.word),
  };
}

import type { AnyUnit } from '../unit/unit.ts';

/** A unit with how near it is, 0 to 1. */
export interface NearUnit {
  readonly unit: AnyUnit;
  readonly score: number;
}

/** Returns the keyed hashes of words that a unit is found by. */
export type MarksOf = (unit: AnyUnit) => readonly string[];

const ownMarks: MarksOf = ({ marks = [] }) => marks;

/** Share of the units that hold a mark, above which it tells nothing. */
const COMMON_SHARE = 0.2;
const COMMON_LEAST = 8;

/** Units by the keyed hashes of their words. */
export interface MarkedUnits {
  /** Units that hold some of these marks, the nearest first, then by id: the cosine of marks weighted by their rarity. */
  near(marks: readonly string[], options?: NearOptions): NearUnit[];
  /** Returns the nearness of one unit by the same weights; it need not be one of those. */
  nearness(unit: AnyUnit, marks: readonly string[]): number;
}

export interface NearOptions {
  readonly limit?: number;
  readonly least?: number;
  readonly where?: (unit: AnyUnit) => boolean;
}

/**
 * Indexes units by their marks, or by those that `marksOf` gives, as a surface does for groups that have none of their own.
 * How rare a mark is counts the units that have it themselves: a word is no more common because topics are made of the
 * episodes that say it. It takes time and memory in proportion to units.
 */
export function indexMarks(units: Iterable<AnyUnit>, marksOf: MarksOf = ownMarks): MarkedUnits {
  /** Places in `all` of the units that hold a mark. */
  const holding = new Map<string, number[]>();
  const owners = new Map<string, number>();
  const all: AnyUnit[] = [];
  for (const unit of units) {
    all.push(unit);
    for (const mark of new Set(unit.marks)) owners.set(mark, (owners.get(mark) ?? 0) + 1);
    for (const mark of new Set(marksOf(unit))) {
      const held = holding.get(mark);
      if (held) held.push(all.length - 1);
      else holding.set(mark, [all.length - 1]);
    }
  }
  const common = Math.max(COMMON_LEAST, COMMON_SHARE * all.length);
  const weightOf = (mark: string): number => {
    const held = owners.get(mark) ?? 0;
    return held > common ? 0 : Math.log(1 + all.length / (1 + held));
  };
  const sizes = new Map<AnyUnit, number>();
  const sizeOf = (unit: AnyUnit): number => {
    const known = sizes.get(unit) ?? Math.hypot(...new Set(marksOf(unit)).values().map(weightOf));
    sizes.set(unit, known);
    return known;
  };
  // Numbers by place: a space of 20,000 episodes asks for each of them, and a mark may stand in thousands.
  const sums = new Float64Array(all.length);
  const sizeAt = new Float64Array(all.length);
  return {
    nearness(unit, marks) {
      const asked = new Map([...new Set(marks)].map((mark) => [mark, weightOf(mark)]));
      const sum = [...new Set(marksOf(unit))].reduce((total, mark) => total + (asked.get(mark) ?? 0) ** 2, 0);
      return sum === 0 ? 0 : sum / (Math.hypot(...asked.values()) * sizeOf(unit));
    },
    near(marks, { limit = Infinity, least = 0, where } = {}) {
      const shared: number[] = [];
      const asked = [...new Set(marks)].map((mark) => [mark, weightOf(mark)] as const).filter(([, weight]) => weight > 0);
      for (const [mark, weight] of asked)
        for (const at of holding.get(mark) ?? []) {
          if (sums[at] === 0) shared.push(at);
          sums[at]! += weight ** 2;
        }
      const size = Math.hypot(...asked.map(([, weight]) => weight));
      const near: NearUnit[] = [];
      for (const at of shared) {
        const unit = all[at]!;
        const score = sums[at]! / (size * (sizeAt[at] ||= sizeOf(unit)));
        sums[at] = 0;
        if (score > least && (!where || where(unit))) near.push({ unit, score });
      }
      return near.sort((a, b) => b.score - a.score || (a.unit.id < b.unit.id ? -1 : 1)).slice(0, limit);
    },
  };
}

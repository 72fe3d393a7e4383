import type { AnyUnit } from '../unit/unit.ts';

/** A unit with how near it is, 0 to 1. */
export interface NearUnit {
  readonly unit: AnyUnit;
  readonly score: number;
}

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

/** Indexes units by their marks. It takes time and memory in proportion to units. */
export function indexMarks(units: Iterable<AnyUnit>): MarkedUnits {
  const holding = new Map<string, AnyUnit[]>();
  const all: AnyUnit[] = [];
  for (const unit of units) {
    all.push(unit);
    for (const mark of new Set(unit.marks)) {
      const held = holding.get(mark);
      if (held) held.push(unit);
      else holding.set(mark, [unit]);
    }
  }
  const common = Math.max(COMMON_LEAST, COMMON_SHARE * all.length);
  const weightOf = (mark: string): number => {
    const held = holding.get(mark)?.length ?? 0;
    return held > common ? 0 : Math.log(1 + all.length / (1 + held));
  };
  const sizes = new Map<AnyUnit, number>();
  const sizeOf = (unit: AnyUnit): number => {
    const known = sizes.get(unit) ?? Math.hypot(...new Set(unit.marks).values().map(weightOf));
    sizes.set(unit, known);
    return known;
  };
  return {
    nearness(unit, marks) {
      const asked = new Map([...new Set(marks)].map((mark) => [mark, weightOf(mark)]));
      const sum = [...new Set(unit.marks)].reduce((total, mark) => total + (asked.get(mark) ?? 0) ** 2, 0);
      return sum === 0 ? 0 : sum / (Math.hypot(...asked.values()) * sizeOf(unit));
    },
    near(marks, { limit = Infinity, least = 0, where } = {}) {
      const shared = new Map<AnyUnit, number>();
      const asked = [...new Set(marks)].map((mark) => [mark, weightOf(mark)] as const).filter(([, weight]) => weight > 0);
      for (const [mark, weight] of asked)
        for (const unit of holding.get(mark) ?? []) shared.set(unit, (shared.get(unit) ?? 0) + weight ** 2);
      const size = Math.hypot(...asked.map(([, weight]) => weight));
      return [...shared]
        .filter(([unit]) => !where || where(unit))
        .map(([unit, sum]) => ({ unit, score: sum / (size * sizeOf(unit)) }))
        .filter(({ score }) => score > least)
        .sort((a, b) => b.score - a.score || (a.unit.id < b.unit.id ? -1 : 1))
        .slice(0, limit);
    },
  };
}

/** Generations that one program can read: the first, and those that were filled after it, which are named `<first>-2`, `<first>-3` ... */
export function isOfLine(generation: string, first: string): boolean {
  return numberOf(generation, first) !== undefined;
}

/** 1 for the first; undefined for what is not of the line. */
export function numberOf(generation: string, first: string): number | undefined {
  if (generation === first) return 1;
  const [, digits] = generation.startsWith(`${first}-`) ? (/^([2-9]|[1-9]\d{1,8})$/.exec(generation.slice(first.length + 1)) ?? []) : [];
  return digits === undefined ? undefined : Number(digits);
}

/** Where the generations of a program stand, whose first one is given. */
export interface GenerationStand {
  /** That the aliases name. */
  readonly current: string | undefined;
  /** What a rebuild fills: the generation that an earlier one began and did not finish, or the next of the line. */
  readonly toFill: string;
  readonly isBegun: boolean;
  /** All others, which nobody needs. */
  readonly left: readonly string[];
}

export function generationStand(first: string, all: readonly string[], current: string | undefined): GenerationStand {
  const numbers = all.map((name) => numberOf(name, first) ?? 0);
  const read = current === undefined ? 0 : (numberOf(current, first) ?? 0);
  const next = Math.max(read + 1, ...numbers);
  const toFill = next === 1 ? first : `${first}-${next}`;
  return { current, toFill, isBegun: all.includes(toFill), left: all.filter((name) => name !== current && name !== toFill) };
}

import type { GenerationStanding } from '@total-recall/ports';

/**
 * Returns true for a generation that a program with this first generation can read: the first one, and its successors
 * `<first>-2`, `<first>-3` and so on.
 */
export function isOfLine(generation: string, first: string): boolean {
  return numberOf(generation, first) !== undefined;
}

/** Returns the number of a generation, 1 for the first; undefined if it does not belong to the line. */
export function numberOf(generation: string, first: string): number | undefined {
  if (generation === first) return 1;
  const [, digits] = generation.startsWith(`${first}-`) ? (/^([2-9]|[1-9]\d{1,8})$/.exec(generation.slice(first.length + 1)) ?? []) : [];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the standing of the generations for a program with this first one. */
export function standingOf(first: string, all: readonly string[], current: string | undefined): GenerationStanding {
  const numbers = all.map((name) => numberOf(name, first) ?? 0);
  const read = current === undefined ? 0 : (numberOf(current, first) ?? 0);
  const next = Math.max(read + 1, ...numbers);
  const toFill = next === 1 ? first : `${first}-${next}`;
  return { current, toFill, isBegun: all.includes(toFill), left: all.filter((name) => name !== current && name !== toFill) };
}

import { canonicalJson } from '../erasure/erasure-certificate.ts';

/**
 * Writes the arguments of a call in one way, whichever way a model or an SDK that parsed them has written them: with their
 * names in order, and none as an object. A text that is no JSON stays as it is, and so does one that would lose something:
 * a number with more digits than are kept, or a name that stands twice.
 */
export function canonicalArguments(args: string): string {
  const text = args.trim() === '' ? '{}' : args;
  try {
    const parsed: unknown = JSON.parse(text);
    const isExact = !MAY_ROUND.test(text) || keepsNumbers(text);
    return isExact && membersOf(parsed) === membersIn(text) ? canonicalJson(parsed) : args;
  } catch {
    return args;
  }
}

/** Matches every text with a number that may lose digits; few have one, and looking at each number takes longer. */
const MAY_ROUND = /[\d.]{16}|\de/i;

function keepsNumbers(text: string): boolean {
  let isKeptWhole = true;
  JSON.parse(text, (_name: string, value: unknown, context?: { readonly source?: string }): unknown => {
    if (typeof value === 'number' && !isKept(value, context?.source ?? '')) isKeptWhole = false;
    return value;
  });
  return isKeptWhole;
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: readonly unknown[] = Object.values(value);
  return parts.reduce((sum: number, part) => sum + membersOf(part), Array.isArray(value) ? 0 : parts.length);
}

/** Digits of which a number keeps any. */
const KEPT_DIGITS = 15;
/** Least number, but for zero, that keeps so many. */
const LEAST = 1e-300;

/** Returns true where no other text of a number, but for its form, is read as the same number. */
function isKept(value: number, text: string): boolean {
  const digits = text.replace(/e.*$/iu, '').replace(/[-.]/gu, '').replace(/^0+/u, '');
  if (digits === '') return text !== '';
  return digits.length <= KEPT_DIGITS && Number.isFinite(value) && Math.abs(value) >= LEAST;
}

/** Counts the members of all objects of a JSON text, also those that another of the same name replaces. */
function membersIn(text: string): number {
  let members = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isString && char === '\\') at += 1;
    else if (char === '"') isString = !isString;
    else if (char === ':' && !isString) members += 1;
  }
  return members;
}

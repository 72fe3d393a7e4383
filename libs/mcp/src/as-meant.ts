import type { z } from 'zod';

/**
 * Reads arguments as models write them. Null, and an empty text for what may be left out, is an absence. A value of
 * another type is taken where it fits its field as that: `"500"` for a number, one text for a list, `8080` for a text.
 */
export function asMeant(args: unknown, { shape }: z.ZodObject): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args ?? {};
  const meant = Object.entries(args).flatMap(([name, value]): [string, unknown][] => {
    const field = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
    if (field === undefined) return [[name, value]];
    return isAbsent(value, field) ? [] : [[name, readAs(field, value)]];
  });
  return Object.fromEntries(meant);
}

function isAbsent(value: unknown, field: z.ZodType): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '' && fits(field, undefined));
}

function readAs(field: z.ZodType, value: unknown): unknown {
  return fits(field, value) ? value : (readingsOf(value).find((reading) => reading !== undefined && fits(field, reading)) ?? value);
}

function readingsOf(value: unknown): unknown[] {
  if (typeof value === 'string') return [fromJson(value), [value]];
  // A number has lost digits that a text may need: those of the version 1.10, and of an id of twenty.
  return typeof value === 'boolean' || Number.isSafeInteger(value) ? [String(value)] : [];
}

function fits(field: z.ZodType, value: unknown): boolean {
  return field.safeParse(value).success;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { jsonOrUndefined } from '@total-recall/runtime';

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function recordsIn(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function stringOr(value: unknown, other: string): string {
  return typeof value === 'string' ? value : other;
}

/** Bytes that a value takes beside its characters. */
const VALUE_BYTES = 16;

/** Returns what a parsed value takes in memory, about: its characters, and a little for each value within, or each object. */
export function sizeOf(value: unknown, objectBytes = VALUE_BYTES): number {
  let size = 0;
  // Calls within calls would end the stack on values that lie deep.
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'object' && next !== null) {
      size += objectBytes;
      for (const inner of Object.values(next)) left.push(inner);
    } else size += VALUE_BYTES + (typeof next === 'string' ? next.length : 0);
  }
  return size;
}

/** Parses an object, or returns undefined for any other text. */
export function parseRecord(text: string): JsonRecord | undefined {
  const value = jsonOrUndefined(text);
  return isRecord(value) ? value : undefined;
}

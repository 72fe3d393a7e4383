import { fieldsOf, listOf, textOf } from './json-fields.ts';

/** Repairs ids of turns in LoCoMo's evidence: several in one string, `D:12:20`, `D20:03`. Without repeats, in order. */
export function repairEvidence(evidence: unknown): string[] {
  const ids = listOf(evidence, 'Evidence').flatMap((entry) => textOf(entry, 'A piece of evidence').split(/[;\s]+/));
  return [
    ...new Set(
      ids.flatMap((id) => {
        const found = /^D:?(\d+):(\d+)$/.exec(id);
        return found === null ? [] : [`D${Number(found[1])}:${Number(found[2])}`];
      }),
    ),
  ];
}

/**
 * Reads message ids from a list, or from a record of lists (BEAM names the halves of a contradiction); without repeats,
 * in order.
 */
export function sourceIds(source: unknown): string[] {
  if (source === undefined || source === null) return [];
  if (typeof source === 'number' || typeof source === 'string') return [String(source)];
  const parts = Array.isArray(source) ? (source as readonly unknown[]) : Object.values(fieldsOf(source, 'Source ids'));
  return [...new Set(parts.flatMap(sourceIds))];
}

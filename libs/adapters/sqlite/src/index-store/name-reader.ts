import type { DatabaseSync } from 'node:sqlite';
import type { NameType } from './index-schema.ts';

/** Reads names of a space and their numbers. Neither changes once assigned, so results are cached. */
export interface NameReader {
  idOf(space: number, type: NameType, value: string): number | undefined;
  valueOf(id: number): string;
}

const MAX_VALUES = 50_000;

export function createNameReader(db: DatabaseSync): NameReader {
  const byValue = db.prepare('SELECT id FROM name WHERE space = ? AND type = ? AND value = ?');
  const byId = db.prepare('SELECT value FROM name WHERE id = ?');
  const values = new Map<number, string>();
  return {
    idOf: (space, type, value) => (byValue.get(space, type, value) as { id: number } | undefined)?.id,
    valueOf: (id) => {
      let value = values.get(id);
      if (value === undefined) {
        value = (byId.get(id) as { value: string }).value;
        if (values.size >= MAX_VALUES) values.clear();
        values.set(id, value);
      }
      return value;
    },
  };
}

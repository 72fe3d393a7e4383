import type { IndexStatements } from './index-statements.ts';
import type { NameType } from './index-schema.ts';

/** Most names that are cached. Above it the cache starts over. */
const MAX_NAMES = 100_000;

/** Numbers of names. A name that is new to its space gets the next one. */
export interface NameNumbers {
  /** Returns the number of a name; 0 for none. */
  idOf(space: number, type: NameType, value: string | null | undefined): number;
  /** Forgets what was learnt, as a transaction that failed takes new names back. */
  forget(): void;
}

export function createNameNumbers(statements: Pick<IndexStatements, 'name' | 'addName'>): NameNumbers {
  const names = new Map<string, number>();
  return {
    idOf(space, type, value) {
      if (value === null || value === undefined) return 0;
      const key = `${space}${type}${value}`;
      let id = names.get(key);
      if (id !== undefined) return id;
      const row = statements.name.get(space, type, value) as { id: number } | undefined;
      id = row?.id ?? Number(statements.addName.run(space, type, value).lastInsertRowid);
      if (names.size >= MAX_NAMES) names.clear();
      names.set(key, id);
      return id;
    },
    forget: () => names.clear(),
  };
}

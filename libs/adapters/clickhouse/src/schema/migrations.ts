import { HOURLY_VIEWS, KNOWLEDGE_BY_HOUR } from './hourly-views.ts';
import { KEPT_TABLES, RECORD_TABLES } from './record-tables.ts';

/**
 * A step is never changed once released; a change is a new step. Its statements must be repeatable, as an interrupted
 * step runs again.
 */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: readonly string[];
}

export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'records', statements: RECORD_TABLES },
  { version: 2, name: 'hourly views', statements: HOURLY_VIEWS },
  {
    version: 3,
    name: 'replaced parts must leave the disk within one minute, not eight, because they contain erased data',
    statements: KEPT_TABLES.map((table) => `ALTER TABLE ${table} MODIFY SETTING old_parts_lifetime = 60`),
  },
  {
    version: 4,
    name: 'known facts in windows',
    statements: ['knowledge_bytes', 'knowledge_tokens'].map(
      (column) => `ALTER TABLE anatomy ADD COLUMN IF NOT EXISTS ${column} Nullable(UInt64)`,
    ),
  },
  { version: 5, name: 'known facts in the hourly sums', statements: KNOWLEDGE_BY_HOUR },
];

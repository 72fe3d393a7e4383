import { hashHex, TotalRecallError } from '@total-recall/runtime';
import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';
import { differencesOf, readShape } from './schema-shape.ts';

const RECORDS = `CREATE TABLE IF NOT EXISTS schema_migration (version UInt32, name String, hash String, shape String, at DateTime64(3, 'UTC'))
  ENGINE = ReplacingMergeTree(at) ORDER BY version`;

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly hash: string;
  readonly shape: string;
}

const hashOf = ({ statements }: Migration): string => hashHex(JSON.stringify(statements));

/**
 * Migrates a database to the newest step and records each step with its hash and the resulting schema. Several
 * processes may run it at once. Errors: `invalid_request` when an applied step differs from ours, the database is
 * newer, or the tables were changed by others; the message names the differences.
 */
export async function migrate(connection: ClickhouseConnection, now: () => number): Promise<void> {
  await connection.command(RECORDS);
  const applied = await connection.rows<AppliedMigration>('SELECT version, name, hash, shape FROM schema_migration FINAL ORDER BY version');
  for (const { version, name, hash } of applied) {
    const known = MIGRATIONS.find((migration) => migration.version === version);
    if (!known) throw drift(`it is at step ${version} (${name}), which this version does not know; run a newer one`);
    if (hashOf(known) !== hash) throw drift(`its step ${version} (${name}) is another than ours`);
  }
  const last = applied.at(-1);
  if (last) {
    const differences = differencesOf(JSON.parse(last.shape) as Record<string, string>, await readShape(connection));
    if (differences.length > 0) throw drift(differences.join('; '), differences);
  }
  for (const migration of MIGRATIONS.filter(({ version }) => version > (last?.version ?? 0))) {
    for (const statement of migration.statements) await connection.command(statement);
    const { version, name } = migration;
    const row = {
      version,
      name,
      hash: hashOf(migration),
      shape: JSON.stringify(await readShape(connection)),
      at: (now() / 1_000).toFixed(3),
    };
    await connection.insert('schema_migration', [row], `migration-${version}-${row.hash}-${row.at}`);
  }
}

function drift(what: string, differences?: readonly string[]): TotalRecallError {
  return new TotalRecallError(
    'invalid_request',
    `The ClickHouse database is not as required: ${what}. Put it back as it was, or name another database.`,
    { details: differences && { differences } },
  );
}

import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';

/** Schema by name: a table with its engine and keys, a `table.column` with its type. */
type Shape = Readonly<Record<string, string>>;

/** Reads the current schema. A replicated engine counts as its plain engine. */
export async function readShape(connection: ClickhouseConnection): Promise<Shape> {
  const tables = await connection.rows<{ name: string; engine: string; partition: string; sorting: string }>(
    'SELECT name, engine, partition_key AS partition, sorting_key AS sorting FROM system.tables WHERE database = currentDatabase() ORDER BY name',
  );
  const columns = await connection.rows<{ table: string; name: string; type: string }>(
    'SELECT table, name, type FROM system.columns WHERE database = currentDatabase() ORDER BY table, position',
  );
  return Object.fromEntries([
    ...tables.map(({ name, engine, partition, sorting }) => [
      name,
      `${engine.replace(/^(Replicated|Shared)/, '')} partitioned by (${partition}) ordered by (${sorting})`,
    ]),
    ...columns.map(({ table, name, type }) => [`${table}.${name}`, type]),
  ]);
}

/** Describes the differences for the operator. Tables and columns beyond the expected ones are ignored. */
export function differencesOf(expected: Shape, found: Shape): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    if (found[name] === undefined) return [`${name} is missing`];
    return found[name] === value ? [] : [`${name} is ${found[name]}, not ${value}`];
  });
}

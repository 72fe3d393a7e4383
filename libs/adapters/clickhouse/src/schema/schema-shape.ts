import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';

/** Tables with their engine and keys, `table.column`s with their types. */
type Shape = Readonly<Record<string, string>>;

/** What is there now. Copies of an engine that replicate are the engine. */
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

/** As text for the operator. What is there beside the expected is nobody's business. */
export function differencesOf(expected: Shape, found: Shape): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    if (found[name] === undefined) return [`${name} is missing`];
    return found[name] === value ? [] : [`${name} is ${found[name]}, not ${value}`];
  });
}

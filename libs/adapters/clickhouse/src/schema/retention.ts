import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';
import { KEPT_TABLES } from './record-tables.ts';

/**
 * Sets the number of days after which the server deletes rows in the background. Alters only tables with a different
 * number.
 */
export async function keepFor(connection: ClickhouseConnection, days: number): Promise<void> {
  const tables = await connection.rows<{ name: string; definition: string }>(
    'SELECT name, create_table_query AS definition FROM system.tables WHERE database = currentDatabase()',
  );
  for (const table of KEPT_TABLES) {
    const definition = tables.find(({ name }) => name === table)?.definition ?? '';
    if (new RegExp(`toIntervalDay\\(${days}\\)`).test(definition)) continue;
    await connection.command(`ALTER TABLE ${table} MODIFY TTL toDateTime(at) + toIntervalDay(${Math.trunc(days)})`);
  }
}

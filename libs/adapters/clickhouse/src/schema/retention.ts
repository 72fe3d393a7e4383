import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';
import { KEPT_TABLES } from './record-tables.ts';

/** Lets the server delete rows some days after their time, in the background; changed only where it is another. */
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

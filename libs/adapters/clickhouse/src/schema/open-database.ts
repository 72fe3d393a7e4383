import { TotalRecallError } from '@total-recall/runtime';
import { connectClickhouse, type ClickhouseConnection } from '../wire/clickhouse-connection.ts';
import type { ClickhouseSettings } from '../wire/clickhouse-settings.ts';
import { migrate } from './migrate.ts';
import { keepFor } from './retention.ts';

const DATABASE = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/**
 * Connects to a database, creates it if it is missing, migrates it and sets the retention in days. Errors:
 * `invalid_request`, and those of the client.
 */
export async function openDatabase(settings: ClickhouseSettings, retentionDays: number, now: () => number): Promise<ClickhouseConnection> {
  const { database } = settings;
  if (!DATABASE.test(database))
    throw new TotalRecallError('invalid_request', 'The name of a ClickHouse database is up to 63 letters, digits and underscores.');
  if (!(Number.isInteger(retentionDays) && retentionDays >= 1 && retentionDays <= 36_500))
    throw new TotalRecallError('invalid_request', `Analytics is kept for 1 to 36500 days, not ${retentionDays}.`);
  await makeDatabase(settings);
  const connection = connectClickhouse(settings);
  try {
    await migrate(connection, now);
    await keepFor(connection, retentionDays);
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Creates the database only when it is missing, because the right to create one is seldom granted. */
async function makeDatabase(settings: ClickhouseSettings): Promise<void> {
  const { database } = settings;
  const server = connectClickhouse(settings, 'default');
  try {
    const found = await server.rows('SELECT name FROM system.databases WHERE name = {database:String}', { database });
    if (found.length === 0) await server.command('CREATE DATABASE IF NOT EXISTS {database:Identifier}', { database });
  } finally {
    await server.close();
  }
}

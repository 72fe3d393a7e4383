import { randomBytes } from 'node:crypto';
import type { RealServer } from '@total-recall/ports/testing';
import { connectClickhouse, type ClickhouseConnection } from '../src/wire/clickhouse-connection.ts';
import type { ClickhouseSettings } from '../src/wire/clickhouse-settings.ts';

/** Names a database that no other test uses, on the one server of all tests. */
export function databaseOfItsOwn({ url }: RealServer): {
  readonly clickhouse: ClickhouseSettings;
  connect(): ClickhouseConnection;
  remove(): Promise<void>;
} {
  const { origin, username, password } = new URL(url);
  const clickhouse: ClickhouseSettings = {
    url: origin,
    database: `t${randomBytes(6).toString('hex')}`,
    ...(username !== '' && { username, password: decodeURIComponent(password) }),
  };
  return {
    clickhouse,
    connect: () => connectClickhouse(clickhouse),
    remove: async () => {
      const server = connectClickhouse(clickhouse, 'default');
      await server.command('DROP DATABASE IF EXISTS {database:Identifier} SYNC', { database: clickhouse.database });
      await server.close();
    },
  };
}

import { ClickHouseError } from '@clickhouse/client';
import { TotalRecallError } from '@total-recall/runtime';
import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';

/**
 * Opens a database, or leaves that to the first call that finds the server, where nothing answers now: `onAway` is told
 * so. What the server refuses, such as a login or a changed table, is an error at once. Errors: those of `open`.
 */
export async function openWhenThere(
  open: () => Promise<ClickhouseConnection>,
  onAway: (error: unknown) => void,
): Promise<ClickhouseConnection> {
  let opened: Promise<ClickhouseConnection> | undefined;
  const connection = (): Promise<ClickhouseConnection> =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  try {
    await connection();
  } catch (error) {
    if (error instanceof ClickHouseError || error instanceof TotalRecallError) throw error;
    onAway(error);
  }
  return {
    rows: async (...query) => (await connection()).rows(...query),
    command: async (...statement) => (await connection()).command(...statement),
    insert: async (...rows) => (await connection()).insert(...rows),
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

import { TotalRecallError } from '@total-recall/runtime';
import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';
import { isAway, reasonOf } from '../wire/clickhouse-errors.ts';

/**
 * Opens a database, or leaves that to the first call that finds the server, where nothing answers now: `onAway` is told
 * so. All else, such as a login, a certificate or a changed table, is an error at once. Errors: those of `open`; of later
 * calls `unavailable` where it cannot be opened, which says nothing of what they bring.
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
  const there = (): Promise<ClickhouseConnection> =>
    connection().catch((error: unknown) => {
      throw notOpened(error);
    });
  try {
    await connection();
  } catch (error) {
    if (!isAway(error)) throw error;
    onAway(error);
  }
  return {
    rows: async (...query) => (await there()).rows(...query),
    command: async (...statement) => (await there()).command(...statement),
    insert: async (...rows) => (await there()).insert(...rows),
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

function notOpened(error: unknown): TotalRecallError {
  const reason = error instanceof TotalRecallError ? error.message : reasonOf(error);
  return new TotalRecallError('unavailable', `The database of ClickHouse cannot be opened (${reason}).`, { cause: error });
}

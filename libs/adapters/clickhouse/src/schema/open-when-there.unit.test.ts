import { ClickHouseError } from '@clickhouse/client';
import { createLogger } from '@total-recall/observability';
import { codeOf } from '@total-recall/ports/testing';
import { createSystemClock, createSystemScheduler } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { createInsertQueue } from '../store/insert-queue.ts';
import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';
import { openWhenThere } from './open-when-there.ts';

const failure = (fields: object): Error => Object.assign(new Error('failed'), fields);
const REFUSED = failure({ code: 'ECONNREFUSED' });

it('goes on where nothing answers, and is an error at once where a setting or the code is wrong', async () => {
  const told: unknown[] = [];
  const openWith = (why: Error) =>
    openWhenThere(
      () => Promise.reject(why),
      (away) => told.push(away),
    );
  for (const error of [REFUSED, failure({ code: 'ENOTFOUND' }), new Error('Timeout error.'), new Error('<html>502 Bad Gateway</html>')])
    await openWith(error);
  expect(told).toHaveLength(4);
  for (const error of [failure({ code: 'CERT_HAS_EXPIRED' }), failure({ code: 'ERR_INVALID_URL' }), new TypeError('no function')])
    await expect(openWith(error)).rejects.toBe(error);
  expect(told).toHaveLength(4);
});

it('drops no row where a statement of the opening is refused as rows are', async () => {
  const taken: object[] = [];
  const unknownType = new ClickHouseError({ message: 'no such type', code: '53', type: 'TYPE_MISMATCH' });
  const failures = [REFUSED, unknownType];
  const server = { insert: async (_table: string, rows: readonly object[]) => void taken.push(...rows) } as unknown as ClickhouseConnection;
  const open = async (): Promise<ClickhouseConnection> => {
    const error = failures.shift();
    if (error) throw error;
    return server;
  };
  const connection = await openWhenThere(open, () => undefined);
  const scheduler = { ...createSystemScheduler(), every: () => ({ cancel: () => undefined }) };
  const queue = createInsertQueue('anatomy', {
    connection,
    clock: createSystemClock(),
    scheduler,
    logger: createLogger({ level: 'silent' }),
  });
  queue.add([{ at: 1 }, { at: 2 }]);
  expect(await codeOf(queue.flush())).toBe('unavailable');
  await queue.flush();
  expect(taken).toEqual([{ at: 1 }, { at: 2 }]);
});

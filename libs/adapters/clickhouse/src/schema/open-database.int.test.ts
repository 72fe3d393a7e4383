import { codeOf, onRealServer } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { databaseOfItsOwn } from '../../testing/database-of-its-own.ts';
import { MIGRATIONS } from './migrations.ts';
import { openDatabase } from './open-database.ts';

const DAY_MS = 86_400_000;

await onRealServer('clickhouse', (server) => {
  const now = (): number => Date.now();
  const withOwn = (body: (own: ReturnType<typeof databaseOfItsOwn>) => Promise<void>) => async (): Promise<void> => {
    const own = databaseOfItsOwn(server);
    await body(own).finally(own.remove);
  };
  const changed = (statements: readonly string[], check: (reopening: Promise<unknown>) => Promise<void>) =>
    withOwn(async ({ clickhouse }) => {
      const connection = await openDatabase(clickhouse, 30, now);
      for (const statement of statements) await connection.command(statement);
      await connection.close();
      await check(openDatabase(clickhouse, 30, now).then((again) => again.close()));
    });

  it(
    'is made by several processes at once, each step recorded once',
    withOwn(async ({ clickhouse, connect }) => {
      const connections = await Promise.all([1, 2, 3].map(() => openDatabase(clickhouse, 30, now)));
      await Promise.all(connections.map((one) => one.close()));
      const connection = connect();
      expect(await connection.rows('SELECT version, name FROM schema_migration FINAL ORDER BY version')).toEqual(
        MIGRATIONS.map(({ version, name }) => ({ version, name })),
      );
      await connection.close();
    }),
  );

  it(
    'says what others changed, and touches nothing',
    changed(
      ['ALTER TABLE anatomy DROP COLUMN topic_label', 'DROP TABLE turn_into_demand_by_hour', 'ALTER TABLE turn ADD COLUMN mine String'],
      async (reopening) => {
        await expect(reopening).rejects.toMatchObject({
          code: 'invalid_request',
          message: expect.stringContaining('anatomy.topic_label is missing'),
          details: { differences: expect.arrayContaining(['turn_into_demand_by_hour is missing']) },
        });
      },
    ),
  );

  it(
    'refuses a database that a newer version made, and one of another step',
    changed(["INSERT INTO schema_migration VALUES (99, 'later', '', '{}', now64(3))"], async (reopening) => {
      await expect(reopening).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining('step 99 (later)') });
    }),
  );

  it(
    'goes on where a step was cut short',
    changed(
      ['DROP TABLE turn_into_demand_by_hour', 'ALTER TABLE schema_migration DELETE WHERE version >= 2 SETTINGS mutations_sync = 2'],
      async (reopening) => void (await reopening),
    ),
  );

  it(
    'deletes what is older than it is to be kept, which may change',
    withOwn(async ({ clickhouse }) => {
      for (const [days, left] of [
        [30, 1],
        [5, 0],
      ] as const) {
        const connection = await openDatabase(clickhouse, days, now);
        const ages = days === 30 ? [10, 40] : [];
        for (const age of ages) {
          const at = ((now() - age * DAY_MS) / 1_000).toFixed(3);
          await connection.insert(
            'turn',
            [{ tenant: 'acme', space: 'demo', session: 's', turn: age, at, by_model: true, precedence: 1 }],
            `turn-${age}`,
          );
        }
        await connection.command('OPTIMIZE TABLE turn FINAL');
        expect(await connection.rows('SELECT count() AS rows FROM turn')).toEqual([{ rows: left }]);
        await connection.close();
      }
    }),
  );

  it('refuses names and times that are none', async () => {
    const { clickhouse } = databaseOfItsOwn(server);
    for (const database of ['', 'a b', 'a;b', '1a', 'a'.repeat(64)])
      expect(await codeOf(openDatabase({ ...clickhouse, database }, 30, now))).toBe('invalid_request');
    for (const days of [0, 1.5, Number.NaN, 99_999]) expect(await codeOf(openDatabase(clickhouse, days, now))).toBe('invalid_request');
  });
});

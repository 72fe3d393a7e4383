import type { AnatomyStore, Scheduler } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';

type Place = Parameters<NonNullable<AnatomyStore['erase']>>[0];

const BY_SESSION = ['anatomy', 'retrieval', 'turn', 'received', 'evidence_use'] as const;
/** Tables of hourly sums of a space. They hold only counts and stay when just a session is erased. */
const BY_SPACE = ['windows_by_hour', 'recalls_by_hour', 'demand_by_hour'] as const;
const OF_SPACE = 'tenant = {tenant:String} AND space = {space:String}';
const LOOK_MS = 50;
/** Most polls for a mutation, which rewrites every part with a matching row: five minutes in all. */
const LOOKS = 6_000;

/**
 * Deletes the rows of a session, or of a whole space, from every table. Resolves once no active part holds any; the
 * server removes the old parts a minute later. Errors: `unavailable` when it fails or takes longer than five minutes.
 */
export async function erasePlace(connection: ClickhouseConnection, scheduler: Scheduler, { tenant, space, session }: Place): Promise<void> {
  const ofPlace = session === undefined ? OF_SPACE : `${OF_SPACE} AND session = {session:String}`;
  const parameters = { tenant, space, ...(session !== undefined && { session }) };
  for (const table of session === undefined ? [...BY_SESSION, ...BY_SPACE] : BY_SESSION) {
    const [found] = await connection.rows<{ held: number }>(`SELECT count() AS held FROM ${table} WHERE ${ofPlace}`, parameters);
    if (found!.held === 0) continue;
    await connection.command(`ALTER TABLE ${table} DELETE WHERE ${ofPlace}`, parameters);
    await untilMutated(connection, scheduler, table);
  }
}

async function untilMutated(connection: ClickhouseConnection, scheduler: Scheduler, table: string): Promise<void> {
  const open = `SELECT latest_fail_reason AS reason FROM system.mutations
    WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done`;
  for (let left = LOOKS; left > 0; left -= 1) {
    const mutations = await connection.rows<{ reason: string }>(open, { table });
    if (mutations.length === 0) return;
    const failed = mutations.find(({ reason }) => reason !== '');
    if (failed)
      throw new TotalRecallError('unavailable', `ClickHouse could not take rows out of ${table}. It tries again.`, {
        cause: failed.reason,
      });
    await scheduler.delay(LOOK_MS);
  }
  throw new TotalRecallError('unavailable', `ClickHouse is not done with taking rows out of ${table}. Try again.`, {
    retryAfterMs: 10_000,
  });
}

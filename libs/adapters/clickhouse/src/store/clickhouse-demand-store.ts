import { DEMAND_LIMITS, type DemandBatch, type DemandStore, type Random, type Scheduler } from '@total-recall/ports';
import type { EvidenceUse, RecallReceived } from '@total-recall/domain';
import { checkMost, hashHex, refuseRequest, retry } from '@total-recall/runtime';
import { RECEIVED_COLUMNS, TURN_COLUMNS, USE_COLUMNS } from '../records/record-columns.ts';
import { selectList, toRecord, toRow, type Column } from '../records/column.ts';
import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';
import { isPoison, toPortError } from '../wire/clickhouse-errors.ts';
import { countDemand } from './count-demand.ts';
import { splitIds } from './split-ids.ts';

export interface ClickhouseDemandDeps {
  readonly connection: ClickhouseConnection;
  readonly precedence: () => string;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly refuseClosed: () => void;
  /** Writes the waiting rows of the retrieval log, so that a count includes them. */
  readonly flush: () => Promise<void>;
}

const RETRY = { attempts: 3, firstDelayMs: 100, maxDelayMs: 1_000 };
const OF_SPACE = 'tenant = {tenant:String} AND space = {space:String}';

/**
 * Creates the demand store on ClickHouse. A batch goes into several tables and its progress is written last. After an
 * interruption the follower appends the batch again, and rows that exist are dropped as duplicates.
 */
export function createClickhouseDemandStore(deps: ClickhouseDemandDeps): DemandStore {
  const { connection, refuseClosed, flush } = deps;
  const run = async <T>(doing: string, work: () => Promise<T>): Promise<T> => {
    refuseClosed();
    return work().catch((error: unknown) => {
      throw toPortError(error, doing);
    });
  };
  return {
    append: (batch) => run('write what came of recalls', () => appendBatch(deps, batch)),
    progress: (follower) =>
      run('read how far a follower has come', async () => {
        const sql = 'SELECT max(at_offset) AS offset, count() AS known FROM follower WHERE name = {follower:String}';
        const [row] = await connection.rows<{ offset: number; known: number }>(sql, { follower });
        return row && row.known > 0 ? row.offset : -1;
      }),
    receivedSince: ({ tenant, space, session, fromTurn }) =>
      run('read received recalls', async () => {
        const sql = `SELECT ${selectList(RECEIVED_COLUMNS)} FROM received FINAL
          WHERE ${OF_SPACE} AND session = {session:String} AND turn >= {fromTurn:Int64} ORDER BY ordinal DESC LIMIT {limit:UInt32}`;
        const parameters = { tenant, space, session, fromTurn, limit: DEMAND_LIMITS.openRecalls };
        return recordsOf<RecallReceived>(RECEIVED_COLUMNS, await connection.rows(sql, parameters)).toReversed();
      }),
    outcomes: ({ tenant, space, retrievalIds }) =>
      run('read what came of recalls', async () => {
        checkMost('recalls', retrievalIds.length, DEMAND_LIMITS.ids);
        const among = `${OF_SPACE} AND retrieval_id IN {ids:Array(String)}`;
        const [received, uses] = await Promise.all([
          readByIds<RecallReceived>(
            connection,
            RECEIVED_COLUMNS,
            `FROM received FINAL WHERE ${among} ORDER BY ordinal`,
            { tenant, space },
            retrievalIds,
          ),
          readByIds<EvidenceUse>(
            connection,
            USE_COLUMNS,
            `FROM evidence_use FINAL WHERE ${among} ORDER BY at, event_id`,
            { tenant, space },
            retrievalIds,
          ),
        ]);
        const usesOf = Map.groupBy(uses, (use) => use.retrievalId);
        const receivedOf = Map.groupBy(received, (one) => one.retrievalId);
        return retrievalIds.map((retrievalId) => {
          const first = receivedOf.get(retrievalId)?.[0];
          return { retrievalId, ...(first && { received: first }), uses: usesOf.get(retrievalId) ?? [] };
        });
      }),
    useCounts: (tenant, space, eventIds) =>
      run('count uses of events', async () => {
        checkMost('events', eventIds.length, DEMAND_LIMITS.ids);
        const sql = `SELECT event_id AS id, count() AS uses FROM evidence_use FINAL
          WHERE ${OF_SPACE} AND event_id IN {ids:Array(String)} GROUP BY event_id`;
        const pages = splitIds(eventIds).map((ids) => connection.rows<{ id: string; uses: number }>(sql, { tenant, space, ids }));
        return new Map((await Promise.all(pages)).flat().map(({ id, uses }) => [id, uses]));
      }),
    counts: (query) =>
      run('count demand', async () => {
        checkMost('groups', query.limit, DEMAND_LIMITS.groups);
        if (!(query.limit >= 1)) refuseRequest('At least 1 group must be asked for.');
        await flush();
        return countDemand(connection, query);
      }),
  };
}

async function appendBatch(deps: ClickhouseDemandDeps, batch: DemandBatch): Promise<void> {
  const { connection, precedence } = deps;
  // A repeated batch has the same tokens, so it changes nothing, not even the hourly sums.
  const token = hashHex(JSON.stringify(batch));
  const insert = (table: string, rows: readonly object[]): Promise<void> =>
    retry(() => connection.insert(table, rows, `${table}-${token}`), deps, { policy: RETRY, retriable: (error) => !isPoison(error) });
  const tables = [
    ['turn', TURN_COLUMNS, batch.turns],
    ['received', RECEIVED_COLUMNS, batch.received],
    ['evidence_use', USE_COLUMNS, batch.uses],
  ] as const;
  await Promise.all(
    tables.map(([table, columns, records]) =>
      records.length === 0
        ? undefined
        : insert(
            table,
            records.map((record) => toRow(columns, record, precedence())),
          ),
    ),
  );
  await insert('follower', [{ name: batch.follower, at_offset: batch.offset }]);
}

function recordsOf<T>(columns: readonly Column[], rows: readonly Readonly<Record<string, unknown>>[]): T[] {
  return rows.map((row) => toRecord<T>(columns, row));
}

async function readByIds<T>(
  connection: ClickhouseConnection,
  columns: readonly Column[],
  from: string,
  place: { readonly tenant: string; readonly space: string },
  allIds: readonly string[],
): Promise<T[]> {
  const sql = `SELECT ${selectList(columns)} ${from}`;
  const pages = await Promise.all(
    splitIds(allIds).map((ids) => connection.rows<Readonly<Record<string, unknown>>>(sql, { ...place, ids })),
  );
  return recordsOf<T>(columns, pages.flat());
}

import { TotalRecallError } from '@total-recall/runtime';
import { selectList, toRecord } from '../records/column.ts';
import { ANATOMY_COLUMNS, RETRIEVAL_COLUMNS } from '../records/record-columns.ts';
import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';

export interface PageQuery {
  readonly tenant: string;
  readonly space: string;
  readonly session?: string;
  readonly limit: number;
  readonly before?: string;
}

const TABLES = {
  anatomy: { id: 'turn_id', columns: ANATOMY_COLUMNS },
  retrieval: { id: 'retrieval_id', columns: RETRIEVAL_COLUMNS },
} as const;

/** Reads a page, newest first. Errors: `invalid_cursor`, and those of the client. */
export async function readPage<T>(connection: ClickhouseConnection, table: keyof typeof TABLES, query: PageQuery): Promise<T[]> {
  const { id, columns } = TABLES[table];
  const { tenant, space, session = '', limit, before = '' } = query;
  const of = 'tenant = {tenant:String} AND space = {space:String}';
  const place = query.session === undefined ? of : `${of} AND session = {session:String}`;
  const parameters = { tenant, space, session, limit, before, beforeAt: 0 };
  const after = query.before === undefined ? '1' : `(at, ${id}) < (fromUnixTimestamp64Milli({beforeAt:Int64}, 'UTC'), {before:String})`;
  if (query.before !== undefined) {
    const sql = `SELECT toUnixTimestamp64Milli(at) AS beforeAt FROM ${table} FINAL WHERE ${place} AND ${id} = {before:String} LIMIT 1`;
    const [last] = await connection.rows<{ beforeAt: number }>(sql, parameters);
    if (!last) throw new TotalRecallError('invalid_cursor', 'There is no such record here to continue from.');
    parameters.beforeAt = last.beforeAt;
  }
  const sql = `SELECT ${selectList(columns)} FROM ${table} FINAL WHERE ${place} AND ${after} ORDER BY at DESC, ${id} DESC LIMIT {limit:UInt32}`;
  const rows = await connection.rows<Readonly<Record<string, unknown>>>(sql, parameters);
  return rows.map((row) => toRecord<T>(columns, row));
}

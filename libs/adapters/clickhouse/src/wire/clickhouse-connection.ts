import { Agent } from 'node:https';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { NO_TRACER } from '@total-recall/ports';
import { readTlsFiles } from '@total-recall/runtime';
import type { ClickhouseSettings } from './clickhouse-settings.ts';

export type QueryParameters = Readonly<Record<string, string | number | readonly string[]>>;

/**
 * Connection to one database. Values are always passed as parameters, `{name:Type}`, never inside a statement. Errors:
 * those of the client.
 */
export interface ClickhouseConnection {
  rows<Row>(sql: string, parameters?: QueryParameters): Promise<Row[]>;
  command(sql: string, parameters?: QueryParameters): Promise<void>;
  /** Inserts rows. A second insert with the same token changes nothing. */
  insert(table: string, rows: readonly object[], token: string): Promise<void>;
  close(): Promise<void>;
}

const MAX_QUERY_SECONDS = 10;
/** Settings of inserts: a repeated insert must change neither the table nor the tables that views fill from it. */
const INSERT_SETTINGS = {
  async_insert: 0,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  input_format_skip_unknown_fields: 0,
} as const;

export function connectClickhouse(settings: ClickhouseSettings, database = settings.database): ClickhouseConnection {
  const { url, username, password, tls, requestTimeoutMs = 10_000, maxConnections = 10, tracer = NO_TRACER } = settings;
  const client: ClickHouseClient = createClient({
    url,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    database,
    application: 'total-recall',
    request_timeout: requestTimeoutMs,
    max_open_connections: maxConnections,
    // Without our own agent the client would log in by certificate whenever one is given.
    ...(tls && { http_agent: new Agent({ keepAlive: true, maxSockets: maxConnections, ...readTlsFiles(tls) }) }),
    compression: { request: true, response: true },
    // Failures are also thrown, and reported by us.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  const running = new Set<Promise<unknown>>();
  const run = async <T>(name: string, request: () => Promise<T>): Promise<T> => {
    const answer = tracer.step(`clickhouse ${name}`, { kind: 'client', attributes: { 'db.system.name': 'clickhouse' } }, request);
    running.add(answer);
    try {
      return await answer;
    } finally {
      running.delete(answer);
    }
  };
  const select = async <Row>(query: string, parameters: QueryParameters): Promise<Row[]> => {
    const result = await client.query({
      query,
      query_params: { ...parameters },
      format: 'JSONEachRow',
      clickhouse_settings: { max_execution_time: MAX_QUERY_SECONDS },
    });
    return result.json<Row>();
  };
  return {
    rows: <Row>(sql: string, parameters: QueryParameters = {}) => run('query', () => select<Row>(sql, parameters)),
    command: async (query, parameters = {}) =>
      void (await run('command', () => client.command({ query, query_params: { ...parameters } }))),
    insert: async (table, values, token) => {
      const clickhouse_settings = { ...INSERT_SETTINGS, insert_deduplication_token: token };
      await run(`insert ${table}`, () => client.insert({ table, values, format: 'JSONEachRow', clickhouse_settings }));
    },
    async close() {
      await Promise.allSettled(running);
      await client.close();
    },
  };
}

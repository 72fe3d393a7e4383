// Serves ClickHouse's HTTP interface on top of its engine. It tests SQL, types, formats and the client's requests; it
// does not test the real server's users, quotas, concurrency or streaming. Arguments: the folder of chdb, the data
// folder, the port.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { openClickhouseEngine, type Statement, type StatementResult } from './clickhouse-engine.ts';

const [installedIn = '', dataFolder = '', port = ''] = process.argv.slice(2);
const engine = openClickhouseEngine(installedIn, dataFolder);

/** Parameters of a request that are not settings of its statement. */
const RESERVED = new Set(
  (
    'query database user password default_format query_id session_id session_timeout session_check compress decompress ' +
    'enable_http_compression http_zlib_compression_level wait_end_of_query buffer_size role quota_key send_progress_in_http_headers ' +
    'http_headers_progress_interval_ms cancel_http_readonly_queries_on_client_close http_write_exception_in_output_format'
  ).split(' '),
);
const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes),
  deflate: (bytes) => inflateSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
  zstd: (bytes) => zstdDecompressSync(bytes),
};
const MIME: Readonly<Record<string, string>> = {
  JSON: 'application/json; charset=UTF-8',
  JSONEachRow: 'application/x-ndjson; charset=UTF-8',
  TabSeparated: 'text/tab-separated-values; charset=UTF-8',
  CSV: 'text/csv; charset=UTF-8',
};
/** HTTP statuses for some of the server's error codes; 500 for all others. */
const STATUS: Readonly<Record<string, number>> = { 60: 404, 81: 404, 47: 404, 62: 400, 36: 400, 6: 400, 27: 400, 117: 400 };

function statementOf(query: URLSearchParams, body: Buffer): Statement {
  const inUrl = query.get('query') ?? '';
  const parameters = [...query].filter(([key]) => key.startsWith('param_')).map(([key, value]) => [key.slice(6), value] as const);
  return {
    sql: (inUrl || body.toString('utf8')).trim(),
    data: inUrl ? body : Buffer.alloc(0),
    database: query.get('database') || 'default',
    format: query.get('default_format') || 'TabSeparated',
    settings: new Map([...query].filter(([key]) => !RESERVED.has(key) && !key.startsWith('param_'))),
    parameters: new Map(parameters),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const unpack = UNPACK[request.headers['content-encoding'] ?? ''];
  const body = Buffer.concat(chunks);
  return unpack ? unpack(body) : body;
}

function answer(request: IncomingMessage, response: ServerResponse, query: URLSearchParams, result: StatementResult): void {
  const summary = {
    read_rows: result.readRows,
    read_bytes: result.readBytes,
    written_rows: result.writtenRows,
    written_bytes: 0,
    total_rows_to_read: 0,
    result_rows: 0,
    result_bytes: result.bytes.length,
    elapsed_ns: Math.round(result.seconds * 1e9),
  };
  const type = MIME[result.format] ?? MIME[result.format.replace(/^JSON.*EachRow.*/, 'JSONEachRow')] ?? 'application/octet-stream';
  response.setHeader('X-ClickHouse-Format', result.format);
  response.setHeader('Content-Type', type);
  response.setHeader(
    'X-ClickHouse-Summary',
    JSON.stringify(Object.fromEntries(Object.entries(summary).map(([key, value]) => [key, String(value)]))),
  );
  const isPacked = query.get('enable_http_compression') === '1' && /gzip/.test(String(request.headers['accept-encoding'] ?? ''));
  if (isPacked) response.setHeader('Content-Encoding', 'gzip');
  response.end(isPacked ? gzipSync(result.bytes) : result.bytes);
}

function refuse(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const code = String((error as { clickhouseCode?: number }).clickhouseCode ?? /Code:\s*(\d+)/.exec(message)?.[1] ?? 1002);
  response.statusCode = STATUS[code] ?? 500;
  response.setHeader('X-ClickHouse-Exception-Code', code);
  const whole = message.startsWith('Code:') ? message : `Code: ${code}. DB::Exception: ${message}`;
  response.end(`${whole}${whole.includes('(version ') ? '' : ` (version ${engine.version})`}\n`);
}

const server = createServer((request, response) => {
  void (async () => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/ping' || pathname === '/replicas_status') return response.end('Ok.\n');
    response.setHeader('X-ClickHouse-Query-Id', searchParams.get('query_id') ?? randomUUID());
    response.setHeader('X-ClickHouse-Server-Display-Name', `chdb ${engine.version}`);
    try {
      const body = await bodyOf(request);
      if (!searchParams.get('query') && body.length === 0) return response.end('Ok.\n');
      return answer(request, response, searchParams, await engine.execute(statementOf(searchParams, body)));
    } catch (error) {
      return refuse(response, error);
    }
  })();
});
server.listen(Number(port), '127.0.0.1', () => console.log(`ready, ${engine.version}`));
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    server.close(() => {
      engine.close();
      process.exit(0);
    });
    server.closeAllConnections();
  });

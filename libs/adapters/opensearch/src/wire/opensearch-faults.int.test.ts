import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMetrics, type Metrics } from '@total-recall/observability';
import { afterEach, describe, expect, it } from 'vitest';
import { writeBulk, type BulkWrite } from './bulk-writer.ts';
import { connectOpenSearch, type OpenSearchConnection } from './opensearch-connection.ts';
import { readDocument } from './read-document.ts';
import { readMany } from './read-many.ts';
import { search, searchAll } from './search.ts';

type Answer = (lines: string[], response: ServerResponse) => void;

const closing: (() => Promise<unknown>)[] = [];

/** Starts a node that gives these answers in turn and repeats the last. `asked` has the bodies of all requests. */
async function badNode(
  answers: readonly Answer[],
  requestTimeoutMs = 60_000,
): Promise<{ connection: OpenSearchConnection; asked: string[][]; counted: (metric: string) => Promise<string[]> }> {
  const asked: string[][] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const lines = Buffer.concat(chunks).toString().split('\n').filter(Boolean);
      asked.push(lines);
      answers[Math.min(asked.length, answers.length) - 1]!(lines, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const metrics = createMetrics();
  const connection = connectOpenSearch({ urls: [url], requestTimeoutMs, restMs: 600_000, metrics });
  closing.push(
    () => connection.close(),
    () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  );
  return { connection, asked, counted: (metric) => samplesOf(metrics, `total_recall_index_${metric}`) };
}

async function samplesOf(metrics: Metrics, name: string): Promise<string[]> {
  const lines = (await metrics.render()).split('\n').filter((line) => line.startsWith(name));
  return lines.map((line) => line.slice(name.length));
}

function json(status: number, body: object): Answer {
  return (_, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const items = (...statuses: number[]): object => ({
  errors: statuses.some((status) => status > 299),
  items: statuses.map((status) => ({ index: { status, ...(status > 299 ? { error: { type: `error_${status}` } } : {}) } })),
});

const writes = ['a', 'b', 'c'].map((id): BulkWrite => ({ index: 'i', id, routing: 'r', source: { id }, version: 7 }));
const read = { method: 'GET', path: '/i/_doc/a', doing: 'read a document' } as const;
const idsOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => (line.startsWith('{"index"') ? [(JSON.parse(line) as { index: { _id: string } }).index._id] : []));

describe('a node that misbehaves', () => {
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it('is sent again what it had no room for, alone; a conflict of versions is success', async () => {
    const answers = [json(200, items(429, 409, 201)), json(200, items(503)), json(200, items(201))];
    const { connection, asked, counted } = await badNode(answers);
    await writeBulk(connection, writes, 'write');
    expect(asked.map(idsOf)).toEqual([['a', 'b', 'c'], ['a'], ['a']]);
    expect(await counted('bulk_retried_records_total')).toEqual([' 2']);
    expect(await counted('bulk_repeated_records_total')).toEqual([' 1']);
    expect(await counted('request_seconds_count')).toEqual(['{kind="write"} 3']);
  });

  it('says why it takes nothing, such as a disk at its flood stage', async () => {
    const blocked = { errors: true, items: [{ index: { status: 429, error: { type: 'cluster_block_exception' } } }] };
    const { connection, asked } = await badNode([json(200, blocked)]);
    await expect(writeBulk(connection, writes.slice(0, 1), 'write')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'OpenSearch has no room to write (cluster_block_exception). Try again.',
    });
    expect(asked).toHaveLength(6);
  });

  it('is believed when it refuses a document', async () => {
    const { connection, asked } = await badNode([json(200, items(201, 400, 201))]);
    await expect(writeBulk(connection, writes, 'write')).rejects.toMatchObject({ code: 'internal' });
    expect(asked).toHaveLength(1);
  });

  it('is asked again while it is away for a moment', async () => {
    const away = json(503, { error: { type: 'cluster_block_exception' } });
    const { connection, asked, counted } = await badNode([away, away, json(200, { found: true })]);
    expect((await connection.request<{ found: boolean }>(read)).body.found).toBe(true);
    expect(asked).toHaveLength(3);
    expect(await counted('retried_requests_total')).toEqual([' 2']);
    expect(await counted('failed_requests_total')).toEqual(['{reason="busy"} 2']);
  });

  it('is asked again where it failed inside, which is nothing against the request nor the end of the server', async () => {
    const failed = json(500, { error: { type: 'i_o_exception' } });
    const { connection, asked } = await badNode([failed, json(200, items(500, 201, 201)), json(200, items(201))]);
    await writeBulk(connection, writes, 'write');
    expect(asked.map(idsOf)).toEqual([['a', 'b', 'c'], ['a', 'b', 'c'], ['a']]);
    const bad = await badNode([failed]);
    for (let at = 0; at < 3; at += 1) await expect(bad.connection.request(read)).rejects.toMatchObject({ code: 'unavailable' });
    expect(bad.asked.length).toBe(12);
    expect(await bad.counted('circuit_open_count')).toEqual([' 0']);
  });

  it('answers for a part of an index alone where no node holds the other: that is no answer', async () => {
    const part = { timed_out: false, _shards: { total: 2, successful: 1, failed: 0 }, hits: { hits: [] } };
    const whole = { ...part, _shards: { total: 2, successful: 2, failed: 0 } };
    const { connection, counted } = await badNode([json(200, part), json(200, whole), json(200, { responses: [whole, part] })]);
    const place = { index: 'i', doing: 'search' };
    await expect(search(connection, place, {})).rejects.toMatchObject({ code: 'unavailable' });
    expect((await search(connection, place, {})).hits.hits).toEqual([]);
    await expect(searchAll(connection, place, [{}, {}])).rejects.toMatchObject({ code: 'unavailable' });
    expect(await counted('request_seconds_count')).toEqual(['{kind="read"} 3']);
  });

  it('is left alone once it has failed several times in a row', async () => {
    const { connection, asked, counted } = await badNode([json(503, { error: { type: 'cluster_block_exception' } })]);
    const unavailable = { code: 'unavailable', retryAfterMs: expect.any(Number) };
    while (asked.length < 8) await expect(connection.request(read)).rejects.toMatchObject(unavailable);
    await expect(connection.request(read)).rejects.toMatchObject(unavailable);
    expect(asked).toHaveLength(8);
    expect(await counted('circuit_open_count')).toEqual([' 1']);
    expect(await counted('failed_requests_total')).toContain('{reason="resting"} 1');
    await connection.close();
    expect(await counted('circuit_open_count')).toEqual([' 0']);
  });

  it('is not left alone where it has no room for some requests: those of others may be answered', async () => {
    const full = json(429, { error: { type: 'rejected_execution_exception' } });
    const { connection, asked, counted } = await badNode([...Array<Answer>(12).fill(full), json(200, { found: true })]);
    for (let at = 0; at < 3; at += 1) await expect(connection.request(read)).rejects.toMatchObject({ code: 'unavailable' });
    expect((await connection.request<{ found: boolean }>(read)).body.found).toBe(true);
    expect(asked).toHaveLength(13);
    expect(await counted('circuit_open_count')).toEqual([' 0']);
    expect(await counted('failed_requests_total')).toEqual(['{reason="busy"} 12']);
  });

  it('is waited for once where it says nothing, and not at all once the connection is closed', async () => {
    const { connection, asked, counted } = await badNode([() => undefined], 400);
    await expect(connection.request(read)).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toHaveLength(1);
    expect(await counted('failed_requests_total')).toEqual(['{reason="slow"} 1']);
    const waiting = connection.request(read);
    const refused = expect(waiting).rejects.toMatchObject({ code: 'closed' });
    await connection.close();
    await refused;
    await expect(connection.request(read)).rejects.toMatchObject({ code: 'closed' });
  });

  it('is not asked twice for what it refuses', async () => {
    const { connection, asked, counted } = await badNode([json(400, { error: { type: 'parsing_exception' } })]);
    await expect(connection.request(read)).rejects.toMatchObject({ code: 'internal' });
    expect((await connection.request({ ...read, accept: [400] })).status).toBe(400);
    expect(asked).toHaveLength(2);
    expect(await counted('failed_requests_total')).toEqual(['{reason="refused"} 1']);
  });

  it('has lost an index: nothing is said to be missing, and whoever asks may ask again', async () => {
    const type = 'index_not_found_exception';
    const lost = { code: 'unavailable', retryAfterMs: expect.any(Number) };
    const gone = json(404, { error: { type }, status: 404 });
    const { connection } = await badNode([
      gone,
      gone,
      json(200, { docs: [{ found: true, _version: 1, _source: {} }, { error: { type } }] }),
    ]);
    const address = { index: 'i', id: 'a', routing: 'r' };
    await expect(connection.request({ ...read, method: 'POST', path: '/i/_search' })).rejects.toMatchObject(lost);
    await expect(readDocument(connection, address, { doing: 'read a document' })).rejects.toMatchObject(lost);
    await expect(readMany(connection, [address, address], { doing: 'read documents', portion: 2 })).rejects.toMatchObject(lost);
  });

  it('is unreachable where nothing listens', async () => {
    const metrics = createMetrics();
    const connection = connectOpenSearch({ urls: ['http://127.0.0.1:1'], metrics });
    await expect(connection.request(read)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await samplesOf(metrics, 'total_recall_index_failed_requests_total')).toEqual(['{reason="unreachable"} 4']);
    await connection.close();
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { observeProcess } from '@total-recall/composition';
import { startTraceCollector, type CollectedSpan, type TraceCollector } from '@total-recall/observability/testing';
import { parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStandalone } from './create-standalone.ts';

const DEADLINE_MS = 30_000;
const PLANTED = {
  text: 'planted-in-the-text',
  query: 'planted-in-the-query',
  source: 'planted-in-the-source',
  header: 'planted-in-a-header',
  path: 'planted-in-the-path',
  error: 'planted-in-an-error',
  key: ['tr', 'planted', 'in', 'the', 'key', '0123456789abcdef'].join('_'),
};
const TRACE = 'ab'.repeat(16);

let folder: string;
let collector: TraceCollector;
let apiKey = '';
const lines: Record<string, unknown>[] = [];
let raw = '';

/** Runs a service through its whole life: start, good and bad requests, and an end that sends all spans. */
async function live(env: Readonly<Record<string, string>>, requests: (url: string) => Promise<void>): Promise<void> {
  const config = parseConfig('standalone', {
    HOME: folder,
    TOTAL_RECALL_DATA_DIR: join(folder, 'data'),
    TOTAL_RECALL_EMBEDDER: 'off',
    TOTAL_RECALL_PORT: '0',
    TOTAL_RECALL_OPS_PORT: '0',
    ...env,
  });
  const write = (line: string): void => {
    raw += line;
    lines.push(JSON.parse(line) as Record<string, unknown>);
  };
  const { logger, tracing } = observeProcess(config, 'standalone', { format: 'json', destination: { write } });
  const service = await createStandalone(config, logger, '0.0.0', { tracing });
  if (service.bootstrap.kind === 'created') ({ apiKey } = service.bootstrap);
  try {
    await requests(service.url);
    await service.cores.ingest.settle(DEADLINE_MS);
  } finally {
    await service.stop();
  }
}

async function post(url: string, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const answer = await fetch(`${url}/v1/spaces/demo/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer;
}

const append = (url: string, headers = {}): Promise<Response> =>
  post(url, 'sessions/s1/events', { events: [{ kind: 'user_message', text: `We met ${PLANTED.text} in the harbour.` }] }, headers);

const spansOf = (traceId: string): CollectedSpan[] => collector.spans.filter((span) => span.traceId === traceId);
const named = (spans: readonly CollectedSpan[], name: string): CollectedSpan => {
  const found = spans.find((span) => span.name === name);
  if (!found) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`);
  return found;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'total-recall-traces-'));
  collector = await startTraceCollector();
});
afterAll(async () => {
  await collector.close();
  await rm(folder, { recursive: true, force: true });
});

describe('traces of the service in one process', () => {
  let appended: Response;
  let recalled: Response;
  let refused: Response;

  beforeAll(async () => {
    const env = { TOTAL_RECALL_TRACES_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'memory' };
    await live(env, async (url) => {
      appended = await append(url, { traceparent: `00-${TRACE}-${'cd'.repeat(8)}-01`, 'x-private': PLANTED.header });
      recalled = await post(url, 'recall', { queries: [`who was in the harbour with ${PLANTED.query}`] });
      refused = await post(url, `recall`, { queries: [PLANTED.error], limit: PLANTED.error }, { authorization: `Bearer ${apiKey}` });
      await post(url, 'recall', { queries: ['x'] }, { authorization: `Bearer ${PLANTED.key}` });
      await fetch(`${url}/v1/${PLANTED.path}?q=${PLANTED.query}`);
    });
  });

  it('goes on with the trace of the caller, from the request to the log and what is made of it', () => {
    expect(appended.status).toBe(200);
    const spans = spansOf(TRACE);
    const server = named(spans, 'POST /v1/spaces/{space}/sessions/{session}/events');
    expect(server).toMatchObject({ service: 'memory', kind: 2, parentSpanId: 'cd'.repeat(8), isFailed: false });
    expect(server.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/spaces/{space}/sessions/{session}/events',
      'http.response.status_code': 200,
      'total_recall.tenant': 'default',
    });
    const written = named(spans, 'log append');
    expect(written).toMatchObject({ kind: 4, parentSpanId: server.spanId });
    expect(named(spans, 'project')).toMatchObject({
      kind: 5,
      parentSpanId: written.spanId,
      attributes: { 'total_recall.tenant': 'default' },
    });
  });

  it('begins a trace where the caller has none, whose id the request id begins with, and shows the stages of a recall', () => {
    expect(recalled.status).toBe(200);
    const traceId = recalled.headers.get('x-request-id')!.slice(0, 32);
    const spans = spansOf(traceId);
    const server = named(spans, 'POST /v1/spaces/{space}/recall');
    expect(server).toMatchObject({ parentSpanId: undefined, isFailed: false });
    for (const stage of ['ask', 'find', 'weigh', 'compose'])
      expect(named(spans, `recall ${stage}`)).toMatchObject({
        parentSpanId: server.spanId,
        attributes: { 'total_recall.tenant': 'default' },
      });
  });

  it('names what a request was refused with', () => {
    expect(refused.status).toBe(400);
    const spans = spansOf(refused.headers.get('x-request-id')!.slice(0, 32));
    expect(spans.map(({ attributes }) => attributes['error.type'])).toEqual(['invalid_request']);
  });

  it('says in every log line of a request which service, trace and tenant it is of', () => {
    const requests = lines.filter(({ message }) => message === 'request');
    expect(requests).toHaveLength(5);
    for (const line of lines) expect(line).toMatchObject({ service: 'memory' });
    for (const { requestId, traceId } of requests) {
      expect(traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(requestId).toMatch(new RegExp(`^${String(traceId)}-[0-9a-f]{8}$`));
    }
    expect(requests.map(({ tenant }) => tenant)).toEqual(['default', 'default', 'default', undefined, undefined]);
    expect(requests[0]).toMatchObject({ traceId: TRACE, requestId: appended.headers.get('x-request-id') });
  });

  it('tells nobody what was written, asked or presented as a key', () => {
    const told = `${collector.bodies.join('\n')}\n${JSON.stringify(collector.headers)}\n${raw}`;
    expect(collector.spans.length).toBeGreaterThan(5);
    for (const secret of [...Object.values(PLANTED), apiKey]) expect(told).not.toContain(secret);
    expect(told).not.toContain('harbour');
  });
});

describe('the service without a collector', () => {
  it('makes no spans, and log lines have their trace all the same', async () => {
    const before = [collector.spans.length, lines.length] as const;
    await live({}, async (url) => {
      await append(url, { traceparent: `00-${'ef'.repeat(16)}-${'cd'.repeat(8)}-01` });
    });
    expect(collector.spans).toHaveLength(before[0]);
    const line = lines.slice(before[1]).find(({ message }) => message === 'request');
    expect(line).toMatchObject({ service: 'total-recall-standalone', traceId: 'ef'.repeat(16), tenant: 'default' });
  });

  it('does its work when the collector is away', async () => {
    const gone = await startTraceCollector();
    await gone.close();
    let status = 0;
    const env = { TOTAL_RECALL_TRACES_ENDPOINT: gone.url, TOTAL_RECALL_SHUTDOWN_DEADLINE_MS: '2000' };
    await live(env, async (url) => {
      ({ status } = await append(url));
    });
    expect(status).toBe(200);
  });
});

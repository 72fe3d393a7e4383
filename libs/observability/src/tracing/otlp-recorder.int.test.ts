import type { Scheduler } from '@total-recall/ports';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startTraceCollector, type TraceCollector } from '../../testing/index.ts';
import { createLogger } from '../logging/create-logger.ts';
import { createMetrics } from '../metrics/create-metrics.ts';
import { createTracing } from './create-tracing.ts';
import { openRecorder } from './open-recorder.ts';

const scheduler: Scheduler = { delay: (ms, signal) => wait(ms, undefined, { signal }), every: () => ({ cancel: () => undefined }) };
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const DEADLINE_MS = 30_000;

let collector: TraceCollector;
afterEach(() => collector.close());

async function build(options: { ratio?: number; maxWaiting?: number } = {}) {
  collector = await startTraceCollector();
  const metrics = createMetrics();
  const lines: string[] = [];
  const logger = createLogger({ destination: { write: (line) => void lines.push(line) } });
  const recorder = await openRecorder({
    endpoint: collector.url,
    ratio: 1,
    service: 'total-recall-test',
    version: '0.0.0',
    scheduler,
    metrics,
    logger,
    ...options,
  });
  const tracing = createTracing({ random });
  tracing.recordWith(recorder);
  const count = async (result: string) =>
    (await metrics.tracesSpans.get()).values.find(({ labels }) => labels.result === result)?.value ?? 0;
  return { tracing, recorder, count, lines };
}

describe('the recorder', () => {
  it('sends what was recorded to a collector, connected as it happened', async () => {
    const { tracing, recorder, count } = await build();
    const request = tracing.request('POST', { attributes: { 'http.request.method': 'POST' } });
    await request.run(async () => {
      request.belongsTo('acme');
      await tracing.step('search texts', { kind: 'client', attributes: { 'db.system.name': 'opensearch' } }, async () => undefined);
    });
    request.set({ 'http.response.status_code': 503 });
    request.rename('POST /v1/spaces/{space}/recall');
    request.end('unavailable');
    const other = tracing.request('GET');
    other.end();
    const origins = [request, other].map(({ traceparent }, at) => ({ traceparent, tenant: `t${at}` }));
    await tracing.batch('project', { kind: 'consumer', origins }, async () => undefined);
    await recorder.close(DEADLINE_MS);

    const { traceId, spanId } = request;
    const own = collector.spans.filter((span) => span.traceId === traceId);
    const [step, server, share] = own;
    expect(server).toMatchObject({ name: 'POST /v1/spaces/{space}/recall', service: 'total-recall-test', spanId, kind: 2, isFailed: true });
    expect(server!.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 503,
      'total_recall.tenant': 'acme',
      'error.type': 'unavailable',
    });
    expect(step).toMatchObject({ name: 'search texts', kind: 3, parentSpanId: spanId, isFailed: false });
    expect(step!.attributes).toEqual({ 'db.system.name': 'opensearch', 'total_recall.tenant': 'acme' });
    const whole = collector.spans.find(({ links }) => links.length === 2)!;
    expect(share).toMatchObject({ name: 'project', kind: 5, parentSpanId: spanId, attributes: { 'total_recall.tenant': 't0' } });
    expect(share!.links).toMatchObject([{ traceId: whole.traceId, spanId: whole.spanId }]);
    expect(whole.links).toMatchObject([
      { traceId, spanId },
      { traceId: other.traceId, spanId: other.spanId },
    ]);
    expect([await count('exported'), await count('failed'), await count('dropped')]).toEqual([collector.spans.length, 0, 0]);
    expect(collector.spans).toHaveLength(6);
  });

  it('keeps a share of the traces that begin here, and those of callers as they are', async () => {
    const { tracing, recorder } = await build({ ratio: 0 });
    tracing.request('own').end();
    tracing.request('theirs', { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }).end();
    tracing.request('not wanted', { traceparent: `00-${'c'.repeat(32)}-${'b'.repeat(16)}-00` }).end();
    await recorder.close(DEADLINE_MS);
    expect(collector.spans.map(({ name }) => name)).toEqual(['theirs']);
  });

  it('drops and counts what is too much, and is held up by nothing', async () => {
    const { tracing, recorder, count } = await build({ maxWaiting: 10 });
    const held = Promise.withResolvers<number>();
    collector.answer(held.promise);
    for (let at = 0; at < 50; at++) tracing.request('GET').end();
    expect(await count('dropped')).toBe(40);
    held.resolve(200);
    await recorder.close(DEADLINE_MS);
    expect([await count('exported'), collector.spans.length]).toEqual([10, 10]);
  });

  it('counts what the collector does not take, says so once, and goes on', async () => {
    const { tracing, recorder, count, lines } = await build({ maxWaiting: 5 });
    collector.answer(400);
    for (let at = 0; at < 5; at++) tracing.request('GET').end();
    await expect.poll(() => count('failed'), { timeout: DEADLINE_MS }).toBe(5);
    collector.answer(200);
    tracing.request('GET').end();
    await recorder.close(DEADLINE_MS);
    expect(await count('exported')).toBe(1);
    expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual([
      'the collector of traces does not take spans; they are dropped until it does',
      'the collector of traces takes spans again',
    ]);
  });

  it('ends by its deadline, whatever the collector does', async () => {
    const { tracing, recorder } = await build();
    collector.answer(new Promise<number>(() => undefined));
    tracing.request('GET').end();
    await recorder.close(50);
    expect(collector.spans).toEqual([]);
  });
});

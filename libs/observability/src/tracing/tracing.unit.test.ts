import { NO_TRACER } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../logging/create-logger.ts';
import { createSpanMemory } from '../../testing/index.ts';
import { createTracing } from './create-tracing.ts';
import { formatTraceparent, parseTraceparent } from './trace-ids.ts';

let drawn = 0;
const random = { bytes: (length: number) => new Uint8Array(length).fill(++drawn) };
const outside = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

/** Creates a tracing and the list of spans that it records. */
function recorded() {
  const tracing = createTracing({ random });
  const { recorder, spans } = createSpanMemory();
  tracing.recordWith(recorder);
  return { tracing, kept: spans };
}

describe('trace context', () => {
  it('is read as W3C writes it', () => {
    const ids = parseTraceparent(outside)!;
    expect(ids).toEqual({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: true });
    expect(formatTraceparent(ids)).toBe(outside);
    expect(parseTraceparent(`cc-${'a'.repeat(32)}-${'b'.repeat(16)}-00-what-comes-later`)).toMatchObject({ isSampled: false });
  });

  it.each([
    undefined,
    '',
    'nonsense',
    outside.toUpperCase(),
    `${outside}-more`,
    outside.replace('00-', 'ff-'),
    outside.replaceAll('a', '0'),
    outside.replaceAll('b', '0'),
    `${outside}\n`,
  ])('is not taken from %j', (text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});

describe('tracing without a recorder', () => {
  it('knows the trace of a request, and adds nothing to steps', async () => {
    const tracing = createTracing({ random });
    const request = tracing.request('GET');
    expect(request.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(request.isRecorded).toBe(false);
    expect(parseTraceparent(request.traceparent)).toMatchObject({ traceId: request.traceId, isSampled: false });
    await request.run(async () => {
      await Promise.resolve();
      await tracing.step('inner', {}, async () => expect(tracing.current()).toBe(request));
    });
    expect(tracing.current()).toBeUndefined();
  });

  it('lets the trace of a caller pass as it came', () => {
    expect(createTracing({ random }).request('GET', { traceparent: outside }).traceparent).toBe(outside);
    expect(createTracing({ random }).request('GET', { traceparent: 'x' }).traceId).not.toBe('a'.repeat(32));
  });
});

describe('tracing with a recorder', () => {
  it('puts steps under their request, with its tenant', async () => {
    const { tracing, kept } = recorded();
    const request = tracing.request('POST', { traceparent: outside });
    await request.run(async () => {
      request.belongsTo('acme');
      await tracing.step('outer', { kind: 'client' }, () => tracing.step('inner', {}, async () => undefined));
    });
    request.end();
    const [first, outer, inner] = kept;
    expect(first).toMatchObject({ name: 'POST', kind: 'server', tenant: 'acme', ended: 'well', parent: { spanId: 'b'.repeat(16) } });
    expect(outer).toMatchObject({ name: 'outer', kind: 'client', tenant: 'acme', ended: 'well', parent: { spanId: first!.spanId } });
    expect(inner).toMatchObject({ name: 'inner', tenant: 'acme', parent: { spanId: outer!.spanId } });
    expect(new Set(kept.map(({ traceId }) => traceId))).toEqual(new Set(['a'.repeat(32)]));
  });

  it('names a failure by its code, never by its message', async () => {
    const { tracing, kept } = recorded();
    const fail = async (error: Error): Promise<void> => {
      const failing = async (): Promise<void> => {
        throw error;
      };
      await expect(tracing.request('POST').run(() => tracing.step('step', {}, failing))).rejects.toBe(error);
    };
    await fail(Object.assign(new Error('said in private'), { code: 'unavailable' }));
    await fail(Object.assign(new Error('said in private'), { code: 'Said In Private' }));
    expect(kept.flatMap(({ name, ended }) => (name === 'step' ? [ended] : []))).toEqual(['unavailable', 'internal']);
  });

  it('leaves what goes on beside a request out of it', async () => {
    const { tracing, kept } = recorded();
    const request = tracing.request('POST');
    const go = Promise.withResolvers<void>();
    const beside = request.run(async () => {
      await go.promise;
      return { current: tracing.current(), fields: tracing.logFields(), step: await tracing.step('late', {}, async () => 'done') };
    });
    request.end();
    go.resolve();
    expect(await beside).toEqual({ current: undefined, fields: {}, step: 'done' });
    expect(kept).toHaveLength(1);
  });

  it('goes on with the one trace of a batch', async () => {
    const { tracing, kept } = recorded();
    const origins = [
      { traceparent: outside, tenant: 'acme' },
      { traceparent: undefined, tenant: 'other' },
    ];
    await tracing.batch('project', { origins }, async () => expect(tracing.current()?.traceId).toBe('a'.repeat(32)));
    expect(kept).toMatchObject([{ name: 'project', tenant: 'acme', parent: { spanId: 'b'.repeat(16) }, links: [], ended: 'well' }]);
  });

  it('links a batch with the traces of its records, a bounded number of them', async () => {
    const { tracing, kept } = recorded();
    const origins = Array.from({ length: 100 }, (_, at) => ({
      traceparent: outside.replaceAll('a', 'c').replace('cccc', (at >> 1).toString(16).padStart(4, '0')),
      tenant: `tenant-${at >> 1}`,
    }));
    await tracing.batch('project', { origins }, async () => undefined);
    const [whole, ...shares] = kept;
    expect(whole!.parent).toBeUndefined();
    expect(whole!.links).toHaveLength(32);
    expect(shares).toHaveLength(32);
    for (const [at, share] of shares.entries()) {
      expect(share).toMatchObject({ parent: whole!.links[at], tenant: `tenant-${at}`, links: [{ spanId: whole!.spanId }], ended: 'well' });
    }
  });

  it('makes nothing of a batch whose records come from no recorded trace', async () => {
    const { tracing, kept } = recorded();
    const origins = [undefined, 'nonsense', outside.replace(/1$/, '0')].map((traceparent) => ({ traceparent, tenant: 'acme' }));
    expect(await tracing.batch('project', { origins }, async () => 'done')).toBe('done');
    expect(kept).toEqual([]);
  });
});

describe('log lines', () => {
  it('say service, trace and tenant of the request they are about', async () => {
    const tracing = createTracing({ random });
    const lines: string[] = [];
    const logger = createLogger({
      service: 'gateway',
      context: tracing.logFields,
      destination: { write: (line) => void lines.push(line) },
    });
    const request = tracing.request('GET');
    logger.info({}, 'outside');
    await request.run(async () => {
      logger.info({}, 'before');
      request.belongsTo('acme');
      await Promise.resolve();
      logger.child({ component: 'x' }).warn({}, 'after');
    });
    const { traceId, spanId } = request;
    const [out, before, after] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(out).toEqual({ level: 'info', time: expect.any(String), service: 'gateway', message: 'outside' });
    expect(before).toMatchObject({ service: 'gateway', traceId, spanId });
    expect(before).not.toHaveProperty('tenant');
    expect(after).toMatchObject({ service: 'gateway', component: 'x', traceId, spanId, tenant: 'acme' });
  });
});

describe('no tracer', () => {
  it('does the work and nothing else', async () => {
    const span = NO_TRACER.request('GET');
    expect(await span.run(() => NO_TRACER.step('step', {}, async () => NO_TRACER.batch('batch', { origins: [] }, async () => 1)))).toBe(1);
    expect([span.isRecorded, NO_TRACER.current()]).toEqual([false, undefined]);
  });
});

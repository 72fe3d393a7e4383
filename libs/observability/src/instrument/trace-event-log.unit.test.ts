import type { EventLog, LogRecord, NewLogRecord } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { createSpanMemory } from '../../testing/index.ts';
import { createTracing } from '../tracing/create-tracing.ts';
import { traceEventLog } from './trace-event-log.ts';

const random = { bytes: (length: number) => new Uint8Array(length).fill(7) };
const record = (id: string) => ({ key: 'k', envelope: { id }, sealed: new Uint8Array() }) as unknown as NewLogRecord;

/** Builds a log that does not store traces, as a log on disk may not. */
function build({ keepsTraces = false, isSampled = true } = {}) {
  const appended: NewLogRecord[] = [];
  const { recorder, spans } = createSpanMemory({ isSampled });
  const tracing = createTracing({ random });
  tracing.recordWith(recorder);
  const stored = (): LogRecord[] =>
    appended.map(({ key, envelope, sealed }, offset) => ({ key, envelope, sealed, position: { generation: 'g', partition: 0, offset } }));
  const log = traceEventLog(
    {
      generation: 'g',
      partitions: 1,
      append: async (records) => {
        appended.push(...records);
        return records.map((_, offset) => ({ generation: 'g', partition: 0, offset }));
      },
      read: async () => stored(),
    } as Partial<EventLog> as EventLog,
    { tracer: tracing, keepsTraces },
  );
  return { log, tracing, appended, spans };
}

describe('a traced log', () => {
  it('makes an append a step of its request, and gives its trace to the last record', async () => {
    const { log, tracing, appended, spans } = build({ keepsTraces: true });
    await tracing.request('POST').run(() => log.append([record('a'), record('b')]));
    const { traceId, spanId } = spans[1]!;
    const traceparent = `00-${traceId}-${spanId}-01`;
    expect(appended.map((one) => one.traceparent)).toEqual([undefined, traceparent]);
    expect(spans[1]).toMatchObject({ name: 'log append', kind: 'producer', attributes: { 'messaging.batch.message_count': 2 } });
    expect((await log.read(0, 0, 10)).some((one) => 'traceparent' in one)).toBe(false);
  });

  it('remembers it for a log that does not keep it, a bounded number of records', async () => {
    const { log, tracing } = build();
    for (let at = 0; at < 4_100; at++) await tracing.request('POST').run(() => log.append([record(`r${at}`)]));
    const read = await log.read(0, 0, 5_000);
    expect(read.filter(({ traceparent }) => traceparent !== undefined)).toHaveLength(4_096);
    expect(read.at(-1)!.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it.each([
    ['a trace that is not recorded', true],
    ['no request', false],
  ])('adds nothing to records of %s', async (_, inRequest) => {
    const { log, tracing, appended } = build({ isSampled: false });
    const append = () => log.append([record('a')]);
    await (inRequest ? tracing.request('POST').run(append) : append());
    expect(appended).toEqual([record('a')]);
    expect(await log.read(0, 0, 1)).toEqual([expect.not.objectContaining({ traceparent: expect.anything() })]);
  });
});

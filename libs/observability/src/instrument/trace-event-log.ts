import type { EventLog, LogRecord, NewLogRecord, Tracer } from '@total-recall/ports';

/** Number of records whose trace is remembered for a log that does not store it. */
const REMEMBERED_RECORDS = 4_096;

export interface TraceEventLogDeps {
  readonly tracer: Tracer;
  /** True when the log stores the trace context of a record. Otherwise this process remembers it for a while. */
  readonly keepsTraces: boolean;
}

/**
 * Wraps a log so that an append is a step of its request's trace, and readers see on the last record of a batch which
 * trace it comes from.
 */
export function traceEventLog(log: EventLog, { tracer, keepsTraces }: TraceEventLogDeps): EventLog {
  const remembered = new Map<string, string>();

  function remember({ envelope }: NewLogRecord, traceparent: string): void {
    remembered.set(envelope.id, traceparent);
    if (remembered.size > REMEMBERED_RECORDS) remembered.delete(remembered.keys().next().value!);
  }
  const recall = (records: LogRecord[]): LogRecord[] =>
    remembered.size === 0
      ? records
      : records.map((record) => {
          const traceparent = remembered.get(record.envelope.id);
          return traceparent === undefined ? record : { ...record, traceparent };
        });
  const append = async (records: readonly NewLogRecord[]) => {
    const span = tracer.current();
    const last = records.at(-1);
    if (!span?.isRecorded || last === undefined) return log.append(records);
    const { traceparent } = span;
    if (!keepsTraces) remember(last, traceparent);
    return log.append([...records.slice(0, -1), { ...last, traceparent }]);
  };
  return {
    ...log,
    append: (records) =>
      tracer.step('log append', { kind: 'producer', attributes: { 'messaging.batch.message_count': records.length } }, () =>
        append(records),
      ),
    read: async (partition, fromOffset, limit) => recall(await log.read(partition, fromOffset, limit)),
    follow: (partition, fromOffset, onBatch, options) => log.follow(partition, fromOffset, (records) => onBatch(recall(records)), options),
  };
}

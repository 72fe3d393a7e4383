import type { EventLog, LogRecord, NewLogRecord, Tracer } from '@total-recall/ports';

/** Records whose trace is remembered beside a log that does not keep it. */
const REMEMBERED_RECORDS = 4_096;

export interface TraceEventLogDeps {
  readonly tracer: Tracer;
  /** Whether the log gives back the trace context of a record; else this process remembers it for a while. */
  readonly keepsTraces: boolean;
}

/** The same log: appends are steps of their request, and the last record of each says which trace it comes from, to whoever reads it. */
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

import type { LogRecord } from '@total-recall/ports';
import type { IngestDeps } from '../ingest-deps.ts';

/** Runs the work on a batch as part of the traces of its records. */
export function withBatchTraces<T>(
  { tracer }: Pick<IngestDeps, 'tracer'>,
  name: string,
  partition: number,
  records: readonly LogRecord[],
  act: () => Promise<T>,
): Promise<T> {
  if (tracer === undefined || records.every(({ traceparent }) => traceparent === undefined)) return act();
  return tracer.batch(
    name,
    {
      kind: 'consumer',
      attributes: { 'messaging.batch.message_count': records.length, 'messaging.destination.partition.id': String(partition) },
      origins: records.map(({ traceparent, envelope }) => ({ traceparent, tenant: envelope.tenant })),
    },
    act,
  );
}

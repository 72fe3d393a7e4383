import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';

/** Receives the fate of spans, as numbers, for metrics. */
export interface SpanObserver {
  exported(spans: number): void;
  /** Called when the collector did not accept spans, after all retries. */
  failed(spans: number, error: unknown): void;
  /** Called when spans were dropped because too many were waiting. */
  dropped(spans: number): void;
}

interface BoundOptions {
  readonly maxWaiting: number;
  readonly observer: SpanObserver;
  readonly exporter: SpanExporter;
  /** Creates the processor that batches spans for the exporter. */
  readonly processor: (exporter: SpanExporter) => SpanProcessor;
}

/**
 * Creates a processor that holds at most `maxWaiting` spans between their end and the answer of the collector. Spans
 * above that are dropped and counted.
 */
export function boundSpans({ maxWaiting, observer, exporter, processor }: BoundOptions): SpanProcessor {
  let waiting = 0;
  const answered = (spans: readonly ReadableSpan[], result: ExportResult): void => {
    waiting -= spans.length;
    if (result.code === ExportResultCode.SUCCESS) observer.exported(spans.length);
    else observer.failed(spans.length, result.error);
  };
  const inner = processor({
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        answered(spans, result);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  });
  return {
    onStart: (span, context) => inner.onStart(span, context),
    onEnd: (span) => {
      if (waiting >= maxWaiting) return observer.dropped(1);
      waiting += 1;
      inner.onEnd(span);
    },
    forceFlush: () => inner.forceFlush(),
    shutdown: () => inner.shutdown(),
  };
}

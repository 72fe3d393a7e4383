import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';

/** Told what became of spans, by number. */
export interface SpanObserver {
  exported(spans: number): void;
  /** The collector did not take them, however often they were sent. */
  failed(spans: number, error: unknown): void;
  /** Too many were waiting. */
  dropped(spans: number): void;
}

interface BoundOptions {
  readonly maxWaiting: number;
  readonly observer: SpanObserver;
  readonly exporter: SpanExporter;
  /** What gathers spans for the exporter. */
  readonly processor: (exporter: SpanExporter) => SpanProcessor;
}

/** A processor in which at most so many spans are between their end and the answer of the collector; what is above is dropped and counted. */
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

import type { SpanAttributes } from '@total-recall/ports';
import type { SpanRecorder, SpanStart } from '../src/tracing/create-tracing.ts';

/** A span and everything that was set on it so far. */
export interface KeptSpan extends SpanStart {
  readonly traceId: string;
  readonly spanId: string;
  name: string;
  tenant?: string;
  attributes: SpanAttributes;
  /** Result of the span: `well`, or an error code. */
  ended?: string;
}

export interface SpanMemory {
  readonly recorder: SpanRecorder;
  /** Spans in the order in which they began. */
  readonly spans: KeptSpan[];
}

/**
 * Creates a recorder that keeps every span of a sampled trace, and all traces that begin here unless `isSampled` is
 * false.
 */
export function createSpanMemory(options: { readonly isSampled?: boolean } = {}): SpanMemory {
  const spans: KeptSpan[] = [];
  const recorder: SpanRecorder = {
    start: (start) => {
      const number = (spans.length + 1).toString(16);
      const ids = {
        traceId: start.parent?.traceId ?? number.padStart(32, '7'),
        spanId: number.padStart(16, '5'),
        isSampled: start.parent?.isSampled ?? options.isSampled ?? true,
      };
      const span: KeptSpan = { ...start, ...ids };
      spans.push(span);
      return {
        ids,
        set: (more) => void (span.attributes = { ...span.attributes, ...more }),
        rename: (name) => void (span.name = name),
        belongsTo: (tenant) => void (span.tenant = tenant),
        end: (failure) => void (span.ended = failure ?? 'well'),
      };
    },
  };
  return { recorder, spans };
}

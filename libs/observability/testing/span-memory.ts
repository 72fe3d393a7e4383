import type { SpanAttributes } from '@total-recall/ports';
import type { SpanRecorder, SpanStart } from '../src/tracing/create-tracing.ts';

/** A span as it was told so far. */
export interface KeptSpan extends SpanStart {
  readonly traceId: string;
  readonly spanId: string;
  name: string;
  tenant?: string;
  attributes: SpanAttributes;
  /** How it ended: `well`, or with a code. */
  ended?: string;
}

export interface SpanMemory {
  readonly recorder: SpanRecorder;
  /** In the order they began. */
  readonly spans: KeptSpan[];
}

/** Keeps every span of a sampled trace, and all of those that begin here unless told otherwise. */
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

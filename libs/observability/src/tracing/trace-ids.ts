/** Identity of a span: its trace, the span itself, and whether the trace is recorded. */
export interface TraceIds {
  /** Trace id of 32 hexadecimal digits. */
  readonly traceId: string;
  /** Span id of 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.{0,256})?$/;
const SAMPLED = 1;

/** Parses a `traceparent` header; undefined when it is not valid. Source: W3C Trace Context, §3.2. */
export function parseTraceparent(text: string | undefined): TraceIds | undefined {
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(text ?? '') ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId!) || /^0+$/.test(spanId!)) return undefined;
  return { traceId: traceId!, spanId: spanId!, isSampled: (Number.parseInt(flags!, 16) & SAMPLED) !== 0 };
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceIds): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

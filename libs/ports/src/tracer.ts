/** What a span may say: closed names with numbers, codes and names of ours. Never text of events or queries, a header, a key. */
export interface SpanAttributes {
  readonly 'http.request.method'?: string;
  /** The template, never the path that was asked for. */
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  readonly 'rpc.system'?: 'grpc' | 'aws-api';
  readonly 'rpc.service'?: string;
  readonly 'rpc.method'?: string;
  readonly 'db.system.name'?: 'opensearch' | 'clickhouse';
  readonly 'db.collection.name'?: string;
  readonly 'messaging.batch.message_count'?: number;
  readonly 'messaging.destination.partition.id'?: string;
  /** A code of ours. */
  readonly 'error.type'?: string;
}

/** `client`: waits for another process; `producer` and `consumer`: the two ends of the log. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export interface SpanOptions {
  /** `internal` where absent. */
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** A stretch of work of a request or of a batch. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether it is kept and sent to a collector. */
  readonly isRecorded: boolean;
  /** W3C trace context, for who goes on with the trace in another process. */
  readonly traceparent: string;
  /** Runs something with this span as the current one, in all that it awaits. */
  run<T>(act: () => T): T;
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** Says whose work it is, for it and for the spans and log lines under it from now on. */
  belongsTo(tenant: string): void;
  /** Once; `failure` is a code of ours. Work that goes on beside it belongs to no span then. */
  end(failure?: string): void;
}

export interface RequestOptions extends SpanOptions {
  /** As it came from the caller; what is no W3C trace context is ignored, and a trace of its own begins. */
  readonly traceparent?: string;
  readonly tenant?: string;
}

/** Where a record of a batch came from. */
export interface SpanOrigin {
  readonly traceparent: string | undefined;
  readonly tenant: string;
}

/**
 * Traces of what happens to requests, across processes. A tracer that records nothing still knows the trace of a request, for log lines, and
 * costs as little. Nothing in here throws or waits.
 */
export interface Tracer {
  /** The server's side of a request. Whoever begins it ends it. */
  request(name: string, options?: RequestOptions): Span;
  /** A step of the current request: a span that ends with what `act` answers. `act` alone where no request is current or none is recorded. */
  step<T>(name: string, options: SpanOptions, act: () => Promise<T>): Promise<T>;
  /**
   * Work on records of many requests at once: a span of its own that names them as links, and in the trace of each of them, for a bounded number,
   * a span that names this one; a single trace is gone on with. `act` alone where no record comes from a recorded trace.
   */
  batch<T>(name: string, options: SpanOptions & { readonly origins: readonly SpanOrigin[] }, act: () => Promise<T>): Promise<T>;
  /** The span of the work that runs, where it has not ended. */
  current(): Span | undefined;
}

const NO_SPAN: Span = {
  traceId: '0'.repeat(32),
  spanId: '0'.repeat(16),
  isRecorded: false,
  traceparent: `00-${'0'.repeat(32)}-${'0'.repeat(16)}-00`,
  run: (act) => act(),
  set: () => undefined,
  rename: () => undefined,
  belongsTo: () => undefined,
  end: () => undefined,
};

/** Knows of no trace at all. */
export const NO_TRACER: Tracer = {
  request: () => NO_SPAN,
  step: (_name, _options, act) => act(),
  batch: (_name, _options, act) => act(),
  current: () => undefined,
};

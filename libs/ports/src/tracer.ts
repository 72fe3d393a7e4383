/**
 * Attributes of a span: a closed set of names with numbers, codes and names of the service. Never text of events or
 * queries, headers or keys.
 */
export interface SpanAttributes {
  readonly 'http.request.method'?: string;
  /** Route template, never the requested path. */
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  readonly 'rpc.system'?: 'grpc' | 'aws-api';
  readonly 'rpc.service'?: string;
  readonly 'rpc.method'?: string;
  readonly 'db.system.name'?: 'opensearch' | 'clickhouse';
  readonly 'db.collection.name'?: string;
  readonly 'messaging.batch.message_count'?: number;
  readonly 'messaging.destination.partition.id'?: string;
  /** Error code of the service. */
  readonly 'error.type'?: string;
}

/** `client` waits for another process; `producer` and `consumer` are the two ends of the log. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export interface SpanOptions {
  /** `internal` where absent. */
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** A timed piece of work for a request or a batch. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** True when the span is kept and sent to a collector. */
  readonly isRecorded: boolean;
  /** W3C trace context, to continue the trace in another process. */
  readonly traceparent: string;
  /** Runs a function with this span as the current one, including everything it awaits. */
  run<T>(act: () => T): T;
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** Sets the tenant of this span and of the spans and log lines under it from now on. */
  belongsTo(tenant: string): void;
  /**
   * Ends the span, once; `failure` is an error code of the service. Work still running under it belongs to no span
   * afterwards.
   */
  end(failure?: string): void;
}

export interface RequestOptions extends SpanOptions {
  /** Header as the caller sent it. A value that is no W3C trace context is ignored, and a new trace begins. */
  readonly traceparent?: string;
  readonly tenant?: string;
}

/** Trace and tenant that a record of a batch came from. */
export interface SpanOrigin {
  readonly traceparent: string | undefined;
  readonly tenant: string;
}

/**
 * Traces requests across processes. A tracer that records nothing still knows the trace of a request, for log lines, at
 * almost no cost. No method throws or blocks.
 */
export interface Tracer {
  /** Starts the server's span of a request. The caller must end it. */
  request(name: string, options?: RequestOptions): Span;
  /**
   * Runs `act` in a span of the current request and ends the span with its outcome. Runs `act` alone where no request
   * is current or none is recorded.
   */
  step<T>(name: string, options: SpanOptions, act: () => Promise<T>): Promise<T>;
  /**
   * Runs work on records of many requests at once. The batch gets a span that links to the traces of its records; in
   * each of them (a bounded number) a span links back. A batch from a single trace continues that trace. Runs `act`
   * alone where no record comes from a recorded trace.
   */
  batch<T>(name: string, options: SpanOptions & { readonly origins: readonly SpanOrigin[] }, act: () => Promise<T>): Promise<T>;
  /** Returns the current span, unless it has ended. */
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

/** Records nothing. */
export const NO_TRACER: Tracer = {
  request: () => NO_SPAN,
  step: (_name, _options, act) => act(),
  batch: (_name, _options, act) => act(),
  current: () => undefined,
};

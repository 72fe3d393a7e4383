import { AsyncLocalStorage } from 'node:async_hooks';
import type { Random, RequestOptions, Span, SpanAttributes, SpanKind, SpanOptions, SpanOrigin, Tracer } from '@total-recall/ports';
import type { LogFields } from '../logging/create-logger.ts';
import { formatTraceparent, parseTraceparent, type TraceIds } from './trace-ids.ts';

/** A span in the hands of a recorder, which may also decline to keep it. */
export interface RecordedSpan {
  readonly ids: TraceIds;
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  belongsTo(tenant: string): void;
  end(failure?: string): void;
}

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: SpanAttributes;
  readonly tenant?: string;
  /** Parent of the span. Without one, the span begins a new trace. */
  readonly parent?: TraceIds;
  readonly links: readonly TraceIds[];
}

/** Keeps spans and sends them to a collector. */
export interface SpanRecorder {
  start(span: SpanStart): RecordedSpan;
}

export interface Tracing extends Tracer {
  /** Sends spans to this recorder from now on. Before that, requests have trace ids and nothing is recorded. */
  recordWith(recorder: SpanRecorder): void;
  /** Returns the fields that every log line of the current work carries: its trace and its tenant. */
  logFields(): LogFields;
}

interface Scope extends Span {
  readonly ids: TraceIds;
  readonly tenant: () => string | undefined;
  readonly isEnded: () => boolean;
}

/** Most traces that the span of a batch appears in and links to. */
const MAX_ORIGINS = 32;

/** Creates the tracing of one process. The current span follows the asynchronous work that was started under it. */
export function createTracing({ random }: { readonly random: Random }): Tracing {
  const scopes = new AsyncLocalStorage<Scope>();
  let recorder: SpanRecorder | undefined;

  const current = (): Scope | undefined => {
    const scope = scopes.getStore();
    return scope === undefined || scope.isEnded() ? undefined : scope;
  };
  // A caller's trace is passed on unchanged.
  const unrecorded = (parent: TraceIds | undefined): RecordedSpan => ({
    ids: parent ?? { traceId: hex(random, 16), spanId: hex(random, 8), isSampled: false },
    set: () => undefined,
    rename: () => undefined,
    belongsTo: () => undefined,
    end: () => undefined,
  });
  const begin = (start: SpanStart): Scope => {
    const recorded = recorder?.start(start);
    return scopeOf(recorded ?? unrecorded(start.parent), { tenant: start.tenant, isRecorded: recorded?.ids.isSampled ?? false, scopes });
  };
  const within = async <T>(spans: readonly Scope[], act: () => Promise<T>): Promise<T> => {
    let failure: string | undefined;
    try {
      return await spans[0]!.run(act);
    } catch (error) {
      failure = codeOf(error);
      throw error;
    } finally {
      for (const span of spans) span.end(failure);
    }
  };
  return {
    current,
    request: (name, { kind = 'server', attributes = {}, traceparent, tenant }: RequestOptions = {}) =>
      begin({ name, kind, attributes, links: [], ...(tenant !== undefined && { tenant }), parent: parseTraceparent(traceparent) }),
    step: (name, options, act) => {
      const parent = current();
      if (parent === undefined || !parent.isRecorded) return act();
      return within([begin({ ...startOf(name, options), tenant: parent.tenant(), parent: parent.ids })], act);
    },
    batch: (name, options, act) => {
      const origins = recorder === undefined ? [] : distinctOrigins(options.origins);
      if (origins.length === 0) return act();
      const start = startOf(name, options);
      const [only] = origins;
      if (origins.length === 1) return within([begin({ ...start, tenant: only!.tenant, parent: only!.ids })], act);
      const whole = begin({ ...start, links: origins.map(({ ids }) => ids) });
      const shares = origins.map(({ ids, tenant }) => begin({ ...start, tenant, parent: ids, links: [whole.ids] }));
      return within([whole, ...shares], act);
    },
    recordWith: (wanted) => void (recorder = wanted),
    logFields: () => {
      const scope = current();
      if (scope === undefined) return {};
      const tenant = scope.tenant();
      return { traceId: scope.traceId, spanId: scope.spanId, ...(tenant !== undefined && { tenant }) };
    },
  };
}

function startOf(name: string, { kind = 'internal', attributes = {} }: SpanOptions): SpanStart {
  return { name, kind, attributes, links: [] };
}

interface ScopeSettings {
  readonly tenant: string | undefined;
  readonly isRecorded: boolean;
  readonly scopes: AsyncLocalStorage<Scope>;
}

function scopeOf(span: RecordedSpan, { tenant: ofTenant, isRecorded, scopes }: ScopeSettings): Scope {
  const { ids } = span;
  let tenant = ofTenant;
  let isEnded = false;
  const scope: Scope = {
    ids,
    traceId: ids.traceId,
    spanId: ids.spanId,
    isRecorded,
    traceparent: formatTraceparent(ids),
    tenant: () => tenant,
    isEnded: () => isEnded,
    run: (act) => scopes.run(scope, act),
    set: (attributes) => span.set(attributes),
    rename: (name) => span.rename(name),
    belongsTo: (name) => {
      tenant = name;
      span.belongsTo(name);
    },
    end: (failure) => {
      if (isEnded) return;
      isEnded = true;
      span.end(failure);
    },
  };
  return scope;
}

/** Returns the recorded traces among the origins of records, each once. */
function distinctOrigins(origins: readonly SpanOrigin[]): { readonly ids: TraceIds; readonly tenant: string }[] {
  const byTrace = new Map<string, { readonly ids: TraceIds; readonly tenant: string }>();
  for (const { traceparent, tenant } of origins) {
    if (traceparent === undefined) continue;
    const ids = parseTraceparent(traceparent);
    if (ids?.isSampled && !byTrace.has(ids.traceId)) byTrace.set(ids.traceId, { ids, tenant });
    if (byTrace.size === MAX_ORIGINS) break;
  }
  return [...byTrace.values()];
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : 'internal';
}

function hex(random: Random, bytes: number): string {
  return Buffer.from(random.bytes(bytes)).toString('hex');
}

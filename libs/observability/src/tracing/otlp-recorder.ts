import { ROOT_CONTEXT, SamplingDecision, SpanKind as Kind, SpanStatusCode, trace, TraceFlags, type SpanContext } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider, type Sampler } from '@opentelemetry/sdk-trace';
import type { Scheduler, SpanKind } from '@total-recall/ports';
import { boundSpans, type SpanObserver } from './bound-spans.ts';
import type { RecordedSpan, SpanRecorder } from './create-tracing.ts';
import type { TraceIds } from './trace-ids.ts';

export interface OtlpOptions {
  /** Address of a collector for OTLP over HTTP, without `/v1/traces` or with a path of its own. */
  readonly endpoint: string;
  /**
   * Share of the traces begun here that is recorded, 0 to 1. A caller's trace is recorded when the caller recorded it.
   */
  readonly ratio: number;
  readonly service: string;
  readonly version: string;
  readonly scheduler: Scheduler;
  readonly observer: SpanObserver;
  /** Most spans that wait to be sent; spans above it are dropped. Default: 4,096. */
  readonly maxWaiting?: number;
}

export interface OtlpRecorder extends SpanRecorder {
  /** Sends the waiting spans, for at most `deadlineMs`. Nothing is recorded afterwards. */
  close(deadlineMs: number): Promise<void>;
}

const MAX_WAITING = 4_096;
const BATCH_SPANS = 512;
const SEND_EVERY_MS = 2_000;
const SEND_TIMEOUT_MS = 5_000;
const VALUE_CHARS = 256;
const TENANT = 'total_recall.tenant';
const KINDS: Readonly<Record<SpanKind, Kind>> = {
  internal: Kind.INTERNAL,
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
};

/**
 * Records with OpenTelemetry's SDK and sends to a collector in the background. Headers, certificates and compression of
 * the exporter are set by its own variables, `OTEL_EXPORTER_OTLP_*`.
 */
export function createOtlpRecorder(options: OtlpOptions): OtlpRecorder {
  const { endpoint, ratio, service, version, scheduler, observer, maxWaiting = MAX_WAITING } = options;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: parentOrLinkSampler(new TraceIdRatioBasedSampler(ratio)),
    spanLimits: { attributeValueLengthLimit: VALUE_CHARS },
    spanProcessors: [
      boundSpans({
        maxWaiting,
        observer,
        exporter: new OTLPTraceExporter({ url: tracesUrl(endpoint), timeoutMillis: SEND_TIMEOUT_MS }),
        processor: (exporter) =>
          new BatchSpanProcessor({
            exporter,
            maxQueueSize: 2 * maxWaiting,
            maxExportBatchSize: Math.min(BATCH_SPANS, maxWaiting),
            scheduledDelayMillis: SEND_EVERY_MS,
            exportTimeoutMillis: 2 * SEND_TIMEOUT_MS,
          }),
      }),
    ],
  });
  const tracer = provider.getTracer('total-recall', version);
  return {
    start({ name, kind, attributes, tenant, parent, links }): RecordedSpan {
      const span = tracer.startSpan(
        name,
        {
          kind: KINDS[kind],
          attributes: { ...attributes, ...(tenant !== undefined && { [TENANT]: tenant }) },
          links: links.map((ids) => ({ context: contextOf(ids) })),
        },
        parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf(parent)),
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        ids: { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
        set: (more) => void span.setAttributes({ ...more }),
        rename: (to) => void span.updateName(to),
        belongsTo: (to) => void span.setAttribute(TENANT, to),
        end: (failure) => {
          // Only the code is recorded: a message may quote what a caller wrote.
          if (failure !== undefined) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async close(deadlineMs) {
      const sent = new AbortController();
      const late = scheduler.delay(deadlineMs, sent.signal).catch(() => undefined);
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      sent.abort();
    },
  };
}

function contextOf({ traceId, spanId, isSampled }: TraceIds): SpanContext {
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}

/**
 * Creates a sampler: a span follows its parent, a batch is recorded when any linked trace is, and a new trace is
 * sampled by chance.
 */
function parentOrLinkSampler(byChance: Sampler): Sampler {
  const decide = (isKept: boolean) => ({ decision: isKept ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD });
  const isKept = ({ traceFlags }: SpanContext): boolean => (traceFlags & TraceFlags.SAMPLED) !== 0;
  return {
    shouldSample: (context, traceId, ...rest) => {
      const parent = trace.getSpanContext(context);
      const links = rest[3];
      if (parent) return decide(isKept(parent));
      if (links.length > 0) return decide(links.some((link) => isKept(link.context)));
      return byChance.shouldSample(context, traceId, ...rest);
    },
    toString: () => `LikeParentOrLinks{${byChance.toString()}}`,
  };
}

function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint);
  if (!/\/v1\/traces\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}

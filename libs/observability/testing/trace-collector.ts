import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as the collector received it. */
export interface CollectedSpan {
  readonly name: string;
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly isFailed: boolean;
}

export interface TraceCollector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** Every request body as text. */
  readonly bodies: string[];
  readonly headers: IncomingHttpHeaders[];
  /** Sets the answer to all following requests. A promise makes them hang until it resolves. */
  answer(status: number | Promise<number>): void;
  close(): Promise<void>;
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: string | number;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}

interface Attribute {
  readonly key: string;
  readonly value: Value;
}

interface WireSpan extends Omit<CollectedSpan, 'attributes' | 'service' | 'isFailed'> {
  readonly attributes?: readonly Attribute[];
  readonly status?: { readonly code?: number };
}

interface WireBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

/** Starts an OpenTelemetry collector (OTLP as JSON over HTTP) that keeps what it receives. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let status: number | Promise<number> = 200;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const text = Buffer.concat(parts).toString();
      const code = request.url === '/v1/traces' ? await status : 404;
      if (code === 200) {
        bodies.push(text);
        headers.push(request.headers);
        spans.push(...spansOf(JSON.parse(text) as WireBody));
      }
      response.writeHead(code, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    answer: (wanted) => void (status = wanted),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansOf({ resourceSpans }: WireBody): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, kind, attributes, links, status }) => ({
        name,
        service,
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        kind,
        attributes: attributesOf(attributes ?? []),
        links: links ?? [],
        isFailed: status?.code === 2,
      })),
    );
  });
}

function attributesOf(attributes: readonly Attribute[]): Record<string, string | number | boolean> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));
}

function valueOf({ stringValue, intValue, doubleValue, boolValue }: Value): string | number | boolean {
  return stringValue ?? (intValue === undefined ? (doubleValue ?? boolValue ?? '') : Number(intValue));
}

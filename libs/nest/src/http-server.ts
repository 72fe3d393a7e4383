import 'reflect-metadata';
import type { Server, ServerResponse } from 'node:http';
import { Module, type NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { buildOpenApi, LIMITS, problemOf, type ErrorCode, type JsonLimits } from '@total-recall/contracts';
import type { Gateway } from '@total-recall/gateway';
import { createTracing, type Span, type Tracer } from '@total-recall/observability';
import {
  createDrain,
  createSystemClock,
  createSystemRandom,
  createSystemScheduler,
  readTlsFiles,
  TotalRecallError,
  type TlsFiles,
} from '@total-recall/runtime';
import { docsController, OPENAPI } from './docs/docs-controller.ts';
import { createHalfOpen, limitConnections } from './address-limits.ts';
import { createAnswerRoom, type AnswerRoom } from './answer-room.ts';
import {
  ANSWER_PACE,
  ANSWER_ROOM,
  apiController,
  BODY_READER,
  CLIENT_ADDRESSES,
  GATEWAY,
  HALF_OPEN,
  REQUEST_ROOM,
  TENANT_SHARE,
  type ApiRequest,
} from './http/api-controller.ts';
import { createClientAddresses } from './http/client-address.ts';
import { logEnded, type HttpLogger } from './http/http-logger.ts';
import { SILENT_METER, type HttpMeter } from './http/http-meter.ts';
import { ProblemFilter, sendProblem, type Watch } from './http/problem-filter.ts';
import { createJsonReader, type JsonReader } from './http/json-reader.ts';
import type { BodyBudgetLimits } from './http/body-budget.ts';
import { bodySizeOf, createBodyReader } from './http/read-body.ts';
import { requestIdOf, setSecurityHeaders } from './http/request-frame.ts';
import { routeLabel } from './http/route-paths.ts';
import { urlOf } from './http/url-of.ts';
import { createRequestBudget, type RequestBudget } from './request-budget.ts';
import { createTenantShare } from './tenant-share.ts';
import { createOperationsServer, type Operations } from './operations/operations-server.ts';

export interface HttpServerOptions {
  readonly gateway: Gateway;
  readonly operations: Operations;
  readonly logger: HttpLogger;
  /** Meter of requests. Nothing is counted without one. */
  readonly meter?: HttpMeter;
  /** Tracer of requests. Without one, a trace has ids but records nothing. */
  readonly tracer?: Tracer;
  readonly host: string;
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  /**
   * Certificate and key of the public port, which is plaintext without them. The operations port is always plaintext.
   */
  readonly tls?: TlsFiles;
  /**
   * Memory budget shared with the other ports of the process. By default the server has its own, as large as
   * `bodiesBytes`.
   */
  readonly room?: RequestBudget;
  /** Room of large answers, shared with the other ports of the process. By default the server has its own. */
  readonly answers?: AnswerRoom;
  /** Version shown in the OpenAPI document. */
  readonly version: string;
  /** Proxies whose X-Forwarded-For is believed, as addresses and subnets. None by default. */
  readonly trustedProxies?: readonly string[];
  readonly limits?: Partial<
    BodyBudgetLimits &
      JsonLimits & {
        /** Bytes of all bodies in flight, if the server has a memory budget of its own. */
        readonly bodiesBytes: number;
        readonly requestsInFlight: number;
        /** Connections of one address, unless it is a trusted proxy. */
        readonly connectionsPerAddress: number;
        /** Requests of one address whose bodies have not arrived. */
        readonly halfOpenPerAddress: number;
        /** Requests in flight of one tenant. */
        readonly tenantRequests: number;
        /** Longest time that a request may take to arrive. */
        readonly requestTimeoutMs: number;
        /** Longest time that the sender of a body of more than 64 KiB may send nothing. */
        readonly bodyIdleMs: number;
        /** The same while another body waits for its room. */
        readonly bodyIdleWaitedForMs: number;
        /** Longest time that a reader may take nothing of an answer. */
        readonly answerIdleMs: number;
      }
  >;
}

export interface HttpServer {
  /** Resolves once both ports answer. Rejects with `EADDRINUSE` and other errors of binding. */
  listen(): Promise<{ readonly url: string; readonly operationsUrl: string }>;
  /** Lets requests in flight finish until the deadline, then cuts them. The operations port closes last. */
  close(deadlineMs: number): Promise<void>;
}

const CLOSING = new TotalRecallError('closed', 'The service is shutting down. Try again in a moment.', { retryAfterMs: 1_000 });
const FULL = new TotalRecallError('unavailable', 'Too many requests are in flight. Try again in a moment.', { retryAfterMs: 1_000 });

/**
 * Creates the server of the public HTTP API and, on its own port, of the operations endpoints. Errors: as
 * `readTlsFiles`.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const scheduler = createSystemScheduler();
  let closing = false;
  const { jsonDepth = LIMITS.jsonDepth, jsonValues = LIMITS.jsonValues } = options.limits ?? {};
  const json = createJsonReader({ jsonDepth, jsonValues });
  const app = await buildApp(options, json, () => closing);
  const server = app.getHttpServer() as Server;
  const drain = createDrain(server, scheduler);
  const operations = createOperationsServer(options.operations, () => closing);
  return {
    async listen() {
      await app.listen(options.port, options.host);
      const operationsUrl = await operations.listen();
      return { url: urlOf(server, options.host, options.tls ? 'https' : 'http'), operationsUrl };
    },
    async close(deadlineMs) {
      closing = true;
      const { cut } = await drain(deadlineMs);
      if (cut) options.logger.warn({ deadlineMs }, 'requests were cut at the deadline');
      await app.close();
      await json.close();
      await operations.close();
    },
  };
}

/** Longest time that a TLS handshake, or the headers of a request, may take. */
const HEADERS_MS = 20_000;

/** Longest time that a request waits for memory, unless the options set another. */
const ROOM_MS = 10_000;

/** Longest time that the sender of a large body may send nothing, unless the options set another. */
const BODY_IDLE_MS = 30_000;

/** The same while another body waits for its room, which waits for `ROOM_MS` at most. */
const BODY_IDLE_WAITED_FOR_MS = 5_000;

/** Longest time that a reader may take nothing of an answer, unless the options set another. */
const ANSWER_IDLE_MS = 30_000;

async function buildApp(options: HttpServerOptions, json: JsonReader, isClosing: () => boolean): Promise<NestExpressApplication> {
  const { bodyBytes = LIMITS.bodyBytes, bodiesBytes = LIMITS.bodiesInFlightBytes } = options.limits ?? {};
  const { tenantBytes = LIMITS.bodiesInFlightBytesPerTenant, tenantRequests = LIMITS.requestsInFlightPerTenant } = options.limits ?? {};
  const { halfOpenPerAddress = LIMITS.halfOpenPerAddress, connectionsPerAddress = LIMITS.connectionsPerAddress } = options.limits ?? {};
  const { answerIdleMs: idleMs = ANSWER_IDLE_MS, bodyIdleMs = BODY_IDLE_MS } = options.limits ?? {};
  const { bodyIdleWaitedForMs: idleWaitedForMs = BODY_IDLE_WAITED_FOR_MS } = options.limits ?? {};
  const addresses = createClientAddresses(options.trustedProxies ?? []);
  const scheduler = createSystemScheduler();
  const room = options.room ?? createRequestBudget(scheduler, { bytes: bodiesBytes, deadlineMs: ROOM_MS });
  const bodies = { bodyBytes, tenantBytes, idleMs: bodyIdleMs, idleWaitedForMs };
  class HttpModule {}
  Module({
    controllers: [apiController(), docsController()],
    providers: [
      { provide: GATEWAY, useValue: options.gateway },
      { provide: TENANT_SHARE, useValue: createTenantShare(tenantRequests) },
      { provide: BODY_READER, useValue: createBodyReader(bodies, json, { scheduler, room }) },
      { provide: CLIENT_ADDRESSES, useValue: addresses },
      { provide: REQUEST_ROOM, useValue: room },
      { provide: ANSWER_ROOM, useValue: options.answers ?? createAnswerRoom(scheduler, { bytes: bodiesBytes, deadlineMs: ROOM_MS }) },
      { provide: ANSWER_PACE, useValue: { scheduler, idleMs } },
      { provide: HALF_OPEN, useValue: createHalfOpen(addresses, halfOpenPerAddress) },
      { provide: OPENAPI, useValue: () => buildOpenApi({ version: options.version }) },
    ],
  })(HttpModule);
  const httpsOptions = options.tls && { ...readTlsFiles(options.tls), handshakeTimeout: HEADERS_MS };
  const settings: NestApplicationOptions = { bodyParser: false, logger: false, abortOnError: false, ...(httpsOptions && { httpsOptions }) };
  const app = await NestFactory.create<NestExpressApplication>(HttpModule, new ExpressAdapter(), settings);
  app.disable('x-powered-by', 'etag');
  app.set('query parser', 'simple');
  app.useGlobalFilters(new ProblemFilter(watchOf(options)));
  app.use(frame(options, isClosing));
  const server = app.getHttpServer() as Server;
  Object.assign(server, {
    headersTimeout: HEADERS_MS,
    requestTimeout: options.limits?.requestTimeoutMs ?? 120_000,
    keepAliveTimeout: 10_000,
    maxConnections: LIMITS.connections,
  });
  server.on('clientError', answerBrokenRequest);
  server.on('connection', limitConnections(addresses, connectionsPerAddress));
  await app.init();
  return app;
}

function watchOf({ logger, meter = SILENT_METER }: HttpServerOptions): Watch {
  return { logger, meter };
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

/**
 * Creates the middleware around every operation: headers, limits on requests in flight, and afterwards a count and a
 * log line.
 */
function frame(options: HttpServerOptions, isClosing: () => boolean) {
  const clock = createSystemClock();
  const watch = watchOf(options);
  const { tracer = createTracing({ random: createSystemRandom() }) } = options;
  const most = options.limits?.requestsInFlight ?? LIMITS.requestsInFlight;
  let inFlight = 0;
  return (request: ApiRequest, response: ServerResponse, next: () => void): void => {
    const started = clock.monotonicMs();
    const method = METHODS.has(request.method ?? '') ? request.method! : 'other';
    const { traceparent } = request.headers;
    const span = tracer.request(method, {
      attributes: { 'http.request.method': method },
      ...(typeof traceparent === 'string' && { traceparent }),
    });
    const requestId = requestIdOf(request, span.traceId);
    setSecurityHeaders(response);
    response.setHeader('X-Request-Id', requestId);
    if (isClosing()) response.setHeader('Connection', 'close');
    inFlight += 1;
    watch.meter.started();
    response.once('close', () => {
      inFlight -= 1;
      const ms = clock.monotonicMs() - started;
      const ended = {
        route: routeLabel(request.routeId, request.url),
        method,
        status: response.statusCode,
        bodyBytes: bodySizeOf(request),
      };
      watch.meter.ended({ ...ended, seconds: ms / 1_000 });
      const line = { requestId, ...ended, ms: Math.round(ms * 10) / 10, aborted: !response.writableFinished };
      span.run(() => logEnded(options.logger, line, 'request', request.problem));
      endSpan(span, ended, request.problem?.code);
    });
    const problem = isClosing() ? CLOSING : inFlight > most ? FULL : undefined;
    span.run(() => (problem ? sendProblem(request, response, problem, watch) : next()));
  };
}

/** Ends the span of a request. A 4xx answer is the caller's failure and does not mark the span as failed. */
function endSpan(
  span: Span,
  { route, method, status }: { readonly route: string; readonly method: string; readonly status: number },
  problem: ErrorCode | undefined,
): void {
  span.rename(`${method} ${route}`);
  span.set({ 'http.route': route, 'http.response.status_code': status, ...(problem !== undefined && { 'error.type': problem }) });
  span.end(status >= 500 ? (problem ?? 'internal') : undefined);
}

/** Answers bytes that are not valid HTTP with a problem document, as they never reach a handler. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: import('node:stream').Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(
    problemOf('invalid_request', 'This is not a request that HTTP/1.1 allows, or its headers are too long or too late.', 'none'),
  );
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

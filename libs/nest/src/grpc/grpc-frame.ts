import { Metadata, type ServerReadableStream, type ServerUnaryCall, type ServerWritableStream } from '@grpc/grpc-js';
import { GRPC_PACKAGE, GRPC_SERVICE, LIMITS, ROUTES, rpcOfRoute, type RouteId } from '@total-recall/contracts';
import { createTracing, type Span, type Tracer } from '@total-recall/observability';
import { createSystemClock, createSystemRandom, TotalRecallError } from '@total-recall/runtime';
import { logEnded } from '../http/http-logger.ts';
import type { Watch } from '../http/problem-filter.ts';
import { newRequestId, REQUEST_ID } from '../http/request-frame.ts';
import type { Fields } from './call-route.ts';
import type { BegunCall } from './check-metadata.ts';
import { asOurs, exceptionOf } from './grpc-status.ts';
import { metadataText } from './metadata-text.ts';

type Call = (ServerUnaryCall<Fields, Fields> | ServerReadableStream<Fields, Fields> | ServerWritableStream<Fields, Fields>) & BegunCall;

/** Wraps every call in a trace, a request id, a limit on calls in flight, a count and a log line. */
export interface GrpcFrame {
  /** Runs a unary call. Rejects with `TotalRecallError` only. */
  around<T>(routeId: RouteId, call: Call, act: () => Promise<T>): Promise<T>;
  /** Runs a call that answers with a stream. Throws errors that gRPC understands. */
  through<T>(routeId: RouteId, call: Call, parts: AsyncIterable<T>): AsyncGenerator<T>;
  /** Records a call that was refused before its message was read. */
  refused(routeId: RouteId, call: BegunCall, error: TotalRecallError): void;
  /** Refuses new calls from now on. */
  close(): void;
}

interface FrameOptions extends Watch {
  readonly tracer?: Tracer;
  readonly callsInFlight?: number;
}

interface Entered {
  readonly span: Span;
  /** Ends the count, the trace and the log line of the call, with its error if it failed. */
  leave(error?: TotalRecallError): void;
}

export function createGrpcFrame(options: FrameOptions): GrpcFrame {
  const { tracer = createTracing({ random: createSystemRandom() }), callsInFlight = LIMITS.requestsInFlight, ...watch } = options;
  const clock = createSystemClock();
  let [inFlight, closing] = [0, false];

  /** Starts the count, the trace and the log line of a call; `leave` ends them. */
  function enter(routeId: RouteId, call: BegunCall & Partial<Pick<Call, 'cancelled'>>): Entered {
    const started = clock.monotonicMs();
    const span = tracer.request(`${GRPC_SERVICE}/${rpcOfRoute(routeId)}`, {
      traceparent: metadataText(call.metadata, 'traceparent'),
      attributes: { 'rpc.system': 'grpc', 'rpc.service': `${GRPC_PACKAGE}.${GRPC_SERVICE}`, 'rpc.method': rpcOfRoute(routeId) },
    });
    const requestId = sendRequestId(call, span.traceId);
    inFlight += 1;
    watch.meter.started();
    const leave = (error?: TotalRecallError): void => {
      inFlight -= 1;
      const ms = clock.monotonicMs() - started;
      const ended = {
        route: ROUTES[routeId].path,
        method: 'GRPC',
        status: error?.httpStatus ?? ROUTES[routeId].status,
        bodyBytes: undefined,
      };
      if (error) watch.meter.refused(error.code);
      watch.meter.ended({ ...ended, seconds: ms / 1_000 });
      span.run(() => {
        if (error?.code === 'internal') watch.logger.error({ requestId, error: error.cause ?? error }, 'call failed');
        logEnded(watch.logger, { requestId, ...ended, ms: Math.round(ms * 10) / 10, aborted: call.cancelled ?? false }, 'call', error);
      });
      if (error) span.set({ 'error.type': error.code });
      span.end(error !== undefined && error.httpStatus >= 500 ? error.code : undefined);
    };
    return { span, leave };
  }

  function checkRoom(): void {
    if (closing) throw new TotalRecallError('closed', 'The service is shutting down. Try again in a moment.', { retryAfterMs: 1_000 });
    if (inFlight > callsInFlight)
      throw new TotalRecallError('unavailable', 'Too many requests are in flight. Try again in a moment.', { retryAfterMs: 1_000 });
  }

  return {
    async around(routeId, call, act) {
      const { span, leave } = enter(routeId, call);
      try {
        checkRoom();
        const answer = await span.run(act);
        leave();
        return answer;
      } catch (thrown) {
        const error = asOurs(thrown);
        leave(error);
        throw error;
      }
    },
    async *through(routeId, call, parts) {
      const { span, leave } = enter(routeId, call);
      let failed: TotalRecallError | undefined;
      try {
        checkRoom();
        yield* eachWithin(span, parts);
      } catch (thrown) {
        failed = asOurs(thrown);
        throw exceptionOf(failed);
      } finally {
        leave(failed);
      }
    },
    refused: (routeId, call, error) => enter(routeId, call).leave(error),
    close: () => void (closing = true),
  };
}

/** Yields the same parts, each produced with the span as the current one. */
async function* eachWithin<T>(span: Span, parts: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = parts[Symbol.asyncIterator]();
  const next = () => span.run(() => iterator.next());
  try {
    for (let part = await next(); part.done !== true; part = await next()) yield part.value;
  } finally {
    await iterator.return?.();
  }
}

/** Sends the request id back: the caller's own if it is well formed, else a new one. */
function sendRequestId(call: BegunCall, traceId: string): string {
  const given = metadataText(call.metadata, 'x-request-id');
  const requestId = given !== undefined && REQUEST_ID.test(given) ? given : newRequestId(traceId);
  const initial = new Metadata();
  initial.set('x-request-id', requestId);
  call.sendMetadata(initial);
  return requestId;
}

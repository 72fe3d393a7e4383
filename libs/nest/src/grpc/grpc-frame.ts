import { randomUUID } from 'node:crypto';
import { Metadata, type ServerReadableStream, type ServerUnaryCall, type ServerWritableStream } from '@grpc/grpc-js';
import { LIMITS, ROUTES, type RouteId } from '@total-recall/contracts';
import { createSystemClock, TotalRecallError } from '@total-recall/runtime';
import type { Watch } from '../http/problem-filter.ts';
import { REQUEST_ID } from '../http/request-frame.ts';
import type { Fields } from './call-route.ts';
import { asOurs, exceptionOf } from './grpc-status.ts';

type Call = ServerUnaryCall<Fields, Fields> | ServerReadableStream<Fields, Fields> | ServerWritableStream<Fields, Fields>;

/** Around every call: a request id, a bound on what is in flight, a count and a log line. */
export interface GrpcFrame {
  /** Rejects with `TotalRecallError` only. */
  around<T>(routeId: RouteId, call: Call, act: () => Promise<T>): Promise<T>;
  /** The same for what is answered in parts; throws what gRPC understands. */
  through<T>(routeId: RouteId, call: Call, parts: AsyncIterable<T>): AsyncGenerator<T>;
  /** New calls are refused from now on. */
  close(): void;
}

export function createGrpcFrame(watch: Watch, callsInFlight: number = LIMITS.requestsInFlight): GrpcFrame {
  const clock = createSystemClock();
  let [inFlight, closing] = [0, false];

  /** Counts a call in; what it returns counts it out again, with the error that it ended with. */
  function enter(routeId: RouteId, call: Call): (error?: TotalRecallError) => void {
    const started = clock.monotonicMs();
    const requestId = requestIdOf(call.metadata);
    const initial = new Metadata();
    initial.set('x-request-id', requestId);
    call.sendMetadata(initial);
    inFlight += 1;
    watch.meter.started();
    return (error) => {
      inFlight -= 1;
      const ms = clock.monotonicMs() - started;
      const ended = {
        route: ROUTES[routeId].path,
        method: 'GRPC',
        status: error?.httpStatus ?? ROUTES[routeId].status,
        bodyBytes: undefined,
      };
      if (error) watch.meter.refused(error.code);
      if (error?.code === 'internal') watch.logger.error({ requestId, error: error.cause ?? error }, 'call failed');
      watch.meter.ended({ ...ended, seconds: ms / 1_000 });
      watch.logger.info({ requestId, ...ended, ms: Math.round(ms * 10) / 10, aborted: call.cancelled }, 'call');
    };
  }

  function checkRoom(): void {
    if (closing) throw new TotalRecallError('closed', 'The service is shutting down. Try again in a moment.', { retryAfterMs: 1_000 });
    if (inFlight > callsInFlight)
      throw new TotalRecallError('unavailable', 'Too many requests are in flight. Try again in a moment.', { retryAfterMs: 1_000 });
  }

  return {
    async around(routeId, call, act) {
      const leave = enter(routeId, call);
      try {
        checkRoom();
        const answer = await act();
        leave();
        return answer;
      } catch (thrown) {
        const error = asOurs(thrown);
        leave(error);
        throw error;
      }
    },
    async *through(routeId, call, parts) {
      const leave = enter(routeId, call);
      let failed: TotalRecallError | undefined;
      try {
        checkRoom();
        yield* parts;
      } catch (thrown) {
        failed = asOurs(thrown);
        throw exceptionOf(failed);
      } finally {
        leave(failed);
      }
    },
    close: () => void (closing = true),
  };
}

function requestIdOf(metadata: Metadata): string {
  const [given] = metadata.get('x-request-id');
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

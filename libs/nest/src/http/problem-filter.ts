import type { IncomingMessage, ServerResponse } from 'node:http';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { problemOf, type ErrorCode } from '@total-recall/contracts';
import { TotalRecallError } from '@total-recall/runtime';
import type { ApiRequest } from './api-controller.ts';
import type { HttpLogger } from './http-logger.ts';
import type { HttpMeter } from './http-meter.ts';
import { requestIdOf } from './request-frame.ts';
import { allowedMethods } from './route-paths.ts';

/** Largest body that is read to its end though nobody wants it. */
const UNWANTED_BYTES = 256 * 1024;

export interface Watch {
  readonly logger: HttpLogger;
  readonly meter: HttpMeter;
}

/**
 * Turns any thrown value into RFC 9457 problem details. Only our own errors are shown; others are logged under the
 * request id.
 */
export class ProblemFilter implements ExceptionFilter {
  readonly #watch: Watch;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendProblem(http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>(), thrown, this.#watch);
  }
}
Catch()(ProblemFilter);

export function sendProblem(request: IncomingMessage, response: ServerResponse, thrown: unknown, watch: Watch): void {
  const requestId = requestIdOf(request);
  const error = asOurs(thrown, request, response);
  (request as ApiRequest).problem = error;
  watch.meter.refused(error.code);
  if (error.code === 'internal') watch.logger.error({ requestId, error: error.cause ?? error }, 'request failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { errors, ...details } = (error.details ?? {}) as { errors?: { path: string; message: string }[] };
  const body = JSON.stringify(
    problemOf(error.code, error.message, requestId, { errors, ...(Object.keys(details).length > 0 ? { details } : {}) }),
  );
  if (error.retryAfterMs !== undefined) response.setHeader('Retry-After', String(Math.max(1, Math.ceil(error.retryAfterMs / 1_000))));
  if (error.httpStatus === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="total-recall"');
  if (error.code === 'range_not_satisfiable' && typeof details === 'object' && 'sizeBytes' in details)
    response.setHeader('Content-Range', `bytes */${String(details['sizeBytes'])}`);
  if (!request.complete) refuseRest(request, response, error.code);
  response.statusCode = error.httpStatus;
  response.setHeader('Content-Type', 'application/problem+json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

/**
 * Sees to the unread rest of a refused body, which must not be parsed as the next request. A caller whom we know and who
 * only came at the wrong time keeps the connection where the rest is short: ended while it sends, it might lose the answer.
 */
function refuseRest(request: IncomingMessage, response: ServerResponse, code: ErrorCode): void {
  const { 'content-length': length = Infinity, expect } = request.headers;
  if (code === 'overloaded' && expect === undefined && Number(length) <= UNWANTED_BYTES) request.resume();
  else response.setHeader('Connection', 'close');
}

function asOurs(thrown: unknown, request: IncomingMessage, response: ServerResponse): TotalRecallError {
  if (thrown instanceof TotalRecallError) return thrown;
  if (thrown instanceof URIError) return new TotalRecallError('invalid_request', 'The path holds a broken percent encoding.');
  if (!(thrown instanceof HttpException))
    return new TotalRecallError('internal', 'The request could not be completed. The error was logged under the request id.', {
      cause: thrown,
    });
  if (thrown.getStatus() !== 404) return new TotalRecallError('invalid_request', 'The request could not be understood.', { cause: thrown });
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const allowed = allowedMethods(path);
  if (allowed.length === 0) {
    const why = path.startsWith('/v1/v1/') ? '/v1 stands twice: clients take the address without it.' : 'GET /docs lists them.';
    return new TotalRecallError('not_found', `There is no such path. ${why}`, { details: { problem: 'no_such_path' } });
  }
  response.setHeader('Allow', allowed.join(', '));
  return new TotalRecallError('method_not_allowed', `This path takes ${allowed.join(', ')}.`);
}

import { Client } from '@opensearch-project/opensearch';
import { NO_TRACER } from '@total-recall/ports';
import {
  createSystemClock,
  createSystemRandom,
  createSystemScheduler,
  forEver,
  pauseMs,
  readTlsFiles,
  retry,
  TotalRecallError,
  type RetryPolicy,
} from '@total-recall/runtime';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { measureRequests } from './measured-requests.ts';
import { isAway, isAwayForAll, isTimeout, statusOf, toPortError } from './opensearch-errors.ts';
import type { OpenSearchSettings } from './opensearch-settings.ts';

export interface OpenSearchRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  /** Newline-terminated lines of JSON that replace a body. */
  readonly lines?: string;
  /** Action that an error message says was not done. */
  readonly doing: string;
  /** Statuses that count as an answer and not as an error. */
  readonly accept?: readonly number[];
}

export interface OpenSearchAnswer<T> {
  readonly status: number;
  readonly body: T;
}

/**
 * Sends requests to a cluster. Each is retried for a moment while the cluster is unavailable, so every request must be
 * safe to repeat.
 */
export interface OpenSearchConnection {
  request<T>(request: OpenSearchRequest): Promise<OpenSearchAnswer<T>>;
  /** Waits before an attempt is repeated; 1 is the first attempt. */
  backOff(attempt: number): Promise<void>;
  /** Counts documents that are sent again, and those that were already stored. */
  bulk(counts: { readonly retried: number; readonly repeated: number }): void;
  readonly isClosed: boolean;
  close(): Promise<void>;
}

const RETRY: RetryPolicy = { attempts: 4, firstDelayMs: 100, maxDelayMs: 2_000 };
const BULK = forEver(100, 2_000);
const FAILURES = 8;
const MAX_SOCKETS = 64;
/** Path of requests that write many documents. Others with lines, such as many searches, are reads. */
export const BULK_PATH = '/_bulk';

export function connectOpenSearch(settings: OpenSearchSettings): OpenSearchConnection {
  const { requestTimeoutMs = 10_000, restMs = 2_000, metrics, tracer = NO_TRACER } = settings;
  const client = openClient(settings, requestTimeoutMs);
  const deps = { scheduler: createSystemScheduler(), random: createSystemRandom() };
  const clock = createSystemClock();
  const measured = measureRequests(metrics, clock);
  const breaker = createCircuitBreaker({
    failures: FAILURES,
    openMs: restMs,
    monotonicMs: () => clock.monotonicMs(),
    onChange: measured.circuit,
  });
  const closing = new AbortController();
  const refuseClosed = (): void => {
    if (closing.signal.aborted) throw new TotalRecallError('closed', 'The connection to OpenSearch is closed.');
  };

  const once = async <T>({ method, path, query, body, lines, accept }: OpenSearchRequest): Promise<OpenSearchAnswer<T>> => {
    refuseClosed();
    const isWrite = path === BULK_PATH || method === 'PUT' || method === 'DELETE';
    const answer = await measured.send(isWrite ? 'write' : 'read', () =>
      client.transport.request(
        { method, path, querystring: { ...query }, ...(lines === undefined ? { body } : { bulkBody: lines }) },
        { requestTimeout: isWrite ? 3 * requestTimeoutMs : requestTimeoutMs, maxRetries: 0, ignore: [...(accept ?? [])] },
      ),
    );
    return { status: answer.statusCode ?? 0, body: answer.body as T };
  };
  const send = async <T>(request: OpenSearchRequest): Promise<OpenSearchAnswer<T>> => {
    refuseClosed();
    const fromMs = clock.monotonicMs();
    // Only quick failures are repeated; a timeout has used up the time.
    const mayRepeat = (error: unknown): boolean => isAway(error) && !isTimeout(error) && clock.monotonicMs() - fromMs < requestTimeoutMs;
    try {
      const attempt = (count: number): Promise<OpenSearchAnswer<T>> => {
        if (count > 1) measured.retried();
        return breaker.run(() => once<T>(request), isAwayForAll);
      };
      return await retry(attempt, deps, { policy: RETRY, retriable: mayRepeat, signal: closing.signal });
    } catch (error) {
      refuseClosed();
      measured.refused(error);
      settings.logger?.debug({ status: statusOf(error) ?? 0 }, `OpenSearch did not ${request.doing}`);
      throw toPortError(error, request.doing);
    }
  };
  return {
    request: (request) =>
      tracer.step(`opensearch ${request.doing}`, { kind: 'client', attributes: { 'db.system.name': 'opensearch' } }, () => send(request)),
    backOff: async (attempt) => {
      await deps.scheduler.delay(pauseMs(BULK, attempt, deps.random), closing.signal).catch(refuseClosed);
    },
    bulk: ({ retried, repeated }) => {
      metrics?.indexBulkRetries.inc(retried);
      metrics?.indexBulkRepeats.inc(repeated);
    },
    get isClosed() {
      return closing.signal.aborted;
    },
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      measured.ended();
      await client.close();
    },
  };
}

function openClient({ urls, username, password, tls }: OpenSearchSettings, requestTimeout: number): Client {
  return new Client({
    nodes: [...urls],
    maxRetries: 0,
    requestTimeout,
    agent: { maxSockets: MAX_SOCKETS, keepAlive: true },
    ...(username === undefined ? {} : { auth: { username, password: password ?? '' } }),
    ...(tls === undefined ? {} : { ssl: readTlsFiles(tls) }),
  });
}

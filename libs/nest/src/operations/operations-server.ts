import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createDrain, createSystemScheduler } from '@total-recall/runtime';
import { urlOf } from '../http/url-of.ts';

/** Metrics and health of a process, answered on a port of its own. */
export interface Operations {
  readonly host: string;
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  metrics(): Promise<{ readonly contentType: string; readonly text: string }>;
  /** Returns whether the process can take requests now, and for each part its state. */
  ready(): Promise<{
    readonly ready: boolean;
    readonly status?: 'ok' | 'degraded' | 'unready';
    readonly checks: Readonly<Record<string, string>>;
  }>;
}

export interface OperationsServer {
  /**
   * Resolves with the URL at which a client on this machine reaches it. Rejects with `EADDRINUSE` and other errors of
   * binding.
   */
  listen(): Promise<string>;
  /** Lets requests in flight finish for one second. */
  close(): Promise<void>;
}

const DRAIN_MS = 1_000;

/** Creates the server of /metrics, /livez and /readyz. `isClosing` makes it unready while the public server drains. */
export function createOperationsServer(operations: Operations, isClosing: () => boolean): OperationsServer {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000, maxHeaderSize: 8_192 }, (request, response) => {
    request.resume();
    answer(operations, isClosing, request)
      .catch((): Answer => ({ status: 500, type: 'text/plain; charset=utf-8', body: 'failed\n' }))
      .then((made) => write(response, made, request.method === 'HEAD'));
  });
  const drain = createDrain(server, createSystemScheduler());
  return {
    listen: async () => {
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(operations.port, operations.host, resolve));
      return urlOf(server, operations.host);
    },
    close: async () => void (await drain(DRAIN_MS)),
  };
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

async function answer(operations: Operations, isClosing: () => boolean, request: IncomingMessage): Promise<Answer> {
  const plain = (status: number, body: string): Answer => ({ status, type: 'text/plain; charset=utf-8', body });
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'GET only\n');
  switch (request.url?.split('?')[0]) {
    case '/livez':
      return plain(200, 'ok\n');
    case '/readyz': {
      const state = isClosing() ? { ready: false, checks: { server: 'closing' } } : await operations.ready();
      return { status: state.ready ? 200 : 503, type: 'application/json; charset=utf-8', body: `${JSON.stringify(state)}\n` };
    }
    case '/metrics': {
      const { contentType, text } = await operations.metrics();
      return { status: 200, type: contentType, body: text };
    }
    default:
      return plain(404, 'try /metrics, /livez or /readyz\n');
  }
}

function write(response: ServerResponse, { status, type, body }: Answer, headOnly: boolean): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  response.end(headOnly ? undefined : body);
}

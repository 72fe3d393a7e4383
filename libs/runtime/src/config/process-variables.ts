import { z } from 'zod';
import { choice, HOST, HOST_TEXT, integer, NAME, PLAIN_URL, text, textOr, URL_EXPECTED, type ConfigTable } from './config-variable.ts';

/** Variables of every process that serves: its operations port, its logs and traces, its memory and its deadlines. */
export const PROCESS_VARIABLES = {
  TOTAL_RECALL_OPS_HOST: textOr('opsHost', '127.0.0.1', HOST, HOST_TEXT, 'Address of the port for metrics and probes.'),
  TOTAL_RECALL_OPS_PORT: integer('opsPort', 8421, 0, 65_535, 'Port of `/metrics`, `/livez` and `/readyz`; 0 lets the system choose.'),
  TOTAL_RECALL_LOG_LEVEL: choice(
    'logLevel',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'Least severe level that is logged.',
    'info',
  ),
  TOTAL_RECALL_LOG_FORMAT: choice('logFormat', ['auto', 'json', 'text'], 'JSON lines, or text for people; `auto` is text on a terminal.'),
  TOTAL_RECALL_SERVICE_NAME: {
    ...text('serviceName', NAME, 'a name', 'Name of this process in logs and traces.'),
    defaultText: '`total-recall-` and which service it is',
    also: 'OTEL_SERVICE_NAME',
  },
  TOTAL_RECALL_TRACES_ENDPOINT: {
    ...text(
      'tracesEndpoint',
      PLAIN_URL,
      URL_EXPECTED,
      'Collector for traces, OTLP over HTTP, without `/v1/traces`. Without it no traces are made.',
    ),
    also: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  },
  TOTAL_RECALL_TRACES_RATIO: {
    key: 'tracesRatio',
    schema: z
      .string()
      .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/)
      .transform(Number),
    expected: 'a number from 0 to 1',
    default: '1',
    description: 'Share of traces that are kept. A trace that a caller started is kept if the caller keeps it.',
  },
  TOTAL_RECALL_MEMORY_MB: integer(
    'memoryMb',
    0,
    0,
    1_048_576,
    'Memory of the process in MiB, without file-backed pages; docs/memory.md explains how it is divided. Requests that do not fit wait, or get 503 with Retry-After. 0: 85 % of the container limit, or a quarter of the machine, at most 4,096.',
  ),
  TOTAL_RECALL_TOKEN_THREADS: integer('tokenThreads', 1, 1, 16, 'Threads that count tokens.'),
  TOTAL_RECALL_REQUEST_TIMEOUT_MS: integer('requestTimeoutMs', 60_000, 100, 600_000, 'Longest a request may take.'),
  TOTAL_RECALL_START_DEADLINE_MS: integer('startDeadlineMs', 60_000, 1_000, 3_600_000, 'Longest a component may take to start.'),
  TOTAL_RECALL_SHUTDOWN_DEADLINE_MS: integer('shutdownDeadlineMs', 20_000, 100, 600_000, 'Longest a component may take to stop.'),
} as const satisfies ConfigTable;

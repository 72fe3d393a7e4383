import { TotalRecallApiError, TotalRecallConnectionError } from './api-error.ts';
import { isUnknown, readProblem } from './read-problem.ts';
import { WIRE_ROUTES, type RouteId } from '../wire/wire-routes.ts';
import type { Problem } from '../wire/wire-types.ts';

export interface ClientOptions {
  /** URL of the service, such as http://127.0.0.1:7070. */
  readonly url: string;
  /** A key of the service; space around it, as of a file, is left out. */
  readonly apiKey: string;
  /** Time limit of one attempt, in milliseconds; 60 s where absent. */
  readonly timeoutMs?: number;
  /** Number of attempts (4 where absent); the first wait, which doubles each time with jitter; and the longest wait. */
  readonly retry?: { readonly attempts?: number; readonly baseMs?: number; readonly maxMs?: number };
  readonly fetch?: typeof fetch;
  /** Waits between attempts; tests may replace it. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** JSON for routes that take JSON, bytes for those that take bytes. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Time limit of one attempt, in milliseconds; the client's own where absent. */
  readonly timeoutMs?: number;
}

/** An answer, read completely so that a connection that breaks midway is retried too. */
export interface Answer {
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export type Transport = (routeId: RouteId, input: CallInput) => Promise<Answer>;

// Routes never retried after an answer that was lost, or that a gateway gave in its place: the call may have succeeded, and
// must not happen twice.
const ONCE: ReadonlySet<RouteId> = new Set<RouteId>([
  'createKey',
  'rotateKey',
  'createTenant',
  'removeTenant',
  'putTaskState',
  'placeHold',
  'erase',
]);

/** Says whether a call that failed is worth another attempt, and does no harm. */
function isWorthwhile(outcome: Exclude<Outcome, { kind: 'answer' }>, routeId: RouteId, input: CallInput): boolean {
  if (outcome.kind === 'lost') return mayRepeat(routeId, input);
  return outcome.problem.retryable && (!isUnknown(outcome.problem) || mayRepeat(routeId, input));
}

/** Says whether a call may be made again that may have succeeded. A dry run changes nothing. */
function mayRepeat(routeId: RouteId, { body }: CallInput): boolean {
  return !ONCE.has(routeId) || (body as { readonly dryRun?: boolean } | undefined)?.dryRun === true;
}

/**
 * Creates a transport that calls the contract's routes over fetch. It retries retryable failures with back-off and
 * throws typed errors for the rest.
 */
export function createTransport(options: ClientOptions): Transport {
  const { attempts = 4, baseMs = 200, maxMs = 10_000 } = options.retry ?? {};
  const sleep = options.sleep ?? wait;
  return async (routeId, input) => {
    const request = requestOf(WIRE_ROUTES[routeId], input, options);
    const timeoutMs = input.timeoutMs ?? options.timeoutMs ?? 60_000;
    for (let attempt = 1; ; attempt++) {
      input.signal?.throwIfAborted();
      const outcome = await tryOnce(request, input.signal, timeoutMs, options.fetch ?? fetch);
      if (outcome.kind === 'answer') return outcome.answer;
      input.signal?.throwIfAborted();
      const waitMs = Math.max(outcome.retryAfterMs, backOff(attempt, baseMs, maxMs));
      const again = attempt < attempts && waitMs <= Math.max(maxMs, baseMs) && isWorthwhile(outcome, routeId, input);
      if (again) await sleep(waitMs, input.signal);
      else if (outcome.kind === 'refused') throw new TotalRecallApiError(outcome.problem, attempt);
      else throw new TotalRecallConnectionError(options.url, attempt, outcome.cause);
    }
  };
}

type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly problem: Problem; readonly retryAfterMs: number }
  | { readonly kind: 'lost'; readonly cause: unknown; readonly retryAfterMs: 0 };

async function tryOnce(
  request: { url: string; init: RequestInit },
  signal: AbortSignal | undefined,
  timeoutMs: number,
  send: typeof fetch,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const signals = signal ? AbortSignal.any([signal, timeout]) : timeout;
    // A redirection that is followed makes a GET of an append.
    const response = await send(request.url, { ...request.init, redirect: 'manual', signal: signals });
    if (response.ok || response.status === 304) {
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { kind: 'answer', answer: { headers: response.headers, bytes } };
    }
    return {
      kind: 'refused',
      problem: await readProblem(response),
      retryAfterMs: retryAfterMs(response.headers),
    };
  } catch (cause) {
    return { kind: 'lost', cause, retryAfterMs: 0 };
  }
}

/**
 * Reads the wait that a header names in seconds or by a date (RFC 9110, §10.2.3), which is one of the server's clock as
 * `Date` is; 0 where it names none.
 */
function retryAfterMs(headers: Headers): number {
  const header = headers.get('retry-after') ?? '0';
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - Date.parse(headers.get('date') ?? '');
  return ms > 0 ? ms : 0;
}

/** Waits, or returns early when the signal fires. */
function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}

interface WireRoute {
  readonly method: string;
  readonly path: string;
  readonly body: 'json' | 'bytes' | undefined;
}

function requestOf(route: WireRoute, input: CallInput, options: ClientOptions): { url: string; init: RequestInit } {
  const path = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => segmentOf(name, input.params?.[name] ?? ''));
  const url = new URL(options.url.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) url.searchParams.set(name, String(value));
  const headers: Record<string, string> = { Authorization: `Bearer ${options.apiKey.trim()}` };
  for (const [name, value] of Object.entries(input.headers ?? {})) if (value !== undefined) headers[name] = value;
  if (!route.body) return { url: url.href, init: { method: route.method, headers } };
  const json = route.body === 'json';
  headers['Content-Type'] = json ? 'application/json' : 'application/octet-stream';
  const body = json ? JSON.stringify(input.body ?? {}) : (input.body as string | Uint8Array<ArrayBuffer>);
  return { url: url.href, init: { method: route.method, headers, body } };
}

/** Writes a name into a path. Dots alone would name another route, such as that of the tenant for one of a space. */
function segmentOf(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new TypeError(`${JSON.stringify(value)} is no ${name}.`);
  return encodeURIComponent(value);
}

/** Returns a wait between half and all of a doubling bound, so that many clients do not retry in step. */
function backOff(attempt: number, baseMs: number, maxMs: number): number {
  const share = crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
  return Math.round(Math.min(maxMs, baseMs * 2 ** (attempt - 1)) * (0.5 + share / 2));
}

import { TotalRecallError } from '../errors.ts';

export interface JsonPost {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly timeoutMs: number;
  /** Most bytes of an answer that are read. */
  readonly maxAnswerBytes: number;
  /** Name of the other side at the beginning of a sentence, such as "The embedding endpoint". */
  readonly endpoint: string;
  /** `manual` refuses to follow, so that a key in a header reaches no other host. Default: `follow`. */
  readonly redirect?: 'follow' | 'manual';
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
}

/** Answer of a server with a status of success; `too_large` if it sent more than is read. */
export type PostAnswer = { readonly kind: 'answered'; readonly text: string } | { readonly kind: 'too_large' };

const SHOWN_CHARS = 1_000;

/**
 * Makes one request. Errors: `unavailable` for 429, 5xx, timeouts and lost connections, with the delay that the server
 * asks for; `internal` for every other status. The server's own words are only in `cause`. Where the signal fires, its
 * reason.
 */
export async function postJson(post: JsonPost): Promise<PostAnswer> {
  const { endpoint, signal } = post;
  let response: Response;
  let text: string | undefined;
  try {
    const timeout = AbortSignal.timeout(post.timeoutMs);
    response = await (post.fetch ?? fetch)(post.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...post.headers },
      body: JSON.stringify(post.body),
      redirect: post.redirect ?? 'follow',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    text = await readBounded(response, post.maxAnswerBytes);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new TotalRecallError('unavailable', `${endpoint} cannot be reached, or did not answer in time.`, {
      cause: error,
      retryAfterMs: 1_000,
    });
  }
  if (response.ok) return text === undefined ? { kind: 'too_large' } : { kind: 'answered', text };
  const cause = text?.slice(0, SHOWN_CHARS);
  if (response.status === 429 || response.status >= 500) {
    const retryAfterMs = waitAsked(response.headers.get('retry-after'));
    throw new TotalRecallError('unavailable', `${endpoint} answered with status ${response.status}.`, { cause, retryAfterMs });
  }
  throw new TotalRecallError(
    'internal',
    `${endpoint} refused the request with status ${response.status}: check its address, key and model.`,
    { cause },
  );
}

/** Reads a body; undefined where it is longer, and then the connection is let go. */
async function readBounded(response: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses a Retry-After header in seconds. A date is ignored, as the delay is bounded anyway. */
function waitAsked(header: string | null): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}

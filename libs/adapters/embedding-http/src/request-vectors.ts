import { TotalRecallError } from '@total-recall/runtime';

export interface EmbeddingEndpoint {
  /** Address up to and without `/embeddings`, such as http://127.0.0.1:11434/v1. */
  readonly url: string;
  /** Name of the model at the endpoint. Together with `dimensions` it identifies the vectors. */
  readonly model: string;
  readonly dimensions: number;
  readonly apiKey?: string;
  /** True to ask the endpoint for `dimensions`. Only models with shortenable vectors support it. */
  readonly requestDimensions?: boolean;
  /** Timeout of one request. Default: 30 s. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

const MAX_ANSWER_BYTES = 64 << 20;

/**
 * Makes one request. Returns one vector of length 1 per text, in order. Errors: `unavailable` for 429, 5xx, timeouts
 * and lost connections, with the delay that the server asks for; `internal` for everything that a retry cannot fix.
 */
export async function requestVectors(texts: readonly string[], endpoint: EmbeddingEndpoint): Promise<Float32Array[]> {
  const { url, model, dimensions, apiKey, requestDimensions = false, timeoutMs = 30_000 } = endpoint;
  const body = JSON.stringify({ model, input: texts, encoding_format: 'float', ...(requestDimensions ? { dimensions } : {}) });
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (apiKey !== undefined) headers['authorization'] = `Bearer ${apiKey}`;
  let response: Response;
  let text: string;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    response = await (endpoint.fetch ?? fetch)(`${url.replace(/\/+$/, '')}/embeddings`, { method: 'POST', headers, body, signal });
    text = await readBounded(response);
  } catch (error) {
    if (error instanceof TotalRecallError) throw error;
    throw new TotalRecallError('unavailable', 'The embedding endpoint cannot be reached, or did not answer in time.', {
      cause: error,
      retryAfterMs: 1_000,
    });
  }
  if (response.ok) return readVectors(text, texts.length, dimensions);
  const cause = text.slice(0, 1_000);
  if (response.status === 429 || response.status >= 500) {
    const retryAfterMs = waitAsked(response.headers.get('retry-after'));
    throw new TotalRecallError('unavailable', `The embedding endpoint answered with status ${response.status}.`, { cause, retryAfterMs });
  }
  throw new TotalRecallError(
    'internal',
    `The embedding endpoint refused the request with status ${response.status}: check its address, key and model.`,
    { cause },
  );
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw wrongAnswer(`more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses the vectors. Entries may come in any order; `index`, if given, tells which text one belongs to. */
function readVectors(text: string, count: number, dimensions: number): Float32Array[] {
  let data: unknown;
  try {
    data = (JSON.parse(text) as { data?: unknown } | null)?.data;
  } catch {
    throw wrongAnswer('no JSON');
  }
  if (!Array.isArray(data) || data.length !== count) throw wrongAnswer(`no ${count} vectors`);
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count }, () => undefined);
  (data as { index?: unknown; embedding?: unknown }[]).forEach((entry, position) => {
    const index = typeof entry?.index === 'number' ? entry.index : position;
    if (!Number.isInteger(index) || index < 0 || index >= count) throw wrongAnswer('an index that was not asked for');
    if (vectors[index]) throw wrongAnswer('two vectors for one text');
    vectors[index] = unitVector(entry?.embedding, dimensions);
  });
  return vectors as Float32Array[];
}

function unitVector(values: unknown, dimensions: number): Float32Array {
  if (!Array.isArray(values) || !values.every((value) => Number.isFinite(value))) throw wrongAnswer('no numbers');
  if (values.length !== dimensions) throw wrongAnswer(`vectors of ${values.length} dimensions instead of ${dimensions}`);
  const length = Math.hypot(...(values as number[]));
  if (length === 0) throw wrongAnswer('a vector of length 0');
  return Float32Array.from(values as number[], (value) => value / length);
}

function wrongAnswer(what: string): TotalRecallError {
  return new TotalRecallError(
    'internal',
    `The embedding endpoint answered with ${what}: is it an embeddings endpoint, and this model its own?`,
  );
}

/** Parses a Retry-After header in seconds. A date is ignored, as the delay is bounded anyway. */
function waitAsked(header: string | null): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}

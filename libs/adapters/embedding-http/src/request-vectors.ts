import { postJson, TotalRecallError } from '@total-recall/runtime';

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
  const answer = await postJson({
    url: `${url.replace(/\/+$/, '')}/embeddings`,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    body: { model, input: texts, encoding_format: 'float', ...(requestDimensions ? { dimensions } : {}) },
    timeoutMs,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    endpoint: 'The embedding endpoint',
    ...(endpoint.fetch && { fetch: endpoint.fetch }),
  });
  if (answer.kind === 'too_large') throw wrongAnswer(`more than ${MAX_ANSWER_BYTES} bytes`);
  return readVectors(answer.text, texts.length, dimensions);
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

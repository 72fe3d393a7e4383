import type { Embedder, Embedding, EmbeddingInput, Random, Scheduler } from '@total-recall/ports';
import {
  batchesOf,
  createSystemRandom,
  createSystemScheduler,
  DEFAULT_RETRY,
  embedderFull,
  retry,
  TotalRecallError,
  type RetryPolicy,
} from '@total-recall/runtime';
import { createRequestQueue } from './request-queue.ts';
import { requestVectors, type EmbeddingEndpoint } from './request-vectors.ts';

export interface HttpEmbedderOptions extends EmbeddingEndpoint {
  /** Text put before queries and documents, for models that need it. */
  readonly prefixes?: Readonly<Partial<Record<EmbeddingInput['kind'], string>>>;
  /**
   * Most characters of a text that are sent, without the prefix; the rest is cut off. Default: 8,000, which fits into
   * the 8,191 tokens of most models.
   */
  readonly maxCharacters?: number;
  /** Texts in one request. Default: 64. */
  readonly batchSize?: number;
  /** Requests at one time. Default: 2. */
  readonly parallel?: number;
  /** Most texts accepted and not answered. Default: 2,048. */
  readonly maxQueued?: number;
  readonly retry?: RetryPolicy;
  readonly scheduler?: Scheduler;
  readonly random?: Random;
}

/** Returns the id of an endpoint's vectors, as `Embedder.model` reports it. */
export function httpVectorsId({ model, dimensions }: Pick<EmbeddingEndpoint, 'model' | 'dimensions'>): string {
  return `${model}/${dimensions}`;
}

const FULL_RETRY_AFTER_MS = 500;

/**
 * Embeds through an endpoint that speaks the OpenAI embeddings API (`POST <url>/embeddings`), with single vectors only.
 * Retries on 429, 5xx and lost connections, and waits as long as the server asks. A blank text is sent as a full stop,
 * since many servers refuse it.
 * Errors beside the port's: `internal` when the endpoint refuses the request or does not answer with vectors of the
 * configured dimensions. The server's own message is only in `cause`.
 */
export function createHttpEmbedder(options: HttpEmbedderOptions): Embedder {
  const { batchSize = 64, parallel = 2, maxQueued = 2_048, maxCharacters = 8_000, prefixes = {} } = options;
  const requests = createRequestQueue(parallel, retryingRequest(options));
  const drained = Promise.withResolvers<void>();
  let queued = 0;
  let closing = false;

  /** Reserves room for a call in the bounded queue, or throws. */
  function admit(texts: number): void {
    if (closing) throw new TotalRecallError('closed', 'The embedder is closed.');
    if (texts > maxQueued)
      throw new TotalRecallError('invalid_request', `At most ${maxQueued} texts a call can be embedded, not ${texts}.`);
    if (queued + texts > maxQueued) throw embedderFull(queued, maxQueued, FULL_RETRY_AFTER_MS);
    queued += texts;
  }

  /** Embeds one call in as many requests as it needs. Fails with the first request that fails. */
  async function submit(inputs: readonly EmbeddingInput[]): Promise<Embedding[]> {
    const shares: Promise<Float32Array[]>[] = [];
    for (const share of batchesOf(inputs, batchSize)) {
      const texts = share.map((input) => textToSend(input, prefixes, maxCharacters));
      shares.push(requests.ask(texts, { urgent: share.some(({ kind }) => kind === 'query') }));
    }
    const outcomes = await Promise.allSettled(shares);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    const vectors = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    return vectors.map((vector, index) => ({ vector, truncated: inputs[index]!.text.length > maxCharacters }));
  }

  return {
    model: httpVectorsId(options),
    dimensions: options.dimensions,
    tokenDimensions: 0,
    async embed(inputs) {
      admit(inputs.length);
      if (inputs.length === 0) return [];
      try {
        return await submit(inputs);
      } finally {
        queued -= inputs.length;
        if (closing && queued === 0) drained.resolve();
      }
    },
    async close() {
      closing = true;
      if (queued > 0) await drained.promise;
    },
  };
}

function textToSend({ text, kind }: EmbeddingInput, prefixes: NonNullable<HttpEmbedderOptions['prefixes']>, maxCharacters: number): string {
  const cut = text.slice(0, maxCharacters).toWellFormed();
  return `${prefixes[kind] ?? ''}${/[^\s\p{C}]/u.test(cut) ? cut : '.'}`;
}

/** Creates a function that makes one request and retries it while that may help. */
function retryingRequest(options: HttpEmbedderOptions): (texts: readonly string[]) => Promise<Float32Array[]> {
  const deps = { scheduler: options.scheduler ?? createSystemScheduler(), random: options.random ?? createSystemRandom() };
  const retriable = (error: unknown): boolean => error instanceof TotalRecallError && error.code === 'unavailable';
  return (texts) => retry(() => requestVectors(texts, options), deps, { policy: options.retry ?? DEFAULT_RETRY, retriable });
}

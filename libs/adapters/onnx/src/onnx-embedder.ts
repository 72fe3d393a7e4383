import type { Embedder, Embedding, EmbeddingInput } from '@total-recall/ports';
import { embedderFull, TotalRecallError } from '@total-recall/runtime';
import { startEmbedPool } from './embedding/embed-pool.ts';
import type { EmbedWorkerData } from './embedding/embed-messages.ts';
import { codecFor, projectionTo, vectorsId, type EmbeddingModel } from './embedding-model.ts';
import type { ModelFiles } from './model-files/find-model-files.ts';

export interface OnnxEmbedderOptions {
  readonly model: EmbeddingModel;
  /** Checked files, as `findModelFiles` returns them. */
  readonly files: ModelFiles;
  /** Number of threads. Each holds its own copy of the model and keeps one CPU busy. Default: 1. */
  readonly threads?: number;
  /**
   * Dimensions of a token vector. Fewer than the model's are reached by a fixed projection, learned if the model has
   * one to that size. Default: the model's.
   */
  readonly tokenDimensions?: number;
  /**
   * Codec that stores token vectors of documents. Default: the one learned for the model, else a byte per dimension.
   */
  readonly tokenCodec?: string;
  /** Most texts accepted and not answered. Default: 2,048. */
  readonly maxQueued?: number;
  readonly observer?: EmbedderObserver;
}

/** Receives events for metrics. Must not throw. */
export interface EmbedderObserver {
  /** Called with the number of texts accepted and not answered, after each change. */
  queued?(texts: number): void;
  /** Called when a thread has finished a share of a call. */
  embedded?(share: { readonly texts: number; readonly pieces: number; readonly truncated: number; readonly busyMs: number }): void;
  /** Called when the queue had no room for a call. */
  refused?(texts: number): void;
}

/** Longest part of a text that is sent to a thread. No text of this length is read to its end anyway. */
const MAX_TEXT_CHARACTERS = 32_768;
const MS_PER_TEXT = 5;

/**
 * Creates an embedder on worker threads with onnxruntime-node. It encodes one text at a time (`createEncoder` says
 * why), so that a vector depends on its text alone. Resolves once the model is loaded. Errors: `unavailable` when the
 * optional package or the model cannot be used.
 */
export async function createOnnxEmbedder(options: OnnxEmbedderOptions): Promise<Embedder & { readonly loadMs: number }> {
  const { model, files, threads = 1, tokenDimensions = model.dimensions, maxQueued = 2_048, observer } = options;
  checkTokenDimensions(model, tokenDimensions);
  const { tokenCodec = codecFor(model, tokenDimensions) } = options;
  const projection = projectionTo(model, tokenDimensions);
  const data: EmbedWorkerData = {
    modelPath: files.modelPath,
    tokenizerPath: files.tokenizerPath,
    dimensions: model.dimensions,
    tokenDimensions,
    ...(projection && { tokenProjection: new Int8Array(Buffer.from(projection.base64, 'base64')) }),
    tokenCodec,
    maxPieces: model.maxPieces,
    prefixes: { query: model.queryPrefix, document: model.documentPrefix },
  };
  const pool = await startEmbedPool(threads, data, ({ embeddings, pieces, busyMs }) => {
    const truncated = embeddings.filter((embedding) => embedding.truncated).length;
    observer?.embedded?.({ texts: embeddings.length, pieces, truncated, busyMs });
  });
  const drained = Promise.withResolvers<void>();
  let queued = 0;
  let closing: Promise<void> | undefined;

  /** Reserves room for a call in the bounded queue, or throws. */
  function admit(texts: number): void {
    if (closing) throw new TotalRecallError('closed', 'The embedder is closed.');
    if (texts > maxQueued)
      throw new TotalRecallError('invalid_request', `At most ${maxQueued} texts a call can be embedded, not ${texts}.`);
    if (queued + texts > maxQueued) {
      observer?.refused?.(texts);
      const retryAfterMs = Math.max(50, Math.round((queued * MS_PER_TEXT) / threads / 2));
      throw embedderFull(queued, maxQueued, retryAfterMs);
    }
    change(texts);
  }

  function change(texts: number): void {
    queued += texts;
    observer?.queued?.(queued);
    if (queued === 0 && closing) drained.resolve();
  }

  return {
    model: vectorsId(model, tokenDimensions, tokenCodec),
    dimensions: model.dimensions,
    tokenDimensions,
    loadMs: pool.loadMs,
    async embed(inputs, { tokens = false } = {}) {
      admit(inputs.length);
      if (inputs.length === 0) return [];
      try {
        const embeddings = await pool.embed(inputs.map(shorten), tokens);
        return embeddings.map((embedding, index) => markCut(embedding, inputs[index]!));
      } finally {
        change(-inputs.length);
      }
    },
    close() {
      closing ??= (async () => {
        if (queued > 0) await drained.promise;
        await pool.close();
      })();
      return closing;
    },
  };
}

function shorten(input: EmbeddingInput): EmbeddingInput {
  const { text, before } = input;
  return {
    ...input,
    text: text.slice(0, MAX_TEXT_CHARACTERS),
    ...(before === undefined ? {} : { before: before.slice(-MAX_TEXT_CHARACTERS) }),
  };
}

/** Marks a text that was cut before it was sent as truncated, even if the part that was sent had few words. */
function markCut(embedding: Embedding, { text }: EmbeddingInput): Embedding {
  return text.length > MAX_TEXT_CHARACTERS && !embedding.truncated ? { ...embedding, truncated: true } : embedding;
}

function checkTokenDimensions({ dimensions }: EmbeddingModel, tokenDimensions: number): void {
  if (!Number.isInteger(tokenDimensions) || tokenDimensions < 1 || tokenDimensions > dimensions) {
    throw new TotalRecallError(
      'invalid_request',
      `Token vectors of this model have 1 to ${dimensions} dimensions, not ${tokenDimensions}.`,
    );
  }
}

import type { Embedder, Embedding, EmbeddingInput } from '@total-recall/ports';
import { embedderFull, TotalRecallError } from '@total-recall/runtime';
import { startEmbedPool } from './embedding/embed-pool.ts';
import type { EmbedWorkerData } from './embedding/embed-messages.ts';
import { codecFor, projectionTo, vectorsId, type EmbeddingModel } from './embedding-model.ts';
import type { ModelFiles } from './model-files/find-model-files.ts';

export interface OnnxEmbedderOptions {
  readonly model: EmbeddingModel;
  /** Checked files, as `findModelFiles` gives them. */
  readonly files: ModelFiles;
  /** Each has a model of its own in memory and keeps one CPU busy; 1 where absent. */
  readonly threads?: number;
  /** Of a token vector: the model's own, or fewer by a fixed projection, learned where the model has one to so many. The model's own where absent. */
  readonly tokenDimensions?: number;
  /** Codec that token vectors of documents are kept in; the one that was learned for the model, or a byte a dimension, where absent. */
  readonly tokenCodec?: string;
  /** Texts accepted and not answered, at most; 2,048 where absent. */
  readonly maxQueued?: number;
  readonly observer?: EmbedderObserver;
}

/** Told what happens, for metrics. Must not throw. */
export interface EmbedderObserver {
  /** Texts accepted and not answered, after each change. */
  queued?(texts: number): void;
  /** A thread was done with a share of a call. */
  embedded?(share: { readonly texts: number; readonly pieces: number; readonly truncated: number; readonly busyMs: number }): void;
  /** A call did not fit. */
  refused?(texts: number): void;
}

/** No text of so many characters is read to its end; what lies beyond is not even sent to the thread. */
const MAX_TEXT_CHARACTERS = 32_768;
const MS_PER_TEXT = 5;

/**
 * Embeds in worker threads through onnxruntime-node, one text a pass (see `createEncoder` why), so that a vector depends on its text
 * alone. Resolves once the model is loaded. Errors: `unavailable` where the optional package or the model cannot be used.
 */
export async function createOnnxEmbedder(options: OnnxEmbedderOptions): Promise<Embedder & { readonly loadMs: number }> {
  const { model, files, threads = 1, tokenDimensions = model.dimensions, maxQueued = 2_048, observer } = options;
  if (!Number.isInteger(tokenDimensions) || tokenDimensions < 1 || tokenDimensions > model.dimensions) {
    throw new TotalRecallError(
      'invalid_request',
      `Token vectors of this model have 1 to ${model.dimensions} dimensions, not ${tokenDimensions}.`,
    );
  }
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

  /** Takes a call's place in the bounded queue, or says why there is none. */
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

/** A text that was cut before it was sent is truncated, even if what was sent had few words. */
function markCut(embedding: Embedding, { text }: EmbeddingInput): Embedding {
  return text.length > MAX_TEXT_CHARACTERS && !embedding.truncated ? { ...embedding, truncated: true } : embedding;
}

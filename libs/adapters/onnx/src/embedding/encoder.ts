import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Embedding, EmbeddingInput, TokenVectors } from '@total-recall/ports';
import { createWordPieceTokenizer } from '../tokenizer/word-piece.ts';
import type { EmbedWorkerData } from './embed-messages.ts';
import { createProjection, meanVector, quantiseInto } from './reduce-tokens.ts';

/** The little of onnxruntime-node that is used; its types are not there where the optional package is not. */
export interface OnnxRuntime {
  readonly InferenceSession: { create(path: string, options: object): Promise<OnnxSession> };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => object;
}

interface OnnxSession {
  readonly inputNames: readonly string[];
  run(
    feeds: Record<string, object>,
  ): Promise<Record<string, { readonly data: unknown; readonly dims: readonly number[]; dispose?(): void }>>;
  release(): Promise<void>;
}

export interface Encoder {
  encode(input: EmbeddingInput, withTokens: boolean): Promise<{ embedding: Embedding; pieces: number }>;
  release(): Promise<void>;
}

/** Whether the optional package is installed; not whether it runs here, which only loading it can say. */
export function findOnnxRuntime(): boolean {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node');
    return true;
  } catch {
    return false;
  }
}

/** Throws where the optional package, or its binary for this platform, is not installed. */
export function loadOnnxRuntime(): OnnxRuntime {
  const require = createRequire(import.meta.url);
  return require('onnxruntime-node') as OnnxRuntime;
}

/**
 * Model and tokenizer, ready to encode one text at a time. Not several in one pass: an int8 model measures the range of its
 * activations over the whole batch, so that a text's vector would depend on its neighbours (cosine .94-.99 to itself was seen), and
 * a batch saves one CPU a fifth on short texts and nothing on long ones. Alone, a text's vector is the same bits every time.
 */
export async function createEncoder(runtime: OnnxRuntime, data: EmbedWorkerData): Promise<Encoder> {
  const { dimensions, tokenDimensions, maxPieces } = data;
  const tokenizer = createWordPieceTokenizer(readFileSync(data.tokenizerPath, 'utf8'));
  const session = await runtime.InferenceSession.create(data.modelPath, {
    executionProviders: ['cpu'],
    graphOptimizationLevel: 'all',
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const projection = tokenDimensions > 0 && tokenDimensions < dimensions ? createProjection(dimensions, tokenDimensions) : undefined;
  const prefixes = { query: prefixIds(data.prefixes.query), document: prefixIds(data.prefixes.document) };

  function prefixIds(prefix: string): readonly number[] {
    return tokenizer.pieces(prefix, maxPieces).ids;
  }

  async function hiddenStates(ids: readonly number[]): Promise<Float32Array> {
    const shape = [1, ids.length];
    const tensor = (data: BigInt64Array): object => new runtime.Tensor('int64', data, shape);
    const feeds: Record<string, object> = {
      input_ids: tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
    };
    if (session.inputNames.includes('token_type_ids')) feeds['token_type_ids'] = tensor(new BigInt64Array(ids.length));
    const output = (await session.run(feeds))['last_hidden_state'];
    const hidden = output?.data;
    if (!(hidden instanceof Float32Array) || hidden.length !== ids.length * dimensions) {
      throw new Error(`The model gave no last_hidden_state of ${dimensions} dimensions.`);
    }
    return hidden;
  }

  function tokenVectors(hidden: Float32Array, ids: readonly number[], firstRow: number): TokenVectors {
    const vectors = new Int8Array(ids.length * tokenDimensions);
    const scales = new Float32Array(ids.length);
    for (let index = 0; index < ids.length; index++) {
      const start = (firstRow + index) * dimensions;
      const row = projection ? projection(hidden, start) : hidden.subarray(start, start + dimensions);
      scales[index] = quantiseInto(vectors, index * tokenDimensions, row);
    }
    return { ids: Uint32Array.from(ids), vectors, scales };
  }

  return {
    async encode({ text, kind }, withTokens) {
      const prefix = prefixes[kind];
      const { ids, truncated } = tokenizer.pieces(text, maxPieces - prefix.length - 2);
      const all = [tokenizer.startId, ...prefix, ...ids, tokenizer.endId];
      const hidden = await hiddenStates(all);
      const vector = meanVector(hidden, all.length, dimensions);
      const tokens = withTokens && tokenDimensions > 0 ? tokenVectors(hidden, ids, 1 + prefix.length) : undefined;
      return { embedding: tokens ? { vector, tokens, truncated } : { vector, truncated }, pieces: all.length };
    },
    release: () => session.release(),
  };
}

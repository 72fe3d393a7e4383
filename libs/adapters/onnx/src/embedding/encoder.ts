import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Embedding, EmbeddingInput, TokenVectors } from '@total-recall/ports';
import { tokenCodec } from '@total-recall/runtime/token-rows';
import { createWordPieceTokenizer } from '../tokenizer/word-piece.ts';
import type { EmbedWorkerData } from './embed-messages.ts';
import { keepTokens } from './keep-tokens.ts';
import { readText } from './read-text.ts';
import { createLearnedProjection, createProjection, meanVector, quantiseInto, type Projection } from './reduce-tokens.ts';

/** The part of onnxruntime-node that is used. Its own types are missing when the optional package is not installed. */
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

/** Limits on the context before a text: a longer one adds little and costs time. */
const MAX_BEFORE_CHARACTERS = 600;
const MAX_BEFORE_PIECES = 96;

/** Returns true when the optional package is installed. Only loading it shows whether it runs on this platform. */
export function findOnnxRuntime(): boolean {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node');
    return true;
  } catch {
    return false;
  }
}

/** Loads the runtime. Throws when the optional package, or its binary for this platform, is missing. */
export function loadOnnxRuntime(): OnnxRuntime {
  const require = createRequire(import.meta.url);
  return require('onnxruntime-node') as OnnxRuntime;
}

/**
 * Creates an encoder from model and tokenizer; it encodes one text at a time. Texts are not batched: an int8 model
 * measures the range of its activations over the whole batch, so a text's vector would depend on its neighbours (cosine
 * .94-.99 to itself was seen). A batch also saves only a fifth of one CPU on short texts and nothing on long ones.
 * Alone, a text always gets the same bits.
 */
export async function createEncoder(runtime: OnnxRuntime, data: EmbedWorkerData): Promise<Encoder> {
  const { dimensions, tokenDimensions, maxPieces } = data;
  const tokenizer = createWordPieceTokenizer(readFileSync(data.tokenizerPath, 'utf8'));
  const session = await runtime.InferenceSession.create(data.modelPath, {
    executionProviders: ['cpu'],
    graphOptimizationLevel: 'all',
    // The runtime's own arena never shrinks and grows with the longest text; allocating from the system costs no
    // measurable time.
    enableCpuMemArena: false,
    enableMemPattern: false,
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const projection = chooseProjection(data);
  const keeping = { from: dimensions, to: tokenDimensions, projection, codec: tokenCodec(data.tokenCodec)! };
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

  /** Returns the last pieces of the context before a text, as far as there is room beside the text. */
  function piecesBefore(before: string | undefined, room: number): readonly number[] {
    if (before === undefined || room <= 0) return [];
    const { ids } = tokenizer.pieces(before.slice(-MAX_BEFORE_CHARACTERS), MAX_BEFORE_CHARACTERS);
    return ids.slice(-Math.min(room, MAX_BEFORE_PIECES));
  }

  return {
    async encode(input, withTokens) {
      const { kind, before } = input;
      const prefix = prefixes[kind];
      const room = maxPieces - prefix.length - 2;
      const read = readText(tokenizer, input, room);
      const { ids, truncated } = read;
      const context = ids.length === 0 ? [] : piecesBefore(before, room - ids.length);
      const all = [tokenizer.startId, ...prefix, ...context, ...ids, tokenizer.endId];
      const hidden = await hiddenStates(all);
      const firstRow = 1 + prefix.length + context.length;
      // With a context, only the rows of the text itself count: they were computed with the context, which has vectors
      // of its own.
      const own = context.length > 0 ? hidden.subarray(firstRow * dimensions, (firstRow + ids.length) * dimensions) : hidden;
      const vector = meanVector(own, own.length / dimensions, dimensions);
      const embedding = { vector, truncated };
      const pieces = all.length;
      if (!withTokens || tokenDimensions === 0) return { embedding, pieces };
      if (kind === 'query') return { embedding: { ...embedding, tokens: tokenVectors(hidden, ids, firstRow) }, pieces };
      const kept = keepTokens(hidden, firstRow * dimensions, read, keeping);
      return { embedding: kept ? { ...embedding, kept } : embedding, pieces };
    },
    release: () => session.release(),
  };
}

/** Returns undefined when token vectors keep their dimensions or are not made at all. */
function chooseProjection({ dimensions, tokenDimensions, tokenProjection }: EmbedWorkerData): Projection | undefined {
  if (tokenDimensions === 0 || tokenDimensions === dimensions) return undefined;
  return tokenProjection ? createLearnedProjection(tokenProjection, dimensions) : createProjection(dimensions, tokenDimensions);
}

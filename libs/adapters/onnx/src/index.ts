export { createOnnxEmbedder } from './onnx-embedder.ts';
export type { EmbedderObserver } from './onnx-embedder.ts';
export { E5_SMALL_V2, MINILM_L6_V2, modelId, vectorsId } from './embedding-model.ts';
export type { EmbeddingModel } from './embedding-model.ts';
export { findModelFiles } from './model-files/find-model-files.ts';
export type { FindModelOptions, ModelProgress } from './model-files/find-model-files.ts';
export { fingerprintModelFiles } from './model-files/look-at-places.ts';
export { modelCacheFolder } from './model-files/model-cache-folder.ts';
export { findOnnxRuntime } from './embedding/encoder.ts';

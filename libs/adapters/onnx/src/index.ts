export { createOnnxEmbedder } from './onnx-embedder.ts';
export type { EmbedderObserver, OnnxEmbedderOptions } from './onnx-embedder.ts';
export { E5_SMALL_V2, EMBEDDING_MODELS, MINILM_L6_V2, modelId } from './embedding-model.ts';
export type { EmbeddingModel, ModelFile } from './embedding-model.ts';
export { findModelFiles } from './model-files/find-model-files.ts';
export type { FindModelOptions, ModelFiles, ModelProgress, ModelSource } from './model-files/find-model-files.ts';
export { modelCacheFolder } from './model-files/model-cache-folder.ts';
export { MODEL_HUB_URL } from './model-files/hub-source.ts';
export type { MavenOptions } from './model-files/maven-source.ts';

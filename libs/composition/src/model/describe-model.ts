import { findModelFiles, findOnnxRuntime, modelId, type ModelProgress } from '@total-recall/adapter-onnx';
import { TotalRecallError, type EmbedderConfig } from '@total-recall/runtime';
import { configuredModel, modelSearch } from './open-model.ts';

/** Availability of the configured embedding model. */
export type ModelAvailability =
  | { readonly kind: 'off' }
  | { readonly kind: 'endpoint'; readonly url: string }
  | { readonly kind: 'there'; readonly model: string; readonly modelPath: string; readonly source: string; readonly hasRuntime: boolean }
  | { readonly kind: 'absent'; readonly model: string; readonly reason: string; readonly hasRuntime: boolean };

/** Looks into the model folder and the cache, without any network request. */
export async function describeModel(config: EmbedderConfig): Promise<ModelAvailability> {
  try {
    return await fetchModel({ ...config, modelDownload: false });
  } catch (error) {
    if (!(error instanceof TotalRecallError && error.code === 'unavailable')) throw error;
    return { kind: 'absent', model: modelId(configuredModel(config)), reason: error.message, hasRuntime: findOnnxRuntime() };
  }
}

/** Finds or downloads the model without loading it. Errors: `unavailable`, with the answer of each source. */
export async function fetchModel(
  config: EmbedderConfig,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (progress: ModelProgress) => void } = {},
): Promise<ModelAvailability> {
  if (config.embedder === 'off') return { kind: 'off' };
  if (config.embedder === 'http') return { kind: 'endpoint', url: config.embedderUrl };
  const model = configuredModel(config);
  const { modelPath, source } = await findModelFiles(model, { ...modelSearch(config), ...options });
  return { kind: 'there', model: modelId(model), modelPath, source, hasRuntime: findOnnxRuntime() };
}

import type { EmbeddingModel, ModelFile } from '../embedding-model.ts';
import { download, type Download, type DownloadOptions } from './download.ts';

export const MODEL_HUB_URL = 'https://huggingface.co';

/** Downloads a model's file at its pinned revision. Errors: as `download`. */
export function readFromHub(model: EmbeddingModel, file: ModelFile, hubUrl: string, options: DownloadOptions): Promise<Download> {
  const { repository, revision } = model.hub;
  return download(`${hubUrl.replace(/\/+$/, '')}/${repository}/resolve/${revision}/${file.hubPath}`, options);
}

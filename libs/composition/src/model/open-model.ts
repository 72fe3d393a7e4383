import { homedir } from 'node:os';
import {
  createOnnxEmbedder,
  E5_SMALL_V2,
  findModelFiles,
  findOnnxRuntime,
  fingerprintModelFiles,
  MINILM_L6_V2,
  modelCacheFolder,
  type EmbedderObserver,
  type EmbeddingModel,
  type FindModelOptions,
  type ModelProgress,
} from '@total-recall/adapter-onnx';
import type { Logger, Metrics } from '@total-recall/observability';
import type { Embedder, Scheduler } from '@total-recall/ports';
import { TotalRecallError, type EmbedderConfig, type EmbedderProviderOptions } from '@total-recall/runtime';

export type ModelConfig = Pick<
  EmbedderConfig,
  'embedder' | 'embedderThreads' | 'modelDir' | 'modelDownload' | 'modelHubUrl' | 'modelMavenUrl'
>;

/** Called with `undefined` when the download is over. */
export type OnModelProgress = (progress: ModelProgress | undefined) => void;

interface ModelDeps {
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly onModelProgress?: OnModelProgress;
}

/**
 * Dimensions kept of a token vector: 128 lose nothing and take a third of the model's own. Source:
 * retrieval study, recipe B, 3.
 */
export const TOKEN_DIMENSIONS = 128;
/** Share of a download between two log lines. */
const PROGRESS_STEP = 0.1;
/** Time between two looks for model files that somebody put on this machine. */
const LOOK_MS = 2_000;

export function configuredModel({ embedder }: Pick<ModelConfig, 'embedder'>): EmbeddingModel {
  return embedder === 'e5' ? E5_SMALL_V2 : MINILM_L6_V2;
}

/** Reads from the settings where to look for a model. */
export function modelSearch(config: ModelConfig): FindModelOptions {
  const isAllowed = config.modelDownload;
  return {
    ...(config.modelDir === undefined ? {} : { folder: config.modelDir }),
    cacheFolder: modelCacheFolder(process.env, homedir),
    hub: isAllowed && { url: config.modelHubUrl },
    maven: isAllowed && {},
    central: isAllowed && { url: config.modelMavenUrl },
    proxy: process.env,
  };
}

/** Finds or downloads the configured model and loads it. Files put in place later are noticed and tried at once. */
export function createModelOpener(config: ModelConfig, deps: ModelDeps): Pick<EmbedderProviderOptions, 'open' | 'sooner'> {
  const model = configuredModel(config);
  const search = modelSearch(config);
  let looked = '';
  return {
    open: async (signal, say) => {
      try {
        return await openModel(model, { ...search, signal }, config, deps, say);
      } finally {
        deps.onModelProgress?.(undefined);
        looked = await fingerprintModelFiles(model, search);
      }
    },
    sooner: async (signal) => {
      while ((await fingerprintModelFiles(model, search)) === looked) await deps.scheduler.delay(LOOK_MS, signal);
    },
  };
}

async function openModel(
  model: EmbeddingModel,
  search: FindModelOptions,
  config: ModelConfig,
  { logger, metrics, onModelProgress }: ModelDeps,
  say: (doing: string) => void,
): Promise<Embedder> {
  if (!findOnnxRuntime())
    throw new TotalRecallError(
      'unavailable',
      'The optional package onnxruntime-node is not installed (npm install onnxruntime-node), so there are no embeddings.',
    );
  const show = onModelProgress ?? logProgress(logger);
  const files = await findModelFiles(model, {
    ...search,
    onProgress: (progress) => {
      say(`the model is being fetched (${Math.floor((100 * progress.receivedBytes) / progress.totalBytes)} % of ${progress.file})`);
      show(progress);
    },
    onMiss: (source, reason) => logger.debug({ model: model.name, source, reason }, 'the model is not there'),
  });
  say('the model is being loaded');
  return createOnnxEmbedder({
    model,
    files,
    threads: config.embedderThreads,
    tokenDimensions: TOKEN_DIMENSIONS,
    observer: observeEmbedder(metrics),
  });
}

function observeEmbedder(metrics: Metrics): EmbedderObserver {
  return {
    queued: (texts) => metrics.embedQueue.set(texts),
    embedded: ({ texts, truncated }) => {
      metrics.embedTexts.inc({ result: 'whole' }, texts - truncated);
      metrics.embedTexts.inc({ result: 'truncated' }, truncated);
    },
    refused: (texts) => metrics.embedTexts.inc({ result: 'refused' }, texts),
  };
}

function logProgress(logger: Logger): (progress: ModelProgress) => void {
  let told = '';
  return ({ source, file, receivedBytes, totalBytes }) => {
    const step = Math.floor(receivedBytes / totalBytes / PROGRESS_STEP);
    if (told === `${file} ${step}`) return;
    told = `${file} ${step}`;
    logger.info({ source, file, receivedBytes, totalBytes }, 'fetching the embedding model');
  };
}

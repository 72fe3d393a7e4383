import { homedir } from 'node:os';
import { createHttpEmbedder } from '@total-recall/adapter-embedding-http';
import {
  createOnnxEmbedder,
  E5_SMALL_V2,
  findModelFiles,
  MINILM_L6_V2,
  modelCacheFolder,
  type EmbedderObserver,
  type ModelProgress,
} from '@total-recall/adapter-onnx';
import type { Logger, Metrics } from '@total-recall/observability';
import type { Embedder, Random, Scheduler } from '@total-recall/ports';
import { provideEmbedder, type AppConfig, type EmbedderProvider } from '@total-recall/runtime';

export type EmbedderConfig = Pick<
  AppConfig,
  'embedder' | 'embedderThreads' | 'embedderUrl' | 'embedderModel' | 'embedderDimensions' | 'embedderKey' | 'modelDir'
>;

interface EmbedderDeps {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Of a token vector: fewer than the model's own lose nothing and weigh a third. Source: retrieval study, recipe B, 3. */
const TOKEN_DIMENSIONS = 128;
/** A log line each so many percent of a download. */
const PROGRESS_STEP = 0.1;

/** The embedder that the settings ask for, got in the background; undefined where vectors are off. */
export function openEmbedder(config: EmbedderConfig, deps: EmbedderDeps): EmbedderProvider | undefined {
  const { logger } = deps;
  if (config.embedder === 'off') return undefined;
  return provideEmbedder(deps, {
    open: (signal) => (config.embedder === 'http' ? openEndpoint(config) : openModel(config, deps, signal)),
    onReady: (embedder) =>
      logger.info({ model: embedder.model, dimensions: embedder.dimensions }, 'the embedding model is there; vectors are filled in'),
    onFailed: (error, retryInMs) => logger.warn({ err: error, retryInMs }, 'no embedding model; answers are from text alone'),
  });
}

/** An endpoint is there once it has answered. */
async function openEndpoint({ embedderUrl, embedderModel, embedderDimensions, embedderKey }: EmbedderConfig): Promise<Embedder> {
  const embedder = createHttpEmbedder({
    url: embedderUrl!,
    model: embedderModel!,
    dimensions: embedderDimensions,
    ...(embedderKey === null ? {} : { apiKey: embedderKey }),
  });
  try {
    await embedder.embed([{ text: 'Is anybody there?', kind: 'query' }]);
    return embedder;
  } catch (error) {
    await embedder.close();
    throw error;
  }
}

async function openModel(config: EmbedderConfig, { logger, metrics }: EmbedderDeps, signal: AbortSignal): Promise<Embedder> {
  const model = config.embedder === 'e5' ? E5_SMALL_V2 : MINILM_L6_V2;
  const files = await findModelFiles(model, {
    ...(config.modelDir === null ? {} : { folder: config.modelDir }),
    cacheFolder: modelCacheFolder(process.env, homedir()),
    onProgress: logProgress(logger),
    onMiss: (source, reason) => logger.info({ model: model.name, source, reason }, 'the model is not there'),
    signal,
  });
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

import { createHttpEmbedder, httpVectorsId } from '@total-recall/adapter-embedding-http';
import { vectorsId } from '@total-recall/adapter-onnx';
import type { Logger, Metrics } from '@total-recall/observability';
import type { Embedder, Random, Scheduler } from '@total-recall/ports';
import {
  loadEmbedderInBackground,
  reasonText,
  rememberEmbeddings,
  type EmbedderConfig,
  type EmbedderProvider,
  type RememberingEmbedder,
} from '@total-recall/runtime';
import { configuredModel, createModelOpener, TOKEN_DIMENSIONS, type OnModelProgress } from './open-model.ts';

export interface EmbedderDeps {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Size of the cache of embeddings, in bytes. A text that comes again is not embedded again. */
  readonly rememberedBytes: number;
  /** Shows the progress of a download; without it progress is logged. */
  readonly onModelProgress?: OnModelProgress;
  /** Wraps the model once it is loaded. */
  readonly wrapEmbedder?: (embedder: Embedder) => Embedder;
}

const ADVICE =
  'Recall answers from words alone until then; it is looked for again by itself. docs/models.md says how to bring a model along; TOTAL_RECALL_EMBEDDER=off does without.';

export interface OpenedEmbedder extends EmbedderProvider {
  /** Clears the cache of embeddings. */
  forget(): void;
  /** Returns the bytes of the embeddings in the cache. */
  heldBytes(): number;
}

/** Opens the configured embedder, loading it in the background. Returns undefined if vectors are off. */
export function openEmbedder(config: EmbedderConfig, deps: EmbedderDeps): OpenedEmbedder | undefined {
  const { logger, metrics, rememberedBytes, wrapEmbedder = (embedder: Embedder) => embedder } = deps;
  if (config.embedder === 'off') return undefined;
  const opener: ReturnType<typeof createModelOpener> =
    config.embedder === 'http' ? { open: () => openEndpoint(config) } : createModelOpener(config, deps);
  let told = '';
  let remembering: RememberingEmbedder | undefined;
  const provider = loadEmbedderInBackground(deps, {
    ...opener,
    open: async (...args) =>
      (remembering = rememberEmbeddings(wrapEmbedder(await opener.open(...args)), {
        maxBytes: rememberedBytes,
        onRepeated: (texts) => metrics.embedTexts.inc({ result: 'repeated' }, texts),
      })),
    onReady: (embedder) =>
      logger.info({ model: embedder.model, dimensions: embedder.dimensions }, 'the embedding model is there; vectors are filled in'),
    onFailed: (error, retryInMs) => {
      const reason = reasonText(error);
      // The same reason is a warning only once, however often loading is retried.
      if (reason === told) return logger.debug({ reason, retryInMs }, 'still no embedding model');
      told = reason;
      logger.warn({ reason, advice: ADVICE }, 'there is no embedding model');
    },
  });
  return { ...provider, forget: () => remembering?.forget(), heldBytes: () => remembering?.heldBytes ?? 0 };
}

/** Returns the id of the vectors of the configured model, without loading it; null if vectors are off. */
export function configuredVectors(config: EmbedderConfig): string | null {
  if (config.embedder === 'off') return null;
  if (config.embedder === 'http') return httpVectorsId({ model: config.embedderModel, dimensions: config.embedderDimensions });
  return vectorsId(configuredModel(config), TOKEN_DIMENSIONS);
}

type EndpointConfig = Extract<EmbedderConfig, { readonly embedder: 'http' }>;

/** Opens an HTTP embedder after one successful request. */
async function openEndpoint({ embedderUrl, embedderModel, embedderDimensions, embedderKey }: EndpointConfig): Promise<Embedder> {
  const embedder = createHttpEmbedder({
    url: embedderUrl,
    model: embedderModel,
    dimensions: embedderDimensions,
    ...(embedderKey === undefined ? {} : { apiKey: embedderKey }),
  });
  try {
    await embedder.embed([{ text: 'Is anybody there?', kind: 'query' }]);
    return embedder;
  } catch (error) {
    await embedder.close();
    throw error;
  }
}

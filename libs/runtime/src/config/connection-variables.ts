import { ADDRESSES, ADDRESSES_TEXT, choice, integer, path, secret, text, URL_TEXT, type ConfigVariable } from './config-variable.ts';

const USER = /^[^\0\s]{1,256}$/;

const url = (key: string, description: string) => text(key, URL_TEXT, 'an http or https address without a user or a password', description);
const user = (key: string, description: string) => text(key, USER, 'a name', description);

/** Variables for the connections of the API, to the servers of a cluster, and between its services. */
export const CONNECTION_VARIABLES = {
  TOTAL_RECALL_TLS_CERT_FILE: path(
    'tlsCertFile',
    'The API, over HTTP and gRPC: its certificate (PEM), with those between it and the authority; it is plaintext where absent.',
  ),
  TOTAL_RECALL_TLS_KEY_FILE: path('tlsKeyFile', 'The API: the key (PEM) of that certificate.'),

  TOTAL_RECALL_KAFKA_BROKERS: text('kafkaBrokers', ADDRESSES, ADDRESSES_TEXT, 'Services: the brokers of Kafka.'),
  TOTAL_RECALL_KAFKA_REPLICATION: integer('kafkaReplication', 3, 1, 9, 'Services: copies of each partition of a topic that is made.'),
  TOTAL_RECALL_KAFKA_TLS: choice('kafkaTls', ['off', 'on'], 'Services: whether the brokers are spoken to over TLS.'),
  TOTAL_RECALL_KAFKA_TLS_CA_FILE: path(
    'kafkaTlsCaFile',
    "Services: the authority (PEM) that signed the brokers' certificates; the system's where absent.",
  ),
  TOTAL_RECALL_KAFKA_TLS_CERT_FILE: path('kafkaTlsCertFile', 'Services: our certificate (PEM), where the brokers want one.'),
  TOTAL_RECALL_KAFKA_TLS_KEY_FILE: path('kafkaTlsKeyFile', 'Services: the key (PEM) of that certificate.'),
  TOTAL_RECALL_KAFKA_SASL: choice(
    'kafkaSasl',
    ['off', 'plain', 'scram-sha-256', 'scram-sha-512'],
    'Services: how we log in at the brokers; with `plain` the password goes over the wire as it is.',
  ),
  TOTAL_RECALL_KAFKA_USERNAME: user('kafkaUsername', 'Services: the user of SASL.'),
  TOTAL_RECALL_KAFKA_PASSWORD: secret('kafkaPassword', 'a password', 'Services: the password of that user.'),

  TOTAL_RECALL_OPENSEARCH_URL: url('opensearchUrl', 'Services: where OpenSearch answers.'),
  TOTAL_RECALL_OPENSEARCH_REPLICAS: integer('opensearchReplicas', 1, 0, 9, 'Services: further copies of each index that is made.'),
  TOTAL_RECALL_OPENSEARCH_USERNAME: user('opensearchUsername', 'Services: the user of OpenSearch (basic authentication).'),
  TOTAL_RECALL_OPENSEARCH_PASSWORD: secret('opensearchPassword', 'a password', 'Services: the password of that user.'),
  TOTAL_RECALL_OPENSEARCH_TLS_CA_FILE: path(
    'opensearchTlsCaFile',
    "Services: the authority (PEM) of an https address; the system's where absent.",
  ),
  TOTAL_RECALL_OPENSEARCH_TLS_CERT_FILE: path('opensearchTlsCertFile', 'Services: our certificate (PEM), where OpenSearch wants one.'),
  TOTAL_RECALL_OPENSEARCH_TLS_KEY_FILE: path('opensearchTlsKeyFile', 'Services: the key (PEM) of that certificate.'),

  TOTAL_RECALL_CLICKHOUSE_URL: url('clickhouseUrl', 'Services: where ClickHouse answers.'),
  TOTAL_RECALL_CLICKHOUSE_USERNAME: user('clickhouseUsername', "Services: the user of ClickHouse; the server's `default` where absent."),
  TOTAL_RECALL_CLICKHOUSE_PASSWORD: secret('clickhousePassword', 'a password', 'Services: the password of that user.'),
  TOTAL_RECALL_CLICKHOUSE_TLS_CA_FILE: path(
    'clickhouseTlsCaFile',
    "Services: the authority (PEM) of an https address; the system's where absent.",
  ),
  TOTAL_RECALL_CLICKHOUSE_TLS_CERT_FILE: path('clickhouseTlsCertFile', 'Services: our certificate (PEM), where ClickHouse wants one.'),
  TOTAL_RECALL_CLICKHOUSE_TLS_KEY_FILE: path('clickhouseTlsKeyFile', 'Services: the key (PEM) of that certificate.'),

  TOTAL_RECALL_S3_ENDPOINT: url('s3Endpoint', 'Services: where S3 answers, if not at AWS.'),
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
  TOTAL_RECALL_S3_SECRET_ACCESS_KEY: secret('s3SecretAccessKey', 'a secret key', 'Services: the secret of that access key.'),
  TOTAL_RECALL_S3_TLS_CA_FILE: path('s3TlsCaFile', "Services: the authority (PEM) of an https address; the system's where absent."),

  TOTAL_RECALL_SERVICE_TLS: choice(
    'serviceTls',
    ['off', 'on', 'mutual', 'mesh'],
    'Between services: `off` is plaintext, on loopback only; `on` proves the service, `mutual` its caller as well; `mesh` is plaintext anywhere, as something else encrypts.',
  ),
  TOTAL_RECALL_SERVICE_TLS_CA_FILE: path(
    'serviceTlsCaFile',
    "Between services: the authority (PEM) of the other side's certificate; needed with `mutual`, else the system's where absent.",
  ),
  TOTAL_RECALL_SERVICE_TLS_CERT_FILE: path(
    'serviceTlsCertFile',
    'Between services: our certificate (PEM). A service needs it with `on` and `mutual`, a caller with `mutual`.',
  ),
  TOTAL_RECALL_SERVICE_TLS_KEY_FILE: path('serviceTlsKeyFile', 'Between services: the key (PEM) of that certificate.'),
} as const satisfies Readonly<Record<string, ConfigVariable>>;

/** The settings of these variables; null if not set. */
export interface ConnectionConfig {
  readonly tlsCertFile: string | null;
  readonly tlsKeyFile: string | null;
  readonly kafkaBrokers: string | null;
  readonly kafkaReplication: number;
  readonly kafkaTls: 'off' | 'on';
  readonly kafkaTlsCaFile: string | null;
  readonly kafkaTlsCertFile: string | null;
  readonly kafkaTlsKeyFile: string | null;
  readonly kafkaSasl: 'off' | 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly kafkaUsername: string | null;
  readonly kafkaPassword: string | null;
  readonly opensearchUrl: string | null;
  readonly opensearchReplicas: number;
  readonly opensearchUsername: string | null;
  readonly opensearchPassword: string | null;
  readonly opensearchTlsCaFile: string | null;
  readonly opensearchTlsCertFile: string | null;
  readonly opensearchTlsKeyFile: string | null;
  readonly clickhouseUrl: string | null;
  readonly clickhouseUsername: string | null;
  readonly clickhousePassword: string | null;
  readonly clickhouseTlsCaFile: string | null;
  readonly clickhouseTlsCertFile: string | null;
  readonly clickhouseTlsKeyFile: string | null;
  readonly s3Endpoint: string | null;
  readonly s3Region: string;
  readonly s3AccessKeyId: string | null;
  readonly s3SecretAccessKey: string | null;
  readonly s3TlsCaFile: string | null;
  readonly serviceTls: 'off' | 'on' | 'mutual' | 'mesh';
  readonly serviceTlsCaFile: string | null;
  readonly serviceTlsCertFile: string | null;
  readonly serviceTlsKeyFile: string | null;
}

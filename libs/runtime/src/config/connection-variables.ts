import { z } from 'zod';
import {
  ADDRESSES,
  ADDRESSES_TEXT,
  choice,
  flag,
  integer,
  path,
  PLAIN_URL,
  secret,
  text,
  textOr,
  URL_EXPECTED,
  type ConfigTable,
} from './config-variable.ts';

const USER = /^[^\0\s]{1,256}$/;

const url = <const Key extends string>(key: Key, description: string) =>
  text(key, PLAIN_URL, `${URL_EXPECTED} without a user or a password`, description);
const user = <const Key extends string>(key: Key, description: string) => text(key, USER, 'a name', description);
const password = <const Key extends string>(key: Key, description: string, expected = 'a password') =>
  secret(key, /^[^\0\r\n]{1,4096}$/, expected, description);

/** Variables for the connections to the servers of a cluster. */
export const CONNECTION_VARIABLES = {
  TOTAL_RECALL_NAME_PREFIX: textOr(
    'namePrefix',
    'totalrecall',
    /^[a-z][a-z0-9]{2,19}$/,
    '3 to 20 lower-case letters and digits',
    'Services of a cluster: prefix of the names of topics, indices and buckets, and name of the database.',
  ),

  TOTAL_RECALL_KAFKA_BROKERS: {
    key: 'kafkaBrokers',
    schema: z
      .string()
      .regex(ADDRESSES)
      .transform((brokers): readonly string[] => brokers.split(',')),
    expected: ADDRESSES_TEXT,
    description: 'Services: the Kafka brokers.',
  },
  TOTAL_RECALL_KAFKA_REPLICATION: integer('kafkaReplication', 3, 1, 9, 'Services: replication factor of the topics they create.'),
  TOTAL_RECALL_KAFKA_TLS: flag('kafkaTls', false, 'Services: whether connections to the brokers use TLS.'),
  TOTAL_RECALL_KAFKA_TLS_CA_FILE: path('kafkaTlsCaFile', "Services: the CA certificate (PEM) of the brokers; by default the system's."),
  TOTAL_RECALL_KAFKA_TLS_CERT_FILE: path('kafkaTlsCertFile', 'Services: client certificate (PEM), if the brokers require one.'),
  TOTAL_RECALL_KAFKA_TLS_KEY_FILE: path('kafkaTlsKeyFile', 'Services: key (PEM) of that certificate.'),
  TOTAL_RECALL_KAFKA_SASL: choice(
    'kafkaSasl',
    ['off', 'plain', 'scram-sha-256', 'scram-sha-512'],
    'Services: SASL mechanism for the brokers; `plain` sends the password unencrypted unless TLS is on.',
  ),
  TOTAL_RECALL_KAFKA_USERNAME: user('kafkaUsername', 'Services: SASL user.'),
  TOTAL_RECALL_KAFKA_PASSWORD: password('kafkaPassword', 'Services: password of that user.'),

  TOTAL_RECALL_OPENSEARCH_URL: url('opensearchUrl', 'Services: address of OpenSearch.'),
  TOTAL_RECALL_OPENSEARCH_REPLICAS: integer('opensearchReplicas', 1, 0, 9, 'Services: number of replicas of the indices they create.'),
  TOTAL_RECALL_OPENSEARCH_USERNAME: user('opensearchUsername', 'Services: OpenSearch user (basic authentication).'),
  TOTAL_RECALL_OPENSEARCH_PASSWORD: password('opensearchPassword', 'Services: password of that user.'),
  TOTAL_RECALL_OPENSEARCH_TLS_CA_FILE: path(
    'opensearchTlsCaFile',
    "Services: CA certificate (PEM) for an https address; by default the system's.",
  ),
  TOTAL_RECALL_OPENSEARCH_TLS_CERT_FILE: path('opensearchTlsCertFile', 'Services: client certificate (PEM), if OpenSearch requires one.'),
  TOTAL_RECALL_OPENSEARCH_TLS_KEY_FILE: path('opensearchTlsKeyFile', 'Services: key (PEM) of that certificate.'),

  TOTAL_RECALL_CLICKHOUSE_URL: url('clickhouseUrl', 'Services: address of ClickHouse.'),
  TOTAL_RECALL_CLICKHOUSE_USERNAME: user('clickhouseUsername', "Services: ClickHouse user; by default the server's `default`."),
  TOTAL_RECALL_CLICKHOUSE_PASSWORD: password('clickhousePassword', 'Services: password of that user.'),
  TOTAL_RECALL_CLICKHOUSE_TLS_CA_FILE: path(
    'clickhouseTlsCaFile',
    "Services: CA certificate (PEM) for an https address; by default the system's.",
  ),
  TOTAL_RECALL_CLICKHOUSE_TLS_CERT_FILE: path('clickhouseTlsCertFile', 'Services: client certificate (PEM), if ClickHouse requires one.'),
  TOTAL_RECALL_CLICKHOUSE_TLS_KEY_FILE: path('clickhouseTlsKeyFile', 'Services: key (PEM) of that certificate.'),

  TOTAL_RECALL_S3_ENDPOINT: url('s3Endpoint', 'Services: address of S3, if it is not AWS.'),
  TOTAL_RECALL_S3_REGION: textOr('s3Region', 'us-east-1', /^[a-z0-9-]{1,64}$/, 'a region', 'Services: S3 region.'),
  TOTAL_RECALL_S3_ACCESS_KEY_ID: text(
    's3AccessKeyId',
    /^[\x21-\x7e]{1,256}$/,
    'an access key',
    'Services: S3 access key; by default the credentials of the machine or the pod.',
  ),
  TOTAL_RECALL_S3_SECRET_ACCESS_KEY: password('s3SecretAccessKey', 'Services: secret of that access key.', 'a secret key'),
  TOTAL_RECALL_S3_TLS_CA_FILE: path('s3TlsCaFile', "Services: CA certificate (PEM) for an https address; by default the system's."),
} as const satisfies ConfigTable;

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
    'Services of a cluster: begins the names of topics, indices and buckets, and is that of the database.',
  ),

  TOTAL_RECALL_KAFKA_BROKERS: {
    key: 'kafkaBrokers',
    schema: z
      .string()
      .regex(ADDRESSES)
      .transform((brokers): readonly string[] => brokers.split(',')),
    expected: ADDRESSES_TEXT,
    description: 'Services: the brokers of Kafka.',
  },
  TOTAL_RECALL_KAFKA_REPLICATION: integer('kafkaReplication', 3, 1, 9, 'Services: copies of each partition of a topic that is made.'),
  TOTAL_RECALL_KAFKA_TLS: flag('kafkaTls', false, 'Services: whether the brokers are spoken to over TLS.'),
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
  TOTAL_RECALL_KAFKA_PASSWORD: password('kafkaPassword', 'Services: the password of that user.'),

  TOTAL_RECALL_OPENSEARCH_URL: url('opensearchUrl', 'Services: where OpenSearch answers.'),
  TOTAL_RECALL_OPENSEARCH_REPLICAS: integer('opensearchReplicas', 1, 0, 9, 'Services: further copies of each index that is made.'),
  TOTAL_RECALL_OPENSEARCH_USERNAME: user('opensearchUsername', 'Services: the user of OpenSearch (basic authentication).'),
  TOTAL_RECALL_OPENSEARCH_PASSWORD: password('opensearchPassword', 'Services: the password of that user.'),
  TOTAL_RECALL_OPENSEARCH_TLS_CA_FILE: path(
    'opensearchTlsCaFile',
    "Services: the authority (PEM) of an https address; the system's where absent.",
  ),
  TOTAL_RECALL_OPENSEARCH_TLS_CERT_FILE: path('opensearchTlsCertFile', 'Services: our certificate (PEM), where OpenSearch wants one.'),
  TOTAL_RECALL_OPENSEARCH_TLS_KEY_FILE: path('opensearchTlsKeyFile', 'Services: the key (PEM) of that certificate.'),

  TOTAL_RECALL_CLICKHOUSE_URL: url('clickhouseUrl', 'Services: where ClickHouse answers.'),
  TOTAL_RECALL_CLICKHOUSE_USERNAME: user('clickhouseUsername', "Services: the user of ClickHouse; the server's `default` where absent."),
  TOTAL_RECALL_CLICKHOUSE_PASSWORD: password('clickhousePassword', 'Services: the password of that user.'),
  TOTAL_RECALL_CLICKHOUSE_TLS_CA_FILE: path(
    'clickhouseTlsCaFile',
    "Services: the authority (PEM) of an https address; the system's where absent.",
  ),
  TOTAL_RECALL_CLICKHOUSE_TLS_CERT_FILE: path('clickhouseTlsCertFile', 'Services: our certificate (PEM), where ClickHouse wants one.'),
  TOTAL_RECALL_CLICKHOUSE_TLS_KEY_FILE: path('clickhouseTlsKeyFile', 'Services: the key (PEM) of that certificate.'),

  TOTAL_RECALL_S3_ENDPOINT: url('s3Endpoint', 'Services: where S3 answers, if not at AWS.'),
  TOTAL_RECALL_S3_REGION: textOr('s3Region', 'us-east-1', /^[a-z0-9-]{1,64}$/, 'a region', 'Services: the region of S3.'),
  TOTAL_RECALL_S3_ACCESS_KEY_ID: text(
    's3AccessKeyId',
    /^[\x21-\x7e]{1,256}$/,
    'an access key',
    'Services: the access key of S3; where absent, what the machine or the pod has.',
  ),
  TOTAL_RECALL_S3_SECRET_ACCESS_KEY: password('s3SecretAccessKey', 'Services: the secret of that access key.', 'a secret key'),
  TOTAL_RECALL_S3_TLS_CA_FILE: path('s3TlsCaFile', "Services: the authority (PEM) of an https address; the system's where absent."),
} as const satisfies ConfigTable;

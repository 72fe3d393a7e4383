import type { KafkaSettings } from '@total-recall/adapter-kafka';
import type { S3Settings } from '@total-recall/adapter-s3';
import type { Logger } from '@total-recall/observability';
import type { AppConfig, TlsFiles } from '@total-recall/runtime';
import type { ClientTls, Plaintext, ServerTls } from '@total-recall/runtime/service-calls';
import { required } from './cluster-settings.ts';

/** Builds the connection to the brokers and the names of topics from the settings. */
export function kafkaSettings(config: AppConfig, logger: Logger) {
  const { kafkaBrokers } = required(config, ['kafkaBrokers']);
  const { kafkaTls, kafkaTlsCaFile, kafkaTlsCertFile, kafkaTlsKeyFile, kafkaSasl, kafkaUsername, kafkaPassword } = config;
  const kafka: KafkaSettings = {
    brokers: kafkaBrokers.split(','),
    logger,
    ...(kafkaTls === 'on' && { tls: filesOf(kafkaTlsCaFile, kafkaTlsCertFile, kafkaTlsKeyFile) }),
    ...(kafkaSasl !== 'off' && { sasl: { mechanism: kafkaSasl, username: kafkaUsername ?? '', password: kafkaPassword ?? '' } }),
  };
  return { kafka, prefix: config.namePrefix, replication: config.kafkaReplication };
}

export function opensearchOf(config: AppConfig, logger: Logger) {
  const { opensearchUrl } = required(config, ['opensearchUrl']);
  const { opensearchUsername, opensearchPassword, opensearchTlsCaFile, opensearchTlsCertFile, opensearchTlsKeyFile } = config;
  const tls = filesOf(opensearchTlsCaFile, opensearchTlsCertFile, opensearchTlsKeyFile);
  return {
    urls: [opensearchUrl],
    logger,
    ...(opensearchUrl.startsWith('https:') && { tls }),
    ...loginOf(opensearchUsername, opensearchPassword),
  };
}

export function clickhouseOf(config: AppConfig) {
  const { clickhouseUrl } = required(config, ['clickhouseUrl']);
  const { clickhouseUsername, clickhousePassword, clickhouseTlsCaFile, clickhouseTlsCertFile, clickhouseTlsKeyFile } = config;
  const tls = filesOf(clickhouseTlsCaFile, clickhouseTlsCertFile, clickhouseTlsKeyFile);
  return {
    url: clickhouseUrl,
    database: config.namePrefix,
    ...(clickhouseUrl.startsWith('https:') && { tls }),
    ...loginOf(clickhouseUsername, clickhousePassword),
  };
}

export function s3Of({ s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey, s3TlsCaFile }: AppConfig): S3Settings {
  return {
    region: s3Region,
    ...(s3Endpoint !== null && { endpoint: s3Endpoint }),
    ...(s3TlsCaFile !== null && { caFile: s3TlsCaFile }),
    ...(s3AccessKeyId !== null &&
      s3SecretAccessKey !== null && { credentials: { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey } }),
  };
}

/**
 * Builds the TLS settings of a service's own port. Errors: `invalid_request` when it needs a certificate and has none.
 */
export function serviceSecurity(config: AppConfig): ServerTls | Plaintext {
  if (config.serviceTls === 'off' || config.serviceTls === 'mesh') return plaintextOf(config);
  const { serviceTlsCertFile: certFile, serviceTlsKeyFile: keyFile } = required(config, ['serviceTlsCertFile', 'serviceTlsKeyFile']);
  return { certFile, keyFile, ...(config.serviceTls === 'mutual' && filesOf(config.serviceTlsCaFile, null, null)) };
}

/** Builds the TLS settings for calls to other services. */
export function callerSecurity(config: AppConfig): ClientTls | Plaintext {
  if (config.serviceTls === 'off' || config.serviceTls === 'mesh') return plaintextOf(config);
  return filesOf(config.serviceTlsCaFile, config.serviceTlsCertFile, config.serviceTlsKeyFile);
}

function plaintextOf({ serviceTls }: AppConfig): Plaintext {
  return { plaintext: serviceTls === 'mesh' ? 'anywhere' : 'loopback' };
}

function filesOf(caFile: string | null, certFile: string | null, keyFile: string | null): TlsFiles {
  return { ...(caFile !== null && { caFile }), ...(certFile !== null && { certFile }), ...(keyFile !== null && { keyFile }) };
}

function loginOf(username: string | null, password: string | null) {
  return username === null || password === null ? {} : { username, password };
}

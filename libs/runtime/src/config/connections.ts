import type { ClientTls, Plaintext, ServerTls } from '../service-calls/service-security.ts';
import type { TlsFiles } from '../tls/read-tls-files.ts';
import type { Settings } from './config-variables.ts';
import { requireSettings } from './require-settings.ts';

/** Connection to the brokers. */
export interface KafkaConnection {
  readonly brokers: readonly string[];
  /** Absent for plaintext. */
  readonly tls?: TlsFiles;
  readonly sasl?: { readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; readonly username: string; readonly password: string };
  /** Longest time until the first broker answers. Absent for the adapter's own, which is meant for services. */
  readonly reachWithinMs?: number;
}

/** Connection to a server that speaks HTTP. */
export interface HttpConnection {
  readonly url: string;
  /** Set for an https address. */
  readonly tls?: TlsFiles;
  /** Set together with the password. */
  readonly username?: string;
  readonly password?: string;
}

/** Connection to S3. */
export interface S3Connection {
  readonly region: string;
  readonly endpoint?: string;
  readonly caFile?: string;
  /** Absent to use those of the machine or the pod. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** Settings of which `connectionProblems` has seen that they belong together. */
type Of<Key extends keyof Settings> = Pick<Settings, Key>;

type KafkaSettings = Of<
  'kafkaTls' | 'kafkaTlsCaFile' | 'kafkaTlsCertFile' | 'kafkaTlsKeyFile' | 'kafkaSasl' | 'kafkaUsername' | 'kafkaPassword'
>;

export function kafkaConnection({ kafkaBrokers, ...kafka }: KafkaSettings & Required<Of<'kafkaBrokers'>>): KafkaConnection {
  const { kafkaSasl: mechanism, kafkaUsername: username, kafkaPassword: password } = kafka;
  return {
    brokers: kafkaBrokers,
    ...(kafka.kafkaTls && { tls: filesOf(kafka.kafkaTlsCaFile, kafka.kafkaTlsCertFile, kafka.kafkaTlsKeyFile) }),
    ...(mechanism !== 'off' && username !== undefined && password !== undefined && { sasl: { mechanism, username, password } }),
  };
}

type OpensearchSettings = Of<
  'opensearchUsername' | 'opensearchPassword' | 'opensearchTlsCaFile' | 'opensearchTlsCertFile' | 'opensearchTlsKeyFile'
>;

export function opensearchConnection({ opensearchUrl, ...more }: OpensearchSettings & Required<Of<'opensearchUrl'>>): HttpConnection {
  const tls = filesOf(more.opensearchTlsCaFile, more.opensearchTlsCertFile, more.opensearchTlsKeyFile);
  return httpConnection(opensearchUrl, tls, more.opensearchUsername, more.opensearchPassword);
}

type ClickhouseSettings = Of<
  'clickhouseUsername' | 'clickhousePassword' | 'clickhouseTlsCaFile' | 'clickhouseTlsCertFile' | 'clickhouseTlsKeyFile'
>;

export function clickhouseConnection({ clickhouseUrl, ...more }: ClickhouseSettings & Required<Of<'clickhouseUrl'>>): HttpConnection {
  const tls = filesOf(more.clickhouseTlsCaFile, more.clickhouseTlsCertFile, more.clickhouseTlsKeyFile);
  return httpConnection(clickhouseUrl, tls, more.clickhouseUsername, more.clickhousePassword);
}

type S3Settings = Of<'s3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey' | 's3TlsCaFile'>;

export function s3Connection({ s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey, s3TlsCaFile }: S3Settings): S3Connection {
  return {
    region: s3Region,
    ...(s3Endpoint !== undefined && { endpoint: s3Endpoint }),
    ...(s3TlsCaFile !== undefined && { caFile: s3TlsCaFile }),
    ...(s3AccessKeyId !== undefined &&
      s3SecretAccessKey !== undefined && { credentials: { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey } }),
  };
}

type ServiceTlsSettings = Of<'serviceTls' | 'serviceTlsCaFile' | 'serviceTlsCertFile' | 'serviceTlsKeyFile'>;

/** Returns true if a service needs a certificate of its own for its port. */
export function needsCertificate({ serviceTls }: Of<'serviceTls'>): boolean {
  return serviceTls === 'on' || serviceTls === 'mutual';
}

export const CERTIFICATE = ['serviceTlsCertFile', 'serviceTlsKeyFile'] as const;

/** Security of a service's own port. Errors: `invalid_request` when it needs a certificate and has none. */
export function portSecurity(settings: ServiceTlsSettings): ServerTls | Plaintext {
  if (!needsCertificate(settings)) return plaintextOf(settings);
  requireSettings(settings, CERTIFICATE);
  const { serviceTls, serviceTlsCaFile, serviceTlsCertFile: certFile, serviceTlsKeyFile: keyFile } = settings;
  return { certFile, keyFile, ...(serviceTls === 'mutual' && filesOf(serviceTlsCaFile)) };
}

/** Returns the security of calls to other services. */
export function callSecurity(settings: ServiceTlsSettings): ClientTls | Plaintext {
  if (!needsCertificate(settings)) return plaintextOf(settings);
  return filesOf(settings.serviceTlsCaFile, settings.serviceTlsCertFile, settings.serviceTlsKeyFile);
}

function plaintextOf({ serviceTls }: ServiceTlsSettings): Plaintext {
  return { plaintext: serviceTls === 'mesh' ? 'anywhere' : 'loopback' };
}

function httpConnection(url: string, tls: TlsFiles, username?: string, password?: string): HttpConnection {
  return {
    url,
    ...(url.startsWith('https:') && { tls }),
    ...(username !== undefined && password !== undefined && { username, password }),
  };
}

function filesOf(caFile?: string, certFile?: string, keyFile?: string): TlsFiles {
  return {
    ...(caFile !== undefined && { caFile }),
    ...(certFile !== undefined && { certFile }),
    ...(keyFile !== undefined && { keyFile }),
  };
}

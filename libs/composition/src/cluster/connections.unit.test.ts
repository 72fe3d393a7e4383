import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { callerSecurity, clickhouseOf, kafkaSettings, opensearchOf, s3Of, serviceSecurity } from './connections.ts';

const configOf = (settings: Readonly<Record<string, string>>) =>
  parseConfig({
    HOME: '/home/ann',
    ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [`TOTAL_RECALL_${name}`, value])),
  });
const logger = SILENT_LOGGER;
const FILES = { caFile: '/ca', certFile: '/cert', keyFile: '/key' };
const filesOf = (prefix: string) => ({
  [`${prefix}_TLS_CA_FILE`]: '/ca',
  [`${prefix}_TLS_CERT_FILE`]: '/cert',
  [`${prefix}_TLS_KEY_FILE`]: '/key',
});

describe('connections of a cluster', () => {
  it('are plain where nothing else is said', () => {
    const config = configOf({ KAFKA_BROKERS: 'k1:9092,k2:9092', OPENSEARCH_URL: 'http://o:9200', CLICKHOUSE_URL: 'http://c:8123' });
    expect(kafkaSettings(config, logger).kafka).toEqual({ brokers: ['k1:9092', 'k2:9092'], logger });
    expect(opensearchOf(config, logger)).toEqual({ urls: ['http://o:9200'], logger });
    expect(clickhouseOf(config)).toEqual({ url: 'http://c:8123', database: 'totalrecall' });
    expect(s3Of(config)).toEqual({ region: 'us-east-1' });
  });

  it('have TLS and a login where they are set', () => {
    const kafka = { KAFKA_BROKERS: 'k:9093', KAFKA_TLS: 'on', KAFKA_SASL: 'scram-sha-256', KAFKA_USERNAME: 'app', KAFKA_PASSWORD: 'p' };
    const sasl = { mechanism: 'scram-sha-256', username: 'app', password: 'p' };
    expect(kafkaSettings(configOf(kafka), logger).kafka).toEqual({ brokers: ['k:9093'], logger, tls: {}, sasl });
    expect(kafkaSettings(configOf({ ...kafka, ...filesOf('KAFKA') }), logger).kafka.tls).toEqual(FILES);
    const opensearch = { OPENSEARCH_URL: 'https://o:9200', OPENSEARCH_USERNAME: 'app', OPENSEARCH_PASSWORD: 'p', ...filesOf('OPENSEARCH') };
    const login = { username: 'app', password: 'p' };
    expect(opensearchOf(configOf(opensearch), logger)).toEqual({ urls: ['https://o:9200'], logger, tls: FILES, ...login });
    const clickhouse = { CLICKHOUSE_URL: 'https://c:8443', CLICKHOUSE_USERNAME: 'app', CLICKHOUSE_PASSWORD: 'p', ...filesOf('CLICKHOUSE') };
    expect(clickhouseOf(configOf(clickhouse))).toEqual({ url: 'https://c:8443', database: 'totalrecall', tls: FILES, ...login });
    const s3 = { S3_ENDPOINT: 'https://s:9000', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'k', S3_TLS_CA_FILE: '/ca' };
    expect(s3Of(configOf(s3))).toEqual({
      endpoint: 'https://s:9000',
      region: 'us-east-1',
      caFile: '/ca',
      credentials: { accessKeyId: 'id', secretAccessKey: 'k' },
    });
  });

  it('name every server that is missing at its turn', () => {
    expect(() => kafkaSettings(configOf({}), logger)).toThrow('TOTAL_RECALL_KAFKA_BROKERS');
    expect(() => opensearchOf(configOf({}), logger)).toThrow('TOTAL_RECALL_OPENSEARCH_URL');
    expect(() => clickhouseOf(configOf({}))).toThrow('TOTAL_RECALL_CLICKHOUSE_URL');
  });
});

describe('what is spoken between services', () => {
  const both = (settings: Readonly<Record<string, string>>) => [serviceSecurity(configOf(settings)), callerSecurity(configOf(settings))];

  it('is plaintext on loopback, or anywhere within a mesh', () => {
    expect(both({})).toEqual([{ plaintext: 'loopback' }, { plaintext: 'loopback' }]);
    expect(both({ SERVICE_TLS: 'mesh' })).toEqual([{ plaintext: 'anywhere' }, { plaintext: 'anywhere' }]);
  });

  it('is TLS where the service alone, or both sides prove who they are', () => {
    const service = { SERVICE_TLS: 'on', ...filesOf('SERVICE') };
    expect(serviceSecurity(configOf(service))).toEqual({ certFile: '/cert', keyFile: '/key' });
    expect(callerSecurity(configOf({ SERVICE_TLS: 'on', SERVICE_TLS_CA_FILE: '/ca' }))).toEqual({ caFile: '/ca' });
    expect(both({ ...service, SERVICE_TLS: 'mutual' })).toEqual([FILES, FILES]);
    expect(() => serviceSecurity(configOf({ SERVICE_TLS: 'on' }))).toThrow(
      'TOTAL_RECALL_SERVICE_TLS_CERT_FILE, TOTAL_RECALL_SERVICE_TLS_KEY_FILE',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { missingSettings, parseConfig } from './parse-config.ts';
import { parseSettings } from './parse-settings.ts';

const envOf = (settings: Readonly<Record<string, string>>) => ({
  HOME: '/home/ann',
  ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [`TOTAL_RECALL_${name}`, value])),
});
const SERVERS = { KAFKA_BROKERS: 'k1:9092,k2:9092', OPENSEARCH_URL: 'http://o:9200', CLICKHOUSE_URL: 'http://c:8123' };
const KEYS = { SERVICE_PUBLIC_KEYS_FILE: '/pub', SERVICE_KEY_FILE: '/key', INGEST_ADDRESS: 'i:8430' };
const FILES = { caFile: '/ca', certFile: '/cert', keyFile: '/key' };
const filesOf = (prefix: string) => ({
  [`${prefix}_TLS_CA_FILE`]: '/ca',
  [`${prefix}_TLS_CERT_FILE`]: '/cert',
  [`${prefix}_TLS_KEY_FILE`]: '/key',
});
const clusterOf = (settings: Readonly<Record<string, string>>) => parseConfig('cluster', envOf({ ...SERVERS, ...settings }));

describe('the config of a program', () => {
  it('holds what it runs with and no connection of another', () => {
    const config = parseConfig(
      'standalone',
      envOf({ ...SERVERS, EMBEDDER: 'off', KAFKA_SASL: 'plain', KAFKA_USERNAME: 'a', KAFKA_PASSWORD: 'p' }),
    );
    expect(config).toMatchObject({ port: 8420, dataDir: '/home/ann/.total-recall', readers: 1, archives: false });
    expect(Object.keys(config).filter((key) => /kafka|opensearch|clickhouse|s3|service[A-Z]|apiKey/.test(key))).toEqual([]);
  });

  it('archives in a cluster unless it is told not to', () => {
    expect(clusterOf({}).archives).toBe(true);
    expect(clusterOf({ ARCHIVE: 'off' }).archives).toBe(false);
    expect(parseConfig('standalone', envOf({ ARCHIVE: 'on' })).archives).toBe(true);
  });

  it('has the endpoint of an embedder where there is one', () => {
    const endpoint = { EMBEDDER: 'http', EMBEDDER_URL: 'http://e/v1', EMBEDDER_MODEL: 'm', EMBEDDER_DIMENSIONS: '8', EMBEDDER_KEY: 'k' };
    const { embedder, ...config } = parseConfig('standalone', envOf(endpoint));
    expect({ embedder, ...config }).toMatchObject({ embedder: 'http', embedderUrl: 'http://e/v1', embedderModel: 'm', embedderKey: 'k' });
    expect(parseConfig('standalone', envOf({ ...endpoint, EMBEDDER: 'minilm' }))).not.toHaveProperty('embedderKey');
  });

  it('names all that a program needs and lacks at once', () => {
    expect(() => parseConfig('ingest', envOf({ KAFKA_BROKERS: 'k:9092' }))).toThrow(
      'This service needs TOTAL_RECALL_OPENSEARCH_URL, TOTAL_RECALL_CLICKHOUSE_URL, TOTAL_RECALL_SERVICE_PUBLIC_KEYS_FILE.',
    );
    expect(() => parseConfig('gateway', envOf({ KAFKA_BROKERS: 'k:9092' }))).toThrow('TOTAL_RECALL_INGEST_ADDRESS');
    expect(() => parseConfig('topics', envOf({}))).toThrow('This service needs TOTAL_RECALL_KAFKA_BROKERS.');
    expect(missingSettings('index', parseSettings(envOf({})))).toEqual(['kafkaBrokers', 'opensearchUrl']);
    expect(missingSettings('standalone', parseSettings(envOf({})))).toEqual([]);
  });
});

describe('connections of a cluster', () => {
  it('are plain where nothing else is said', () => {
    expect(clusterOf({})).toMatchObject({
      kafka: { brokers: ['k1:9092', 'k2:9092'] },
      opensearch: { url: 'http://o:9200' },
      clickhouse: { url: 'http://c:8123' },
      s3: { region: 'us-east-1' },
    });
    expect(Object.keys(clusterOf({}).kafka)).toEqual(['brokers']);
    expect(Object.keys(clusterOf({}).opensearch)).toEqual(['url']);
  });

  it('have TLS and a login where they are set', () => {
    const kafka = { KAFKA_TLS: 'on', KAFKA_SASL: 'scram-sha-256', KAFKA_USERNAME: 'app', KAFKA_PASSWORD: 'p' };
    const login = { username: 'app', password: 'p' };
    expect(clusterOf(kafka).kafka).toMatchObject({ tls: {}, sasl: { mechanism: 'scram-sha-256', ...login } });
    expect(clusterOf({ ...kafka, ...filesOf('KAFKA') }).kafka.tls).toEqual(FILES);
    const opensearch = { OPENSEARCH_URL: 'https://o:9200', OPENSEARCH_USERNAME: 'app', OPENSEARCH_PASSWORD: 'p', ...filesOf('OPENSEARCH') };
    expect(clusterOf(opensearch).opensearch).toEqual({ url: 'https://o:9200', tls: FILES, ...login });
    const clickhouse = { CLICKHOUSE_URL: 'https://c:8443', CLICKHOUSE_USERNAME: 'app', CLICKHOUSE_PASSWORD: 'p', ...filesOf('CLICKHOUSE') };
    expect(clusterOf(clickhouse).clickhouse).toEqual({ url: 'https://c:8443', tls: FILES, ...login });
    const s3 = { S3_ENDPOINT: 'https://s:9000', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'k', S3_TLS_CA_FILE: '/ca' };
    expect(clusterOf(s3).s3).toEqual({
      endpoint: 'https://s:9000',
      region: 'us-east-1',
      caFile: '/ca',
      credentials: { accessKeyId: 'id', secretAccessKey: 'k' },
    });
  });
});

describe('what is spoken between services', () => {
  const both = (settings: Readonly<Record<string, string>>) => {
    const { portSecurity, callSecurity } = parseConfig('consolidator', envOf({ ...SERVERS, ...KEYS, ...settings }));
    return [portSecurity, callSecurity];
  };

  it('is plaintext on loopback, or anywhere within a mesh', () => {
    expect(both({})).toEqual([{ plaintext: 'loopback' }, { plaintext: 'loopback' }]);
    expect(both({ SERVICE_TLS: 'mesh' })).toEqual([{ plaintext: 'anywhere' }, { plaintext: 'anywhere' }]);
  });

  it('is TLS where the service alone, or both sides prove who they are', () => {
    const service = { SERVICE_TLS: 'on', ...filesOf('SERVICE') };
    expect(both(service)).toEqual([{ certFile: '/cert', keyFile: '/key' }, FILES]);
    expect(both({ ...service, SERVICE_TLS: 'mutual' })).toEqual([FILES, FILES]);
    const calls = { KAFKA_BROKERS: 'k:9092', RETRIEVER_ADDRESS: 'r:8430', ...KEYS, SERVICE_TLS: 'on', SERVICE_TLS_CA_FILE: '/ca' };
    expect(parseConfig('gateway', envOf(calls)).callSecurity).toEqual({ caFile: '/ca' });
    expect(() => both({ SERVICE_TLS: 'on' })).toThrow('TOTAL_RECALL_SERVICE_TLS_CERT_FILE, TOTAL_RECALL_SERVICE_TLS_KEY_FILE');
  });
});

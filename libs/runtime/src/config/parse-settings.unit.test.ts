import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TotalRecallError } from '../errors.ts';
import type { ConfigVariable } from './config-variable.ts';
import { CONFIG_GROUPS, CONFIG_VARIABLES } from './config-variables.ts';
import { parseSettings } from './parse-settings.ts';
import { renderConfigTables } from './render-config-table.ts';

const home = { HOME: '/home/ann' };
function problemsOf(env: Record<string, string>): string {
  try {
    parseSettings({ ...home, ...env });
  } catch (error) {
    expect(error).toBeInstanceOf(TotalRecallError);
    return (error as TotalRecallError).message;
  }
  throw new Error('The configuration was taken.');
}

describe('parseSettings', () => {
  it('has a value for everything', () => {
    const config = parseSettings(home);
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8420,
      opsPort: 8421,
      redaction: 'off',
      artifactThresholdBytes: 4096,
      artifactHotDays: 30,
    });
    expect(config.url).toBeUndefined();
    expect(config.dataDir).toBe('/home/ann/.total-recall');
    expect(config.masterKeyFile).toBe('/home/ann/.total-recall/master.key');
    const withDefault = Object.values<ConfigVariable>(CONFIG_VARIABLES).filter(({ default: value }) => value !== undefined);
    expect(Object.keys(config).sort()).toEqual([...withDefault.map(({ key }) => key), 'dataDir', 'masterKeyFile'].sort());
  });

  it('has a small embedder unless another or none is asked for, and needs all of an endpoint', () => {
    expect(parseSettings(home)).toMatchObject({ embedder: 'minilm', modelDownload: true });
    expect(parseSettings({ ...home, TOTAL_RECALL_EMBEDDER: 'off' })).toMatchObject({ embedder: 'off' });
    const endpoint = { TOTAL_RECALL_EMBEDDER: 'http', TOTAL_RECALL_EMBEDDER_URL: 'http://127.0.0.1:1/v1' };
    expect(problemsOf(endpoint)).toMatch(/EMBEDDER_MODEL must be set.*EMBEDDER_DIMENSIONS must be set/);
    const whole = { ...endpoint, TOTAL_RECALL_EMBEDDER_MODEL: 'm', TOTAL_RECALL_EMBEDDER_DIMENSIONS: '32' };
    expect(parseSettings({ ...home, ...whole })).toMatchObject({
      embedder: 'http',
      embedderModel: 'm',
      embedderDimensions: 32,
    });
  });

  it('takes values, empty ones excepted', () => {
    const config = parseSettings({
      ...home,
      XDG_DATA_HOME: '/data',
      TOTAL_RECALL_PORT: ' 9000 ',
      TOTAL_RECALL_HOST: '',
      TOTAL_RECALL_REDACTION: 'mask',
    });
    expect(config).toMatchObject({ port: 9000, host: '127.0.0.1', redaction: 'mask', dataDir: '/data/total-recall' });
    expect(parseSettings({ ...home, TOTAL_RECALL_DATA_DIR: '/srv/tr', TOTAL_RECALL_MASTER_KEY_FILE: '/keys/m' })).toMatchObject({
      dataDir: '/srv/tr',
      masterKeyFile: '/keys/m',
    });
  });

  it.each([['-1'], ['65536'], ['80.5'], ['1e3'], ['abc'], ['0x10'], ['9'.repeat(20)]])('refuses port %s', (port) => {
    expect(problemsOf({ TOTAL_RECALL_PORT: port })).toBe(
      `The configuration is not valid. TOTAL_RECALL_PORT must be a whole number from 0 to 65535, not "${port}".`,
    );
  });

  it('names every bad variable at once', () => {
    const message = problemsOf({ TOTAL_RECALL_LOG_LEVEL: 'loud', TOTAL_RECALL_READERS: '0', TOTAL_RECALL_HOST: 'no host' });
    for (const part of [
      'TOTAL_RECALL_LOG_LEVEL must be one of fatal',
      'TOTAL_RECALL_READERS must be',
      'TOTAL_RECALL_HOST must be a host name or address, not "no host"',
    ])
      expect(message).toContain(part);
  });

  it('never shows a secret', () => {
    expect(problemsOf({ TOTAL_RECALL_API_KEY: 'tr secret with spaces' })).toBe(
      'The configuration is not valid. TOTAL_RECALL_API_KEY must be an API key.',
    );
    expect(problemsOf({ TOTAL_RECALL_PORT: ['https://bob:hunter', '22@example.org'].join('') })).not.toContain('hunter22');
    expect(problemsOf({ TOTAL_RECALL_PORT: 'y'.repeat(500) }).length).toBeLessThan(250);
  });

  it('takes the standard name of a setting where ours is not set, and says which of them is wrong', () => {
    expect(parseSettings(home)).toMatchObject({ tracesRatio: 1 });
    const standard = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SERVICE_NAME: 'memory' };
    expect(parseSettings({ ...home, ...standard, TOTAL_RECALL_TRACES_ENDPOINT: '' })).toMatchObject({
      tracesEndpoint: 'http://collector:4318',
      serviceName: 'memory',
    });
    expect(parseSettings({ ...home, ...standard, TOTAL_RECALL_SERVICE_NAME: 'ours' })).toMatchObject({ serviceName: 'ours' });
    expect(problemsOf({ OTEL_SERVICE_NAME: 'two words' })).toContain('OTEL_SERVICE_NAME must be a name');
  });

  it.each(['1.5', '-0.1', '.5', '50%', '2', '1e-3', '0.1234567'])('refuses %s as a share of traces', (ratio) => {
    expect(problemsOf({ TOTAL_RECALL_TRACES_RATIO: ratio })).toContain('TOTAL_RECALL_TRACES_RATIO must be a number from 0 to 1');
  });

  it('converts numbers, lists, weights and switches', () => {
    const env = {
      TOTAL_RECALL_GRPC_PORT: '9001',
      TOTAL_RECALL_TRACES_RATIO: '0.25',
      TOTAL_RECALL_TRUSTED_PROXIES: '10.0.0.1,fd00::/8',
      TOTAL_RECALL_TENANT_WEIGHTS: 'a=3,b.c=0.5',
      TOTAL_RECALL_EMBED_WITHOUT: 'thinking,tool_call',
      TOTAL_RECALL_MODEL_DOWNLOAD: 'off',
      TOTAL_RECALL_INGEST_ROLES: 'project',
    };
    expect(parseSettings({ ...home, ...env })).toMatchObject({
      grpcPort: 9001,
      tracesRatio: 0.25,
      trustedProxies: ['10.0.0.1', 'fd00::/8'],
      tenantWeights: new Map([
        ['a', 3],
        ['b.c', 0.5],
      ]),
      embedWithout: ['thinking', 'tool_call'],
      modelDownload: false,
      ingestRoles: ['project'],
    });
    expect(parseSettings(home)).toMatchObject({
      grpcPort: 'off',
      trustedProxies: [],
      tenantWeights: new Map(),
      embedWithout: [],
      ingestRoles: ['append', 'project', 'embed'],
    });
  });

  it.each([
    ['TRUSTED_PROXIES', '10.0.0.1,'],
    ['TRUSTED_PROXIES', '10.0.0.1, 10.0.0.2'],
    ['TENANT_WEIGHTS', 'a=0'],
    ['TENANT_WEIGHTS', 'a=3,b'],
    ['EMBED_WITHOUT', 'thinking,dreaming'],
    ['INGEST_ROLES', 'append,,embed'],
    ['INGEST_ROLES', ' '],
    ['KAFKA_BROKERS', 'k1:9092,k2'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf({ [`TOTAL_RECALL_${name}`]: value })).toContain(`TOTAL_RECALL_${name} must be `);
  });

  it('is documented as it is', () => {
    expect(readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')).toContain(renderConfigTables());
    expect(CONFIG_GROUPS.flatMap(({ variables }) => Object.keys(variables)).toSorted()).toEqual(Object.keys(CONFIG_VARIABLES).toSorted());
  });
});

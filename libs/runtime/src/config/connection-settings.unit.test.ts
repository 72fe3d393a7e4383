import { constants } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TotalRecallError } from '../errors.ts';
import type { ConfigProblem } from './config-problem.ts';
import { CONFIG_VARIABLES } from './config-variables.ts';
import { describeSettings } from './describe-settings.ts';
import { parseSettings, secretsOpenToAll } from './parse-settings.ts';
import { exposureOf } from './secret-file.ts';

const SECRET = 'hunter-of-seventeen-geese';
let folder: string;
let secretFile: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'total-recall-secrets-'));
  secretFile = join(folder, 'password');
  writeFileSync(secretFile, `${SECRET}\n`, { mode: 0o600 });
});
afterAll(() => rmSync(folder, { recursive: true }));

const parse = (env: Record<string, string>) => parseSettings({ HOME: '/home/ann', ...env });

function problemsOf(env: Record<string, string>): string[] {
  try {
    parse(env);
  } catch (error) {
    const { code, message, details } = error as TotalRecallError;
    expect(code).toBe('invalid_request');
    expect(message).not.toContain(SECRET);
    expect(JSON.stringify(details)).not.toContain(SECRET);
    return (details!['problems'] as ConfigProblem[]).map((problem) => `${problem.code} ${problem.variable.replace('TOTAL_RECALL_', '')}`);
  }
  return [];
}

it('an answer that the proxy reads fits into one string of Node.js', () => {
  const most = Math.max(...[256, 511, 512, 1_024].filter((size) => problemsOf({ TOTAL_RECALL_PROXY_ANSWER_MB: `${size}` }).length === 0));
  expect(most * 1024 * 1024).toBeLessThan(constants.MAX_STRING_LENGTH);
});

it('windows of models are read, or refused by name', () => {
  const name = 'TOTAL_RECALL_PROXY_MODEL_WINDOWS';
  expect(parse({ [name]: 'claude-opus-4-6=200000,openai/gpt-5.5=400000' }).proxyModelWindows).toEqual([
    { name: 'claude-opus-4-6', tokens: 200_000 },
    { name: 'openai/gpt-5.5', tokens: 400_000 },
  ]);
  expect(parse({}).proxyModelWindows).toEqual([]);
  for (const text of ['gpt-5', 'gpt-5=8000,', 'gpt-5=1M', 'gpt-5=100'])
    expect(problemsOf({ [name]: text })).toEqual([expect.stringContaining('PROXY_MODEL_WINDOWS')]);
});

describe('secrets by reference', () => {
  it('are read from their files at each start, without the end of the line', () => {
    const env = {
      TOTAL_RECALL_OPENSEARCH_USERNAME: 'app',
      TOTAL_RECALL_OPENSEARCH_PASSWORD_FILE: secretFile,
      TOTAL_RECALL_API_KEY_FILE: secretFile,
    };
    expect(parse(env)).toMatchObject({ opensearchPassword: SECRET, apiKey: SECRET });
    const other = join(folder, 'rotated');
    writeFileSync(other, 'first', { mode: 0o600 });
    expect(parse({ TOTAL_RECALL_API_KEY_FILE: other }).apiKey).toBe('first');
    writeFileSync(other, 'second');
    expect(parse({ TOTAL_RECALL_API_KEY_FILE: other }).apiKey).toBe('second');
  });

  it('are refused where the file is not there, empty, too large, a folder, or not the only place', () => {
    const empty = join(folder, 'empty');
    const large = join(folder, 'large');
    writeFileSync(empty, ' \n', { mode: 0o600 });
    writeFileSync(large, 'x'.repeat(65 * 1024), { mode: 0o600 });
    for (const file of [join(folder, 'none'), empty, large, folder])
      expect(problemsOf({ TOTAL_RECALL_API_KEY_FILE: file })).toEqual(['file_unreadable API_KEY_FILE']);
    expect(problemsOf({ TOTAL_RECALL_API_KEY_FILE: secretFile, TOTAL_RECALL_API_KEY: SECRET })).toEqual(['set_twice API_KEY']);
    expect(problemsOf({ TOTAL_RECALL_S3_SECRET_ACCESS_KEY_FILE: join(folder, 'none'), TOTAL_RECALL_S3_ACCESS_KEY_ID: 'id' })).toEqual([
      'file_unreadable S3_SECRET_ACCESS_KEY_FILE',
    ]);
  });

  it.skipIf(process.platform === 'win32')('are refused at once where a pipe or a device stands in the place of the file', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', ['-m', '600', pipe]);
    const link = join(folder, 'linked-pipe');
    symlinkSync(pipe, link);
    for (const file of [pipe, link]) {
      expect(problemsOf({ TOTAL_RECALL_API_KEY_FILE: file })).toEqual(['file_unreadable API_KEY_FILE']);
      expect(() => parse({ TOTAL_RECALL_API_KEY_FILE: file })).toThrow(`names ${file}, which is not a regular file`);
    }
    // A device has no size, and never ends.
    expect(() => parse({ TOTAL_RECALL_API_KEY_FILE: '/dev/zero' })).toThrow(/TOTAL_RECALL_API_KEY_FILE/);
  });

  it('are read through a link', () => {
    const link = join(folder, 'link');
    symlinkSync(secretFile, link);
    expect(parse({ TOTAL_RECALL_API_KEY_FILE: link }).apiKey).toBe(SECRET);
  });

  it('must be what the variable may be, and are not shown where they are not', () => {
    const spaced = join(folder, 'spaced');
    writeFileSync(spaced, `${SECRET} ${SECRET}`, { mode: 0o600 });
    expect(problemsOf({ TOTAL_RECALL_API_KEY_FILE: spaced })).toEqual(['not_valid API_KEY']);
    expect(() => parse({ TOTAL_RECALL_API_KEY_FILE: spaced })).toThrow(`What ${spaced} holds, named by TOTAL_RECALL_API_KEY_FILE, must be`);
  });

  it.skipIf(process.platform === 'win32')(
    'are refused in a file of this user that others may read, with the command that closes it',
    () => {
      const open = join(folder, 'open');
      writeFileSync(open, SECRET);
      for (const mode of [0o644, 0o640, 0o620]) {
        chmodSync(open, mode);
        expect(problemsOf({ TOTAL_RECALL_API_KEY_FILE: open })).toEqual(['file_exposed API_KEY_FILE']);
      }
      expect(() => parse({ TOTAL_RECALL_API_KEY_FILE: open })).toThrow(`Run: chmod 600 ${open}`);
      chmodSync(open, 0o400);
      expect(parse({ TOTAL_RECALL_API_KEY_FILE: open }).apiKey).toBe(SECRET);
    },
  );

  it.skipIf(process.platform === 'win32')('are read from a file of another user, whose mode is not ours, as a container mounts it', () => {
    const uid = process.getuid!() + 1;
    expect([0o440, 0o400].map((mode) => exposureOf({ mode, uid }))).toEqual([undefined, undefined]);
    expect(exposureOf({ mode: 0o444, uid })).toBe('foreign');
    expect(secretsOpenToAll({ TOTAL_RECALL_API_KEY_FILE: '/etc/hostname' })).toEqual(
      process.getuid!() === 0 ? [] : [{ variable: 'TOTAL_RECALL_API_KEY_FILE', file: '/etc/hostname' }],
    );
  });
});

describe('settings as they are shown', () => {
  it('have no secret in them, wherever it comes from', () => {
    const env = {
      HOME: '/home/ann',
      TOTAL_RECALL_API_KEY_FILE: secretFile,
      TOTAL_RECALL_CLICKHOUSE_USERNAME: 'app',
      TOTAL_RECALL_CLICKHOUSE_PASSWORD: SECRET,
    };
    const shown = describeSettings(parseSettings(env), env);
    expect(shown.map(({ variable }) => variable)).toEqual(Object.keys(CONFIG_VARIABLES));
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    const of = (name: string) => shown.find(({ variable }) => variable === `TOTAL_RECALL_${name}`);
    expect(of('API_KEY')).toMatchObject({ value: '********', source: 'file' });
    expect(of('CLICKHOUSE_PASSWORD')).toMatchObject({ value: '********', source: 'variable' });
    expect(of('CLICKHOUSE_USERNAME')).toMatchObject({ value: 'app', source: 'variable' });
    expect(of('OPENSEARCH_PASSWORD')).toMatchObject({ value: null, source: 'default' });
    expect(of('PORT')).toMatchObject({ value: '8420', source: 'default' });
  });
});

describe('connections', () => {
  it('are taken whole', () => {
    expect(problemsOf({})).toEqual([]);
    const kafka = { TOTAL_RECALL_KAFKA_TLS: 'on', TOTAL_RECALL_KAFKA_TLS_CA_FILE: '/ca', TOTAL_RECALL_KAFKA_SASL: 'scram-sha-512' };
    const login = { TOTAL_RECALL_KAFKA_USERNAME: 'app', TOTAL_RECALL_KAFKA_PASSWORD: SECRET };
    expect(parse({ ...kafka, ...login })).toMatchObject({ kafkaTls: true, kafkaSasl: 'scram-sha-512', kafkaPassword: SECRET });
    const files = ['CA', 'CERT', 'KEY'].map((name) => [`TOTAL_RECALL_SERVICE_TLS_${name}_FILE`, '/f']);
    expect(problemsOf({ TOTAL_RECALL_SERVICE_TLS: 'mutual', ...Object.fromEntries(files) })).toEqual([]);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['a certificate without its key', { KAFKA_TLS: 'on', KAFKA_TLS_CERT_FILE: '/c' }, ['KAFKA_TLS_KEY_FILE']],
    ['files of TLS that is off', { KAFKA_TLS_CA_FILE: '/ca' }, ['KAFKA_TLS_CA_FILE']],
    ['a mechanism without a user', { KAFKA_SASL: 'plain' }, ['KAFKA_USERNAME', 'KAFKA_PASSWORD']],
    ['a user without a mechanism', { KAFKA_USERNAME: 'app', KAFKA_PASSWORD: SECRET }, ['KAFKA_USERNAME', 'KAFKA_PASSWORD']],
    ['a user without a password', { CLICKHOUSE_USERNAME: 'app' }, ['CLICKHOUSE_PASSWORD']],
    ['a password without a user', { OPENSEARCH_PASSWORD: SECRET }, ['OPENSEARCH_USERNAME']],
    ['half a key of S3', { S3_ACCESS_KEY_ID: 'id' }, ['S3_SECRET_ACCESS_KEY']],
    ['an authority for plain http', { OPENSEARCH_URL: 'http://o:9200', OPENSEARCH_TLS_CA_FILE: '/ca' }, ['OPENSEARCH_TLS_CA_FILE']],
    [
      'mutual TLS without an authority',
      { SERVICE_TLS: 'mutual', SERVICE_TLS_CERT_FILE: '/c', SERVICE_TLS_KEY_FILE: '/k' },
      ['SERVICE_TLS_CA_FILE'],
    ],
    [
      'a certificate that nothing asks for',
      { SERVICE_TLS_CERT_FILE: '/c', SERVICE_TLS_KEY_FILE: '/k' },
      ['SERVICE_TLS_CERT_FILE', 'SERVICE_TLS_KEY_FILE'],
    ],
  ])('are refused with %s', (_, settings, variables) => {
    const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`TOTAL_RECALL_${name}`, value]));
    expect(problemsOf(env)).toEqual(variables.map((name) => `incomplete ${name}`));
  });

  it('have no password in an address', () => {
    expect(problemsOf({ TOTAL_RECALL_CLICKHOUSE_URL: `http://app:${SECRET}@c:8123` })).toEqual(['not_valid CLICKHOUSE_URL']);
  });
});

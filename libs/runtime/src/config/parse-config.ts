import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { TotalRecallError } from '../errors.ts';
import { screenText } from '../screening/screen-text.ts';
import { CONFIG_VARIABLES, type ConfigVariable } from './config-variables.ts';

/** The settings of a process. Paths are absolute. */
export interface AppConfig {
  readonly host: string;
  readonly port: number;
  /** `off`, or the port. */
  readonly grpcPort: string;
  readonly opsHost: string;
  readonly opsPort: number;
  readonly dataDir: string;
  readonly masterKeyFile: string;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  readonly logFormat: 'auto' | 'json' | 'text';
  readonly tenant: string;
  readonly partitions: number;
  readonly readers: number;
  readonly tokenThreads: number;
  readonly rateLimitPerSecond: number;
  readonly rateLimitBurst: number;
  readonly bodyBytes: number;
  readonly requestTimeoutMs: number;
  readonly catchUpMs: number;
  readonly windowTokens: number;
  readonly tokenFamily: string;
  readonly redaction: 'off' | 'mark' | 'mask';
  readonly artifactThresholdBytes: number;
  readonly artifactHotDays: number;
  readonly embedder: 'off' | 'minilm' | 'e5' | 'http';
  readonly embedderThreads: number;
  /** Kinds of events, with commas between them; null for none. */
  readonly embedWithout: string | null;
  readonly embedResultParts: number;
  readonly vectorCacheMiB: number;
  /** Of the endpoint: all three are there where `embedder` is `http`. */
  readonly embedderUrl: string | null;
  readonly embedderModel: string | null;
  readonly embedderDimensions: number;
  readonly embedderKey: string | null;
  readonly modelDir: string | null;
  readonly modelDownload: 'on' | 'off';
  readonly modelHubUrl: string;
  readonly modelMavenUrl: string;
  readonly startDeadlineMs: number;
  readonly shutdownDeadlineMs: number;
  /** For the services of a cluster; null where not set. */
  readonly namePrefix: string;
  readonly kafkaBrokers: string | null;
  readonly kafkaReplication: number;
  readonly opensearchUrl: string | null;
  readonly opensearchReplicas: number;
  readonly clickhouseUrl: string | null;
  readonly s3Endpoint: string | null;
  readonly s3Region: string;
  readonly s3AccessKeyId: string | null;
  readonly s3SecretAccessKey: string | null;
  readonly servicePort: number;
  readonly serviceKeyFile: string | null;
  readonly servicePublicKeysFile: string | null;
  readonly ingestAddress: string | null;
  readonly retrieverAddress: string | null;
  /** For the command line tool; null where not set. */
  readonly url: string | null;
  readonly apiKey: string | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'TOTAL_RECALL_';
const SHOWN_CHARS = 64;

/**
 * The settings in an environment. An empty variable counts as not set. Throws `invalid_request` naming every bad variable at once,
 * what it may be and what it is (secrets excepted).
 */
export function parseConfig(env: Environment): AppConfig {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, variable] of variables()) {
    const raw = env[name];
    if (raw === undefined || raw === '') {
      values[variable.key] = variable.default;
      continue;
    }
    const parsed = schemaOf(variable).safeParse(raw.trim());
    if (parsed.success) values[variable.key] = parsed.data;
    else problems.push(`${name} must be ${expectedOf(variable)}${variable.secret ? '' : `, not ${shown(raw)}`}.`);
  }
  if (values['embedder'] === 'http') problems.push(...missingOfEndpoint(values));
  if (problems.length > 0)
    throw new TotalRecallError('invalid_request', `The configuration is not valid. ${problems.join(' ')}`, { details: { problems } });
  const dataDir = resolve((values['dataDir'] as string | null) ?? defaultDataDir(env));
  const masterKeyFile = resolve((values['masterKeyFile'] as string | null) ?? join(dataDir, 'master.key'));
  return { ...values, dataDir, masterKeyFile } as AppConfig;
}

function missingOfEndpoint(values: Readonly<Record<string, unknown>>): string[] {
  return variables().flatMap(([name, { key }]) =>
    ['embedderUrl', 'embedderModel', 'embedderDimensions'].includes(key) && !values[key]
      ? [`${name} must be set where TOTAL_RECALL_EMBEDDER is http.`]
      : [],
  );
}

/** Variables with our prefix that nothing reads: most likely misspelt. */
export function unknownVariables(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !(name in CONFIG_VARIABLES))
    .sort();
}

/** The table of all variables, as Markdown. */
export function renderConfigTable(): string {
  const rows = variables().map(
    ([name, variable]) => `| \`${name}\` | ${rangeOf(variable)} | ${defaultOf(variable)} | ${variable.description} |`,
  );
  return ['| variable | values | default | what it does |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function variables(): [string, ConfigVariable][] {
  return Object.entries(CONFIG_VARIABLES);
}

function schemaOf(variable: ConfigVariable): z.ZodType {
  switch (variable.type) {
    case 'integer':
      return z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number)
        .pipe(z.number().int().min(variable.min).max(variable.max));
    case 'choice':
      return z.enum(variable.choices as [string, ...string[]]);
    case 'text':
      return z.string().regex(variable.pattern);
  }
}

function expectedOf(variable: ConfigVariable): string {
  switch (variable.type) {
    case 'integer':
      return `a whole number from ${variable.min} to ${variable.max}`;
    case 'choice':
      return `one of ${variable.choices.join(', ')}`;
    case 'text':
      return variable.expected;
  }
}

function rangeOf(variable: ConfigVariable): string {
  switch (variable.type) {
    case 'integer':
      return `${variable.min} to ${variable.max}`;
    case 'choice':
      return variable.choices.map((choice) => `\`${choice}\``).join(', ');
    case 'text':
      return variable.expected;
  }
}

function defaultOf(variable: ConfigVariable): string {
  if (variable.type === 'text' && variable.default === null) return variable.defaultText ?? 'none';
  return `\`${variable.default}\``;
}

// A value may be a secret that was put into the wrong variable.
function shown(raw: string): string {
  const { text } = screenText(raw, 'mask');
  return JSON.stringify(text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}...` : text);
}

function defaultDataDir(env: Environment): string {
  const xdg = env['XDG_DATA_HOME'];
  return xdg ? join(xdg, 'total-recall') : join(env['HOME'] || homedir(), '.total-recall');
}

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { TotalRecallError } from '../errors.ts';
import { screenText } from '../screening/screen-text.ts';
import { problemsOf, type ConfigProblem } from './config-problem.ts';
import type { ConfigVariable } from './config-variable.ts';
import { CONFIG_VARIABLES } from './config-variables.ts';
import { connectionProblems } from './connection-problems.ts';
import type { ConnectionConfig } from './connection-variables.ts';
import { leastMemoryMiB } from '../memory/divide-memory.ts';
import type { MemorySettings } from '../memory/memory-of.ts';
import { FILE_SUFFIX, readSecret } from './secret-file.ts';

/** The settings of a process. Paths are absolute. */
export interface AppConfig extends ConnectionConfig {
  readonly host: string;
  readonly port: number;
  /** `off`, or the port. */
  readonly grpcPort: string;
  readonly opsHost: string;
  readonly opsPort: number;
  readonly dataDir: string;
  readonly masterKeyFile: string;
  /** Used instead of the key file. */
  readonly masterKeys: string | null;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  readonly logFormat: 'auto' | 'json' | 'text';
  /** Null to use the name of the service. */
  readonly serviceName: string | null;
  /** Null if no traces are made. */
  readonly tracesEndpoint: string | null;
  /** A number from 0 to 1. */
  readonly tracesRatio: string;
  readonly tenant: string;
  readonly archive: 'auto' | 'on' | 'off';
  readonly archiveRecords: number;
  readonly archiveMiB: number;
  readonly archiveMinutes: number;
  readonly partitions: number;
  readonly readers: number;
  /** MiB; 0 to derive it from the container or the machine. */
  readonly memoryMb: number;
  readonly tokenThreads: number;
  readonly rateLimitPerSecond: number;
  readonly rateLimitBurst: number;
  readonly unknownKeysPerSecond: number;
  /** Addresses and subnets, separated by commas; null for none. */
  readonly trustedProxies: string | null;
  readonly workSlots: number;
  readonly workDeadlineMs: number;
  readonly workWaitingPerTenant: number;
  /** `tenant=weight`, separated by commas; null if all are equal. */
  readonly tenantWeights: string | null;
  readonly bodyBytes: number;
  readonly requestTimeoutMs: number;
  readonly catchUpMs: number;
  readonly windowTokens: number;
  readonly tokenFamily: string;
  readonly redaction: 'off' | 'mark' | 'mask';
  readonly artifactThresholdBytes: number;
  readonly artifactHotDays: number;
  readonly retentionHours: number;
  readonly embedder: 'off' | 'minilm' | 'e5' | 'http';
  readonly embedderThreads: number;
  /** Kinds of events, separated by commas; null for none. */
  readonly embedWithout: string | null;
  readonly embedResultParts: number;
  /** 0 for its share of the memory. */
  readonly vectorCacheMiB: number;
  /** Settings of the endpoint; all three are set if `embedder` is `http`. */
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
  /** Used by the services of a cluster, like the connections; null if not set. */
  readonly namePrefix: string;
  readonly serviceHost: string;
  readonly servicePort: number;
  readonly serviceKeyFile: string | null;
  readonly servicePublicKeysFile: string | null;
  readonly ingestAddress: string | null;
  readonly ingestRoles: string;
  readonly serviceAdvertisedAddress: string | null;
  readonly retrieverAddress: string | null;
  readonly consolidatorAddress: string | null;
  /** Used by the command line tool; null if not set. */
  readonly url: string | null;
  readonly apiKey: string | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'TOTAL_RECALL_';
const SHOWN_CHARS = 64;

/**
 * Parses the settings in an environment. An empty variable counts as not set. A secret may be in a file named by its
 * variable with the suffix `_FILE`, which is read now. Throws `invalid_request` for all bad variables at once, with the
 * allowed and the given value (secrets excepted); the details hold a `ConfigProblem` for each.
 */
export function parseConfig(env: Environment): AppConfig {
  const values: Record<string, unknown> = {};
  const problems: ConfigProblem[] = [];
  for (const [name, variable] of variables()) {
    const raw = rawOf(env, name, variable, problems);
    if (raw === undefined) {
      values[variable.key] = variable.default;
      continue;
    }
    const parsed = schemaOf(variable).safeParse(raw.trim());
    if (parsed.success) values[variable.key] = parsed.data;
    else
      problems.push({
        code: 'not_valid',
        variable: name,
        message: `${nameIn(env, name, variable)} must be ${expectedOf(variable)}${variable.secret ? '' : `, not ${shown(raw)}`}.`,
      });
  }
  if (problems.length === 0) problems.push(...tooLittleMemory(values as unknown as MemorySettings));
  if (values['embedder'] === 'http') problems.push(...missingOfEndpoint(values));
  problems.push(...connectionProblems(values as unknown as ConnectionConfig, new Set(problems.map(({ variable }) => variable))));
  if (problems.length > 0)
    throw new TotalRecallError('invalid_request', `The configuration is not valid. ${problems.map(({ message }) => message).join(' ')}`, {
      details: { problems },
    });
  const dataDir = resolve((values['dataDir'] as string | null) ?? defaultDataDir(env));
  const masterKeyFile = resolve((values['masterKeyFile'] as string | null) ?? join(dataDir, 'master.key'));
  return { ...values, dataDir, masterKeyFile } as AppConfig;
}

/**
 * Returns the text of a variable, from itself or from the file for it. Returns undefined if neither is set, or
 * after reporting a problem.
 */
function rawOf(env: Environment, name: string, variable: ConfigVariable, problems: ConfigProblem[]): string | undefined {
  const own = env[nameIn(env, name, variable)] || undefined;
  const file = variable.secret ? env[`${name}${FILE_SUFFIX}`]?.trim() || undefined : undefined;
  if (file === undefined) return own;
  const read = own === undefined ? readSecret(name, file) : setTwice(name);
  if (typeof read === 'string') return read;
  problems.push(read);
  return undefined;
}

/** Returns our name, or the standard one if only that is set. */
function nameIn(env: Environment, name: string, { also }: ConfigVariable): string {
  return also !== undefined && !env[name] && env[also] ? also : name;
}

function setTwice(name: string): ConfigProblem {
  return { code: 'set_twice', variable: name, message: `${name} and ${name}${FILE_SUFFIX} are both set; one of them has to go.` };
}

function missingOfEndpoint(values: Readonly<Record<string, unknown>>): ConfigProblem[] {
  const needed = ['embedderUrl', 'embedderModel', 'embedderDimensions'];
  return problemsOf(
    'incomplete',
    needed.filter((key) => !values[key]),
    (name) => `${name} must be set where TOTAL_RECALL_EMBEDDER is http.`,
  );
}

function tooLittleMemory(settings: MemorySettings): ConfigProblem[] {
  const least = leastMemoryMiB(settings);
  if (settings.memoryMb === 0 || settings.memoryMb >= least) return [];
  const why = settings.embedder === 'off' ? '' : ', with the embedder and the vector cache that are set';
  return problemsOf('not_valid', ['memoryMb'], (name) => `${name} must be at least ${least}${why}, not ${settings.memoryMb}.`);
}

/** Lists variables with our prefix that nothing reads, most likely misspelt. */
export function unknownVariables(env: Environment): string[] {
  const known = new Set(variables().flatMap(([name, { secret }]) => (secret ? [name, `${name}${FILE_SUFFIX}`] : [name])));
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.has(name))
    .sort();
}

/** Renders the table of all variables as Markdown. */
export function renderConfigTable(): string {
  const rows = variables().flatMap(([name, variable]) => [
    `| \`${name}\` | ${rangeOf(variable)} | ${defaultOf(variable)} | ${descriptionOf(variable)} |`,
    ...(variable.secret
      ? [`| \`${name}${FILE_SUFFIX}\` | a path | none | The file that holds it, in its place; read at each start. |`]
      : []),
  ]);
  return ['| variable | values | default | what it does |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function descriptionOf({ description, also }: ConfigVariable): string {
  return also === undefined ? description : `${description} \`${also}\` is read too.`;
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

// The value may be a secret that was put into the wrong variable.
function shown(raw: string): string {
  const { text } = screenText(raw, 'mask');
  return JSON.stringify(text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}...` : text);
}

function defaultDataDir(env: Environment): string {
  const xdg = env['XDG_DATA_HOME'];
  return xdg ? join(xdg, 'total-recall') : join(env['HOME'] || homedir(), '.total-recall');
}

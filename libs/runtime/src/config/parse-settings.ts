import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { TotalRecallError } from '../errors.ts';
import { leastMemoryMiB } from '../memory/divide-memory.ts';
import { screenText } from '../screening/screen-text.ts';
import { problemsOf, type ConfigProblem } from './config-problem.ts';
import type { ConfigVariable } from './config-variable.ts';
import { CONFIG_VARIABLES, type Settings } from './config-variables.ts';
import { connectionProblems } from './connection-problems.ts';
import { exposureOf, FILE_SUFFIX, readSecret } from './secret-file.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const SHOWN_CHARS = 64;

/**
 * Parses all settings in an environment. An empty variable counts as not set. A secret may be in a file named by its
 * variable with the suffix `_FILE`, which is read now. Throws `invalid_request` for all bad variables at once, with the
 * allowed and the given value (secrets excepted); the details hold a `ConfigProblem` for each.
 */
export function parseSettings(env: Environment): Settings {
  const problems: ConfigProblem[] = [];
  const settings = convertAll(env, problems);
  if (problems.length === 0) problems.push(...tooLittleMemory(settings));
  problems.push(...missingOfEndpoint(settings), ...missingOfLlm(settings));
  problems.push(...connectionProblems(settings, new Set(problems.map(({ variable }) => variable))));
  if (problems.length > 0)
    throw new TotalRecallError('invalid_request', `The configuration is not valid. ${problems.map(({ message }) => message).join(' ')}`, {
      details: { problems },
    });
  return settings;
}

/** Converts every variable. The settings of a bad one are absent, so that the result is only whole without problems. */
function convertAll(env: Environment, problems: ConfigProblem[]): Settings {
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries<ConfigVariable>(CONFIG_VARIABLES)) {
    const given = textOf(env, name, variable, problems);
    const raw = given ?? variable.default;
    if (raw === undefined) continue;
    const parsed = variable.schema.safeParse(given === undefined ? raw : raw.trim());
    if (parsed.success) values[variable.key] = parsed.data;
    else
      problems.push({
        code: 'not_valid',
        variable: name,
        message: `${sourceIn(env, name, variable)} must be ${variable.expected}${variable.secret ? '' : `, not ${shown(raw)}`}.`,
      });
  }
  // The one place where values that were converted row by row become the type that the rows make.
  const settings = values as SettingsOfRows;
  const dataDir = resolve(settings.dataDir ?? defaultDataDir(env));
  return { ...settings, dataDir, masterKeyFile: resolve(settings.masterKeyFile ?? join(dataDir, 'master.key')) };
}

type SettingsOfRows = Omit<Settings, 'dataDir' | 'masterKeyFile'> & Partial<Pick<Settings, 'dataDir' | 'masterKeyFile'>>;

/**
 * Returns the text of a variable, from itself or from the file for it. Returns undefined if neither is set, or
 * after reporting a problem.
 */
function textOf(env: Environment, name: string, variable: ConfigVariable, problems: ConfigProblem[]): string | undefined {
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

/** Returns the variable, with the file where it names one. */
function sourceIn(env: Environment, name: string, variable: ConfigVariable): string {
  const file = variable.secret && env[nameIn(env, name, variable)] === undefined ? env[`${name}${FILE_SUFFIX}`]?.trim() : undefined;
  return file ? `What ${file} holds, named by ${name}${FILE_SUFFIX},` : nameIn(env, name, variable);
}

function setTwice(name: string): ConfigProblem {
  return { code: 'set_twice', variable: name, message: `${name} and ${name}${FILE_SUFFIX} are both set; one of them has to go.` };
}

function missingOfEndpoint(settings: Settings): ConfigProblem[] {
  if (settings.embedder !== 'http') return [];
  const needed = ['embedderUrl', 'embedderModel', 'embedderDimensions'] as const;
  return problemsOf(
    'incomplete',
    needed.filter((key) => !settings[key]),
    (name) => `${name} must be set where TOTAL_RECALL_EMBEDDER is http.`,
  );
}

function missingOfLlm(settings: Settings): ConfigProblem[] {
  if (settings.llm === 'off') return [];
  const needed = ['llmUrl', 'llmModel'] as const;
  return problemsOf(
    'incomplete',
    needed.filter((key) => !settings[key]),
    (name) => `${name} must be set where TOTAL_RECALL_LLM is ${settings.llm}.`,
  );
}

function tooLittleMemory(settings: Settings): ConfigProblem[] {
  const least = leastMemoryMiB(settings);
  if (settings.memoryMb === 0 || settings.memoryMb >= least) return [];
  const why = settings.embedder === 'off' ? '' : ', with the embedder and the vector cache that are set';
  return problemsOf('not_valid', ['memoryMb'], (name) => `${name} must be at least ${least}${why}, not ${settings.memoryMb}.`);
}

/** Lists the files of secrets that are not ours and that every user may read, with the variables that name them. */
export function secretsOpenToAll(env: Environment): { readonly variable: string; readonly file: string }[] {
  return Object.entries<ConfigVariable>(CONFIG_VARIABLES).flatMap(([name, { secret }]) => {
    const [variable, file] = [`${name}${FILE_SUFFIX}`, env[`${name}${FILE_SUFFIX}`]?.trim()];
    return secret && file && exposureOf(statSync(file)) === 'foreign' ? [{ variable, file }] : [];
  });
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

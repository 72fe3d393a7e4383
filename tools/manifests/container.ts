import {
  CONFIG_VARIABLES,
  missingSettings,
  parseSettings,
  unknownVariables,
  variableOf,
  type Program as ConfiguredProgram,
  type Settings,
} from '@total-recall/runtime';

/** A container of our image, from any kind of manifest. */
export interface Container {
  readonly name: string;
  /** App that the container runs. */
  readonly program: string;
  /** Environment including that of the image. A value from a secret is a placeholder. */
  readonly env: Readonly<Record<string, string>>;
  /** Ports that the manifest declares, if it does. */
  readonly ports?: readonly number[];
  /** Folders and files that are mounted. */
  readonly mounts: readonly string[];
}

export const PLACEHOLDER = 'from-a-secret';

/** A value that a file of a secret may hold, in the one form that is prescribed: that of a master key. */
const A_SECRET = '0'.repeat(64);

/** Programs of the image, with the config that each needs. */
const PROGRAMS = {
  cli: 'standalone',
  gateway: 'gateway',
  ingest: 'ingest',
  retriever: 'retriever',
  consolidator: 'consolidator',
  prepare: 'cluster',
  index: 'cluster',
} as const satisfies Readonly<Record<string, ConfiguredProgram>>;

type Program = keyof typeof PROGRAMS;
type PortSetting = 'port' | 'grpcPort' | 'opsPort' | 'servicePort' | 'proxyPort';

/** Ports of each program, with the setting of the address that each listens on. */
const LISTENS: Readonly<Record<Program, readonly (readonly [PortSetting, 'host' | 'opsHost' | 'serviceHost'])[]>> = {
  cli: [
    ['port', 'host'],
    ['grpcPort', 'host'],
    ['proxyPort', 'host'],
    ['opsPort', 'opsHost'],
  ],
  gateway: [
    ['port', 'host'],
    ['grpcPort', 'host'],
    ['proxyPort', 'host'],
    ['opsPort', 'opsHost'],
  ],
  ingest: [
    ['servicePort', 'serviceHost'],
    ['opsPort', 'opsHost'],
  ],
  retriever: [
    ['servicePort', 'serviceHost'],
    ['opsPort', 'opsHost'],
  ],
  consolidator: [
    ['servicePort', 'serviceHost'],
    ['opsPort', 'opsHost'],
  ],
  prepare: [],
  index: [],
};
/** Programs that read sealed data. With a master key of their own making they could read nothing. */
const NEED_MASTER_KEY: ReadonlySet<string> = new Set(['ingest', 'retriever', 'consolidator', 'prepare', 'index']);

const ROLES = CONFIG_VARIABLES.TOTAL_RECALL_INGEST_ROLES.default.split(',');

/**
 * Returns the problems of a container: settings that nothing reads, required settings that are missing, and wrong
 * ports.
 */
export function containerProblems(container: Container): string[] {
  const { name, program, env, mounts } = container;
  if (!(program in LISTENS)) return [`${name} runs ${program}, which is no program of ours.`];
  const problems = [
    ...unknownVariables(env).map(({ variable }) => `nothing reads ${variable}.`),
    ...filesNamed(env).flatMap(([variable, path]) =>
      mounts.some((mount) => path === mount || path.startsWith(`${mount}/`)) ? [] : [`${variable} is ${path}, which nothing mounts.`],
    ),
    ...(NEED_MASTER_KEY.has(program) && !env['TOTAL_RECALL_MASTER_KEY_FILE'] ? ['TOTAL_RECALL_MASTER_KEY_FILE is not set.'] : []),
  ];
  try {
    const settings = parseSettings(withoutFiles(env));
    const missing = missingSettings(PROGRAMS[program as Program], settings).map((key) => `${variableOf(key)} is not set.`);
    problems.push(...missing, ...portProblems(container, settings));
  } catch (error) {
    problems.push((error as Error).message);
  }
  return problems.map((problem) => `${name}: ${problem}`);
}

function portProblems({ program, ports }: Container, config: Settings): string[] {
  const listening = LISTENS[program as Program].filter(([port]) => config[port] !== 'off');
  const expected = listening.map(([port]) => Number(config[port]));
  return [
    ...listening.flatMap(([port, host]) => (config[host] === '0.0.0.0' ? [] : [`${variableOf(port)} is reached from inside alone.`])),
    ...(ports === undefined || sameNumbers(ports, expected)
      ? []
      : [`it says ports ${ports.join(', ')} and listens on ${expected.join(', ')}.`]),
  ];
}

function sameNumbers(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && others.every((number) => some.includes(number));
}

function filesNamed(env: Container['env']): [string, string][] {
  return Object.entries(env).filter(([variable]) => variable.startsWith('TOTAL_RECALL_') && variable.endsWith('_FILE'));
}

/** Returns the environment without files of secrets, whose content does not matter here. */
function withoutFiles(env: Container['env']): Record<string, string> {
  const known: Readonly<Record<string, unknown>> = CONFIG_VARIABLES;
  return Object.fromEntries(
    Object.entries(env).map(([variable, value]) =>
      variable.endsWith('_FILE') && !(variable in known) ? [variable.slice(0, -'_FILE'.length), A_SECRET] : [variable, value],
    ),
  );
}

/** Returns the ingest roles that no container has, if there is any ingest container. */
export function roleProblems(containers: readonly Container[]): string[] {
  const ingests = containers.filter(({ program }) => program === 'ingest');
  const done = new Set(ingests.flatMap(({ env }) => (env['TOTAL_RECALL_INGEST_ROLES'] ?? ROLES.join(',')).split(',')));
  return ingests.length === 0 ? [] : ROLES.filter((role) => !done.has(role)).map((role) => `No container has the role ${role} of ingest.`);
}

/** Parses the environment that the image sets from its Dockerfile. */
export function imageEnv(dockerfile: string): Record<string, string> {
  const [, text = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile) ?? [];
  return Object.fromEntries([...text.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name!, value!]));
}

/** Returns the app that a container's arguments name. Work on index generations counts as its own program. */
export function programOf(args: readonly string[] | undefined): string {
  if (args?.[1] === 'index') return 'index';
  return /^apps\/([a-z-]+)\//.exec(args?.[0] ?? 'apps/cli/')?.[1] ?? String(args?.[0]);
}

export const isOurImage = (image: string): boolean => /(^|\/)total-recall([:@]|$)/.test(image);
/** Returns true for an image with a tag or a digest. */
export const isVersioned = (image: string): boolean => /[:@][^/]*$/.test(image);

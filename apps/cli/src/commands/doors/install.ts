import { access, constants, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { cwd, execPath } from 'node:process';
import {
  AGENTS,
  applyEdits,
  DEADLINE_MS,
  homeOf,
  linkedTo,
  OtherEngineError,
  readIfThere,
  showEdit,
  undoEdits,
  undoOf,
  type Addition,
  type Agent,
  type AgentFile,
  type AgentSetup,
  type Edit,
  type Installation,
} from '@total-recall/agent-settings';
import { exposureOf, SECRET_FILE_BYTES } from '@total-recall/runtime';
import { Argument, Option, type Command } from 'commander';
import { readSettings, type CommandContext, type Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { deadlineOption, placeName } from '../../option-values.ts';
import { PROGRAM_FOLDER } from '../../program-folder.ts';
import { DEFAULT_SPACE } from '../../space-argument.ts';

interface Where {
  readonly scope: 'user' | 'project';
  readonly yes?: boolean;
  readonly json?: boolean;
}

interface InstallOptions extends Where {
  readonly space: string;
  readonly url?: string;
  readonly apiKeyFile?: string;
  readonly deadlineMs?: number;
  readonly contextEngine?: boolean;
}

const NEEDS_KEY = 'No --api-key-file was given: the agent needs TOTAL_RECALL_API_KEY in its environment, or it gets no memory.';
const PROGRAM = join(PROGRAM_FOLDER, 'bin/total-recall.js');
const PI_EXTENSION = join(PROGRAM_FOLDER, 'bin/pi-extension.js');
/** Agents end a hook by themselves that cannot: after its own deadline, and what a busy machine needs to start it. */
const STARTS_WITHIN_MS = 6_000;
/** Texts that a shell takes as they are between double quotes, on every system. */
const PLAIN = /^[^"$`\n%!]*$/;

function withPlace(command: Command): Command {
  return command
    .addArgument(new Argument('<agent>', 'the agent').choices(Object.keys(AGENTS)))
    .addOption(
      new Option('--scope <scope>', 'for all your projects, or only for the project in this folder')
        .choices(['user', 'project'])
        .default('user'),
    )
    .option('--yes', 'write the changes instead of only showing them')
    .addOption(new Option('--dry-run', 'only show the changes; the default').conflicts('yes'))
    .option('--json', 'print one JSON object');
}

export function addInstall(program: Command, execute: (run: Run) => Promise<void>): void {
  withPlace(
    program
      .command('install')
      .description('Connect an agent to this memory with hooks and tools. Shows the changes to its settings first.'),
  )
    .option('--space <name>', 'the space', placeName, DEFAULT_SPACE)
    .option('--url <address>', 'the service, if it is not on this machine (TOTAL_RECALL_URL)')
    .option('--api-key-file <file>', 'a file with the API key; without it the agent needs TOTAL_RECALL_API_KEY in its environment')
    .addOption(deadlineOption('longest time the agent waits for the memory (default 4000, with openclaw 2000)'))
    .option('--context-engine', 'openclaw only: take its windows from the memory too, and compact without a model')
    .addHelpText(
      'after',
      '\nExample:\n  total-recall install claude-code --space work --api-key-file ~/.config/total-recall/key          shows the changes\n  total-recall install claude-code --space work --api-key-file ~/.config/total-recall/key --yes    writes them',
    )
    .action((agent: Agent, options: InstallOptions) => execute((context) => install(agent, options, context)));
}

export function addUninstall(program: Command, execute: (run: Run) => Promise<void>): void {
  withPlace(
    program.command('uninstall').description('Remove what `install` wrote. A file that nobody changed since is restored byte for byte.'),
  )
    .addHelpText('after', '\nExample:\n  total-recall uninstall claude-code --yes')
    .action((agent: Agent, options: Where) => execute((context) => uninstall(agent, options, context)));
}

async function install(agent: Agent, options: InstallOptions, context: CommandContext): Promise<ExitCode> {
  if (PROGRAM.includes(`${sep}_npx${sep}`))
    throw new CommandError(EXIT.usage, 'npx runs this program from a cache that may be cleared at any time.', {
      advice: 'Install it first: npm install -g total-recall.',
    });
  if (options.contextEngine && agent !== 'openclaw')
    throw new CommandError(EXIT.usage, `${agent} has no context engine to choose; --context-engine is for openclaw.`);
  await needKeyFile(options);
  // An agent may be started where the environment of this terminal is not.
  const { url } = readSettings(context.io, { TOTAL_RECALL_URL: { flag: '--url', value: options.url } });
  const installation = installationOf(agent, { ...options, ...(url !== undefined && { url }) });
  const edits: Addition[] = [];
  for (const file of filesOf(agent, options, context)) edits.push(await addition(file, installation));
  if (options.yes) await applyEdits(edits, keptIn(context));
  const setup: AgentSetup = AGENTS[agent];
  tell(edits, options, context, {
    done: 'Written. A running session of the agent uses it after its next start.',
    next: setup.next,
    needs: options.apiKeyFile === undefined ? NEEDS_KEY : undefined,
  });
  return EXIT.ok;
}

async function uninstall(agent: Agent, options: Where, context: CommandContext): Promise<ExitCode> {
  const kept = keptIn(context);
  const edits: Edit[] = [];
  for (const { path, without } of filesOf(agent, options, context)) edits.push(await readable(path, () => undoOf(path, kept, without)));
  if (options.yes) await undoEdits(edits, kept);
  tell(edits, options, context, { done: 'Removed. A running session of the agent keeps it until its next start.' });
  return EXIT.ok;
}

/** Without it each session of the agent would begin with a complaint. */
async function needKeyFile({ apiKeyFile }: InstallOptions): Promise<void> {
  if (apiKeyFile === undefined) return;
  const file = resolve(apiKeyFile);
  const advice = `Write one of your API keys to it first: (umask 077 && mkdir -p ${quoted(dirname(file))} && cat > ${quoted(file)})`;
  await access(file, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT';
    const message = isMissing ? `There is no ${file}.` : `${file} cannot be read (${error.code}).`;
    throw new CommandError(isMissing ? EXIT.notFound : EXIT.failed, message, { advice, cause: error });
  });
  const found = await stat(file);
  if (exposureOf(found) === 'own')
    throw new CommandError(EXIT.failed, `${file} can be read by other users.`, { advice: `Run: chmod 600 ${file}` });
  // A shell writes such a file where the variable of the key is not set.
  if (found.isFile() && found.size <= SECRET_FILE_BYTES && (await readFile(file, 'utf8')).trim() === '')
    throw new CommandError(EXIT.failed, `${file} is empty.`, { advice });
}

function installationOf(agent: Agent, { space, url, apiKeyFile, deadlineMs, contextEngine }: InstallOptions): Installation {
  const keyFile = apiKeyFile === undefined ? undefined : resolve(apiKeyFile);
  const common = ['--space', space, ...(url === undefined ? [] : ['--url', url])];
  const more = [
    ...common,
    ...(keyFile === undefined ? [] : ['--api-key-file', keyFile]),
    ...(deadlineMs === undefined ? [] : ['--deadline-ms', String(deadlineMs)]),
  ];
  return {
    endedAfterMs: (deadlineMs ?? DEADLINE_MS) + STARTS_WITHIN_MS,
    hook: [execPath, PROGRAM, 'hook', agent, ...more],
    hookLine: [...[execPath, PROGRAM].map(quoted), `hook ${agent}`, ...more.map(quoted)].join(' '),
    server: {
      command: execPath,
      args: [PROGRAM, 'mcp', ...common],
      env: { ...(keyFile !== undefined && { TOTAL_RECALL_API_KEY_FILE: keyFile }) },
    },
    plugin: {
      space,
      ...(url !== undefined && { url }),
      ...(keyFile !== undefined && { apiKeyFile: keyFile }),
      ...(deadlineMs !== undefined && { deadlineMs }),
    },
    piExtension: PI_EXTENSION,
    isContextEngine: contextEngine ?? false,
  };
}

function filesOf(agent: Agent, { scope }: Where, { io: { env } }: CommandContext): readonly AgentFile[] {
  const { inProjects, files } = AGENTS[agent];
  if (scope === 'project' && !inProjects) throw new CommandError(EXIT.usage, `${agent} is set up for all your projects, not for one.`);
  return files({ env, ...(scope === 'project' && { project: cwd() }) });
}

function keptIn({ io }: CommandContext): string {
  return join(io.env['XDG_STATE_HOME'] || join(homeOf(io.env), '.local/state'), 'total-recall/installed');
}

function addition(file: AgentFile, installation: Installation): Promise<Addition> {
  const { path } = file;
  return readable(path, async () => {
    const [before, linked] = await Promise.all([readIfThere(path), linkedTo(path)]);
    const bare = before?.trim() ? file.without(before) : before;
    const known = { ...(before !== undefined && { before }), ...(bare !== undefined && { bare }) };
    return { path, ...linked, ...known, after: file.with(before, installation) };
  });
}

/** Names a file that is not of its form, or has what stays; it is left alone. */
async function readable<E extends Edit>(path: string, act: () => Promise<E>): Promise<E> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof OtherEngineError)
      throw new CommandError(EXIT.failed, error.message, {
        cause: error,
        advice: `Remove it from ${error.setting} first, or leave out --context-engine. Nothing was changed.`,
      });
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandError(EXIT.failed, `${path} cannot be read: ${error.message}`, {
      cause: error,
      advice: 'Fix the file and run this again. Nothing was changed.',
    });
  }
}

function quoted(part: string): string {
  if (/^[\w./:@=-]+$/.test(part)) return part;
  if (PLAIN.test(part) && !part.endsWith('\\')) return `"${part}"`;
  throw new CommandError(EXIT.usage, `A shell would misread ${part}.`, {
    advice: 'Choose a path or an address without special characters.',
  });
}

function tell(
  edits: readonly Edit[],
  { yes = false, json }: Where,
  { terminal }: CommandContext,
  { done, next, needs }: { readonly done: string; readonly next?: string | undefined; readonly needs?: string | undefined },
): void {
  const changed = edits.filter(({ before, after }) => before !== after);
  const files = changed.map(({ path, target, before, after }) => ({ path, target, before, after }));
  const after = [next, needs].filter((line) => line !== undefined).join('\n');
  if (json) return terminal.out(JSON.stringify({ written: yes, files, ...(after !== '' && { next: after }) }));
  for (const each of changed) for (const line of showEdit(each)) terminal.out(line);
  if (changed.length === 0) terminal.out('There is nothing to change.');
  else if (yes) terminal.out(`\n${done}`);
  else terminal.out('\nNothing was written. Run this again with --yes to write the changes.');
  if (yes && next !== undefined) terminal.out(next);
  if (needs !== undefined) terminal.out(needs);
}

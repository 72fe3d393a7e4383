import { homedir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { cwd, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { Argument, Option, type Command } from 'commander';
import { withHooks, withoutHooks, withoutServer, withServer } from '../agents/claude-code-config.ts';
import { applyEdits, readIfThere, showEdit, undoEdits, undoOf, type Edit } from '../agents/edited-files.ts';
import type { CommandContext, Run } from '../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../exit-code.ts';
import { placeName } from '../option-values.ts';

interface Where {
  readonly scope: 'user' | 'project';
  readonly yes?: boolean;
  readonly json?: boolean;
}

interface InstallOptions extends Where {
  readonly space: string;
  readonly url?: string;
  readonly apiKeyFile?: string;
}

const PROGRAM = fileURLToPath(new URL('../../../bin/total-recall.js', import.meta.url));
/** Texts that a shell takes as they are between double quotes, on every system. */
const PLAIN = /^[^"$`\n%!]*$/;

function withPlace(command: Command): Command {
  return command
    .addArgument(new Argument('<agent>', 'the agent').choices(['claude-code']))
    .addOption(
      new Option('--scope <scope>', 'for all you do, or for the project in this folder').choices(['user', 'project']).default('user'),
    )
    .option('--yes', 'write it; without, the changes are only shown')
    .option('--json', 'print one JSON object');
}

export function addInstall(program: Command, execute: (run: Run) => Promise<void>): void {
  withPlace(
    program
      .command('install')
      .description('Give an agent this memory: hooks that bring it in, and the MCP server. Shows the changes first.'),
  )
    .option('--space <name>', 'the memory', placeName, 'main')
    .option('--url <address>', 'the service, where it is not the one on this machine')
    .option('--api-key-file <file>', 'a file with its API key; else the agent needs TOTAL_RECALL_API_KEY in its environment')
    .addHelpText(
      'after',
      '\nExample:\n  total-recall install claude-code --space work --api-key-file ~/.config/total-recall/key          shows what changes\n  total-recall install claude-code --space work --api-key-file ~/.config/total-recall/key --yes    does it',
    )
    .action((_agent: string, options: InstallOptions) => execute((context) => install(options, context)));
}

export function addUninstall(program: Command, execute: (run: Run) => Promise<void>): void {
  withPlace(
    program
      .command('uninstall')
      .description('Take out what `install` wrote; a file that nobody changed since is as before, byte for byte.'),
  )
    .addHelpText('after', '\nExample:\n  total-recall uninstall claude-code --yes')
    .action((_agent: string, options: Where) => execute((context) => uninstall(options, context)));
}

async function install(options: InstallOptions, context: CommandContext): Promise<ExitCode> {
  if (PROGRAM.includes(`${sep}_npx${sep}`))
    throw new CommandError(EXIT.usage, 'npx keeps this program in a cache that may go at any time.', {
      advice: 'Install it first: npm install -g total-recall.',
    });
  const { settings, servers } = filesOf(options, context);
  const keyFile = options.apiKeyFile === undefined ? undefined : resolve(options.apiKeyFile);
  const url = options.url === undefined ? [] : ['--url', options.url];
  const common = ['--space', options.space, ...url];
  const hook = [execPath, PROGRAM, 'hook claude-code', ...common, ...(keyFile === undefined ? [] : ['--api-key-file', keyFile])];
  const server = {
    command: execPath,
    args: [PROGRAM, 'mcp', ...common],
    env: { ...(keyFile !== undefined && { TOTAL_RECALL_API_KEY_FILE: keyFile }) },
  };
  const edits = [
    await edit(settings, (text) => withHooks(text, hook.map(quoted).join(' '))),
    await edit(servers, (text) => withServer(text, server)),
  ];
  if (options.yes) await applyEdits(edits, keptIn(context));
  tell(edits, options, context);
  return EXIT.ok;
}

async function uninstall(options: Where, context: CommandContext): Promise<ExitCode> {
  const { settings, servers } = filesOf(options, context);
  const kept = keptIn(context);
  const edits = [
    await readable(settings, () => undoOf(settings, kept, withoutHooks)),
    await readable(servers, () => undoOf(servers, kept, withoutServer)),
  ];
  if (options.yes) await undoEdits(edits, kept);
  tell(edits, options, context);
  return EXIT.ok;
}

/** The files of Claude Code. Those of a project hold paths of this machine, so the local one of the settings is taken. */
function filesOf({ scope }: Where, { io }: CommandContext): { settings: string; servers: string } {
  if (scope === 'project') return { settings: join(cwd(), '.claude/settings.local.json'), servers: join(cwd(), '.mcp.json') };
  const home = io.env['HOME'] || homedir();
  const own = io.env['CLAUDE_CONFIG_DIR'];
  return { settings: join(own ?? join(home, '.claude'), 'settings.json'), servers: join(own ?? home, '.claude.json') };
}

function keptIn({ io }: CommandContext): string {
  return join(io.env['XDG_STATE_HOME'] || join(io.env['HOME'] || homedir(), '.local/state'), 'total-recall/installed');
}

function edit(path: string, change: (text: string | undefined) => string): Promise<Edit> {
  return readable(path, async () => {
    const before = await readIfThere(path);
    return { path, ...(before !== undefined && { before }), after: change(before) };
  });
}

/** A file that is no JSON is named and left alone. */
async function readable(path: string, act: () => Promise<Edit>): Promise<Edit> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandError(EXIT.failed, `${path} cannot be read: ${error.message}`, {
      cause: error,
      advice: 'Mend it; nothing was changed.',
    });
  }
}

function quoted(part: string): string {
  if (part === 'hook claude-code' || /^[\w./:@=-]+$/.test(part)) return part;
  if (PLAIN.test(part) && !part.endsWith('\\')) return `"${part}"`;
  throw new CommandError(EXIT.usage, `A shell would read ${part} as something else.`, {
    advice: 'Choose a path or an address without such signs.',
  });
}

function tell(edits: readonly Edit[], { yes = false, json }: Where, { terminal }: CommandContext): void {
  const changed = edits.filter(({ before, after }) => before !== after);
  if (json) return terminal.out(JSON.stringify({ written: yes, files: changed }));
  for (const each of changed) for (const line of showEdit(each)) terminal.out(line);
  if (changed.length === 0) terminal.out('There is nothing to change.');
  else if (yes) terminal.out('\nWritten. A session of the agent that runs already has it after its next start.');
  else terminal.out('\nNothing was written. Run it again with --yes to do it.');
}

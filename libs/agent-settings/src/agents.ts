import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImportFormat } from '@total-recall/importers';
import { withCodexServer, withoutCodexServer } from './codex-config.ts';
import { withHooks, withoutHooks, withoutServer, withServer, type HookPlace, type ServerEntry } from './json-settings.ts';
import { withOpenClawPlugin, withoutOpenClawPlugin, type PluginSettings } from './openclaw-config.ts';
import { isOurExtension, withPiExtension } from './pi-extension.ts';

/** A hook ends by itself after this. */
export const DEADLINE_MS = 4_000;

export interface Installation {
  /** When the agent ends a hook that did not. */
  readonly endedAfterMs: number;
  /** Program and arguments that answer a hook. */
  readonly hook: readonly string[];
  /** The same as one line of a shell. */
  readonly hookLine: string;
  readonly server: ServerEntry;
  readonly plugin: PluginSettings;
  /** Module that the extension of pi imports. */
  readonly piExtension: string;
  /** True where the agent is to take its windows from the memory, too. */
  readonly isContextEngine: boolean;
}

/** A file of an agent that we write into. */
export interface AgentFile {
  readonly path: string;
  readonly with: (text: string | undefined, installation: Installation) => string;
  /** Takes ours out again; `undefined` where nothing is left. */
  readonly without: (text: string) => string | undefined;
}

interface AgentPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of a project; absent for all that the user does. */
  readonly project?: string;
}

export interface AgentSetup {
  /** Format of its session files, which hooks read; absent where a plug-in keeps its sessions. */
  readonly format?: ImportFormat;
  /** True where it can be set up for one project. */
  readonly inProjects: boolean;
  /** Names the step that is left to the user. */
  readonly next?: string;
  readonly files: (place: AgentPlace) => readonly AgentFile[];
}

/**
 * When Claude Code calls us. The memory is brought in at the first two, and what happened is kept at each. Source: the
 * reference of hooks in its public documentation.
 */
const CLAUDE_CODE: HookPlace = {
  events: ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'SubagentStop', 'Stop', 'SessionEnd'],
  ours: ' hook claude-code',
};
/** Codex gives its last event three seconds at most, and the one before it has kept everything. */
const CODEX: HookPlace = { events: ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'SubagentStop', 'Stop'], ours: ' hook codex' };

const hooksIn = (path: string, place: HookPlace): AgentFile => ({
  path,
  with: (text, { hookLine, endedAfterMs }) => withHooks(text, { command: hookLine, timeout: Math.ceil(endedAfterMs / 1000) }, place),
  without: (text) => withoutHooks(text, place),
});

export const AGENTS = {
  'claude-code': {
    format: 'claude-code',
    inProjects: true,
    files: ({ env, project }) => {
      const own = env['CLAUDE_CONFIG_DIR'];
      // The files of a project hold paths of this machine, so the local one of the settings is taken.
      const settings =
        project === undefined ? join(own ?? join(homeOf(env), '.claude'), 'settings.json') : join(project, '.claude/settings.local.json');
      const servers = project === undefined ? join(own ?? homeOf(env), '.claude.json') : join(project, '.mcp.json');
      const serverFile: AgentFile = {
        path: servers,
        with: (text, { server }) => withServer(text, server),
        without: withoutServer,
      };
      return [hooksIn(settings, CLAUDE_CODE), serverFile];
    },
  },
  codex: {
    format: 'codex',
    inProjects: false,
    next: 'Codex runs no hook that you have not looked at: start it, type /hooks, and trust the five of total-recall.',
    files: ({ env }) => {
      const own = env['CODEX_HOME'] || join(homeOf(env), '.codex');
      const server: AgentFile = {
        path: join(own, 'config.toml'),
        with: (text, { server: entry }) => withCodexServer(text, entry),
        without: withoutCodexServer,
      };
      return [hooksIn(join(own, 'hooks.json'), CODEX), server];
    },
  },
  pi: {
    format: 'openclaw',
    inProjects: false,
    files: ({ env }) => {
      const own = env['PI_CODING_AGENT_DIR'] || join(homeOf(env), '.pi/agent');
      const extension: AgentFile = {
        path: join(own, 'extensions/total-recall.ts'),
        with: (text, { piExtension, hook, endedAfterMs }) => withPiExtension(text, piExtension, hook, endedAfterMs),
        without: (text) => (isOurExtension(text) ? undefined : text),
      };
      return [extension];
    },
  },
  openclaw: {
    inProjects: false,
    next: 'Its gateway takes up the change by itself; "openclaw plugins inspect total-recall --runtime" shows what it loads.',
    files: ({ env }) => {
      const own = env['OPENCLAW_STATE_DIR'] || join(env['OPENCLAW_HOME'] || homeOf(env), '.openclaw');
      const settings: AgentFile = {
        path: env['OPENCLAW_CONFIG_PATH'] || join(own, 'openclaw.json'),
        with: (text, { plugin, isContextEngine }) => withOpenClawPlugin(text, openClawPlugin(), plugin, isContextEngine),
        without: withoutOpenClawPlugin,
      };
      return [settings];
    },
  },
} as const satisfies Readonly<Record<string, AgentSetup>>;

export type Agent = keyof typeof AGENTS;

/** Agents whose hooks this program answers. */
export const HOOKED_AGENTS = (Object.keys(AGENTS) as Agent[]).filter((agent): agent is HookedAgent => 'format' in AGENTS[agent]);
export type HookedAgent = Exclude<Agent, 'openclaw'>;

/** Returns the folder of the plug-in that comes along with this program. */
function openClawPlugin(): string {
  return dirname(fileURLToPath(import.meta.resolve('@total-recall/openclaw/openclaw.plugin.json')));
}

export function homeOf(env: AgentPlace['env']): string {
  return env['HOME'] || homedir();
}

/** A JSON object of a settings file. What we do not know in it stays as it is. */
type Settings = Record<string, unknown>;

interface HookGroup {
  readonly hooks?: readonly { readonly command?: unknown }[];
}

export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export const SERVER_NAME = 'total-recall';
/** The hooks of an agent: when it calls us, and the part of our commands by which they are known again. */
export interface HookPlace {
  readonly events: readonly string[];
  readonly ours: string;
}

/** Returns the settings with our hooks (the timeout is in seconds) behind those that are there. Hooks of ours from before are replaced. */
export function withHooks(
  text: string | undefined,
  hook: { readonly command: string; readonly timeout: number },
  place: HookPlace,
): string {
  const settings = parse(withoutHooks(text, place) ?? '{}');
  const hooks = objectAt(settings, 'hooks');
  for (const event of place.events) {
    const groups = Array.isArray(hooks[event]) ? (hooks[event] as unknown[]) : [];
    hooks[event] = [...groups, { hooks: [{ type: 'command', ...hook }] }];
  }
  return print({ ...settings, hooks }, text);
}

/** Returns the settings without hooks of ours; the same text where there are none. */
export function withoutHooks(text: string | undefined, { ours }: HookPlace): string | undefined {
  if (text === undefined || !text.includes(ours)) return text;
  const settings = parse(text);
  const hooks = objectAt(settings, 'hooks');
  const left = Object.entries(hooks).flatMap(([event, groups]) => {
    if (!Array.isArray(groups)) return [[event, groups] as const];
    const others = (groups as HookGroup[]).flatMap((group) => {
      const kept = group.hooks?.filter((hook) => !isOurs(hook, ours)) ?? [];
      if (kept.length === (group.hooks?.length ?? 0)) return [group];
      return kept.length === 0 ? [] : [{ ...group, hooks: kept }];
    });
    return others.length === 0 ? [] : [[event, others] as const];
  });
  const { hooks: _hooks, ...rest } = settings;
  return print(left.length === 0 ? rest : { ...settings, hooks: Object.fromEntries(left) }, text);
}

/** Returns a file of MCP servers with ours in it. Throws SyntaxError where another one has its name. */
export function withServer(text: string | undefined, server: ServerEntry): string {
  const settings = parse(text ?? '{}');
  const servers = objectAt(settings, 'mcpServers');
  if (servers[SERVER_NAME] !== undefined && !isOurServer(servers[SERVER_NAME]))
    throw new SyntaxError(`it has a server ${SERVER_NAME} that is not of our writing; take it out`);
  const mcpServers = { ...servers, [SERVER_NAME]: { type: 'stdio', ...server } };
  return print({ ...settings, mcpServers }, text);
}

/** Returns the file without our server; the same text where it is not there. */
export function withoutServer(text: string | undefined): string | undefined {
  if (text === undefined) return text;
  const settings = parse(text);
  const servers = objectAt(settings, 'mcpServers');
  if (!isOurServer(servers[SERVER_NAME])) return text;
  const { [SERVER_NAME]: _ours, ...others } = servers;
  const { mcpServers: _servers, ...rest } = settings;
  return print(Object.keys(others).length === 0 ? rest : { ...settings, mcpServers: others }, text);
}

/** Returns true for a server as `withServer` writes it, whatever its options. */
function isOurServer(server: unknown): boolean {
  const { args } = (server ?? {}) as { readonly args?: unknown };
  return Array.isArray(args) && typeof args[0] === 'string' && /[\\/]total-recall\.js$/.test(args[0]) && args[1] === 'mcp';
}

function isOurs({ command }: { readonly command?: unknown }, ours: string): boolean {
  return typeof command === 'string' && command.includes(ours);
}

function parse(text: string): Settings {
  const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text.replace(MARK, ''));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('it holds no JSON object');
  return value as Settings;
}

function objectAt(settings: Settings, name: string): Settings {
  const value = settings[name] ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new SyntaxError(`"${name}" is no JSON object`);
  return { ...(value as Settings) };
}

/** Mark that editors of Windows write in front of a text. */
const MARK = /^\uFEFF/;

/** Prints with the mark, the indentation and the line ends of the text that was there. */
function print(settings: Settings, like = '\n'): string {
  const [mark = ''] = MARK.exec(like) ?? [];
  const indent = /^\uFEFF?[{[]\r?\n([ \t]+)/.exec(like)?.[1] ?? '  ';
  const text = JSON.stringify(settings, null, indent) + (like.endsWith('\n') ? '\n' : '');
  return mark + (like.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text);
}

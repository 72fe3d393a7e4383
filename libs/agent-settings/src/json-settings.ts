import { withItem, withoutValue, withValue } from './json5-edits.ts';

/** A JSON object of a settings file. What we do not know in it stays as it is. */
type Settings = Record<string, unknown>;

interface HookGroup {
  readonly hooks?: unknown;
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

/**
 * Returns the settings with our hooks (the timeout is in seconds) behind those that are there. Hooks of ours from before
 * are replaced; all else keeps its bytes.
 */
export function withHooks(
  text: string | undefined,
  hook: { readonly command: string; readonly timeout: number },
  place: HookPlace,
): string {
  let after = begun(withoutHooks(text, place));
  objectAt(parse(after), 'hooks');
  for (const event of place.events) after = withItem(after, ['hooks', event], { hooks: [{ type: 'command', ...hook }] });
  return after;
}

/** Returns the settings without hooks of ours; the same text where there are none. */
export function withoutHooks(text: string | undefined, { ours }: HookPlace): string | undefined {
  if (text === undefined || !text.includes(ours)) return text;
  const isOurHook = (hook: unknown): boolean => isOurs(hook, ours);
  const isOurGroup = (group: unknown): boolean => hooksOf(group).length > 0 && hooksOf(group).every(isOurHook);
  let after = text;
  for (const [event, groups] of Object.entries(objectAt(parse(text), 'hooks'))) {
    if (!Array.isArray(groups)) continue;
    after = withoutItems(after, ['hooks', event], isOurGroup);
    // One of ours that stands in a group beside others.
    const left = groups.filter((group) => !isOurGroup(group));
    for (const index of left.keys()) after = withoutItems(after, ['hooks', event, String(index), 'hooks'], isOurHook);
  }
  return after;
}

/** Returns a file of MCP servers with ours in it. Throws SyntaxError where another one has its name. */
export function withServer(text: string | undefined, server: ServerEntry): string {
  const before = begun(withoutServer(text));
  if (objectAt(parse(before), 'mcpServers')[SERVER_NAME] !== undefined)
    throw new SyntaxError(`it has a server ${SERVER_NAME} that total-recall did not write; remove it`);
  return withValue(before, ['mcpServers', SERVER_NAME], { type: 'stdio', ...server });
}

/** Returns the file without our server; the same text where it is not there. */
export function withoutServer(text: string | undefined): string | undefined {
  if (text === undefined || !isOurServer(objectAt(parse(text), 'mcpServers')[SERVER_NAME])) return text;
  return withoutValue(text, ['mcpServers', SERVER_NAME]);
}

function withoutItems(text: string, path: readonly string[], isIt: (item: unknown) => boolean): string {
  const after = withoutValue(text, path, { isIt });
  return after === text ? text : withoutItems(after, path, isIt);
}

function hooksOf(group: unknown): readonly unknown[] {
  const { hooks } = (group ?? {}) as HookGroup;
  return Array.isArray(hooks) ? hooks : [];
}

/** Returns a text that something can be written into. */
function begun(text: string | undefined): string {
  return text?.trim() ? text : `{}${text === undefined || text.endsWith('\n') ? '\n' : ''}`;
}

/** Returns true for a server as `withServer` writes it, whatever its options. */
function isOurServer(server: unknown): boolean {
  const { args } = (server ?? {}) as { readonly args?: unknown };
  return Array.isArray(args) && typeof args[0] === 'string' && /[\\/]total-recall\.js$/.test(args[0]) && args[1] === 'mcp';
}

function isOurs(hook: unknown, ours: string): boolean {
  const { command } = (hook ?? {}) as { readonly command?: unknown };
  return typeof command === 'string' && command.includes(ours);
}

function parse(text: string): Settings {
  const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text.replace(MARK, ''));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('it is not a JSON object');
  return value as Settings;
}

function objectAt(settings: Settings, name: string): Settings {
  const value = settings[name] === undefined ? {} : settings[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError(`"${name}" is not a JSON object`);
  return value as Settings;
}

/** Mark that editors of Windows write in front of a text. */
const MARK = /^\uFEFF/;

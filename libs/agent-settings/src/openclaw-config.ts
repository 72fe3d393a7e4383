import { isDeepStrictEqual } from 'node:util';
import { withItem, withoutValue, withValue } from './json5-edits.ts';
import { readJson5 } from './json5-places.ts';

const ID = 'total-recall';
const ENTRY = ['plugins', 'entries', ID] as const;
const PATHS = ['plugins', 'load', 'paths'] as const;
const ALLOWED = ['plugins', 'allow'] as const;
const ENGINE = ['plugins', 'slots', 'contextEngine'] as const;
/** Folders that hold our plug-in: of a package, or of a checkout. */
const OURS = /[\\/](?:@total-recall|integrations)[\\/]openclaw[\\/]?$/;

/** Settings that the plug-in gets. */
export interface PluginSettings {
  readonly space: string;
  readonly url?: string;
  readonly apiKeyFile?: string;
  readonly deadlineMs?: number;
}

/** Says that OpenClaw has another context engine, which stays chosen. `setting` is where it is named. */
export class OtherEngineError extends Error {
  readonly setting = ENGINE.join('.');

  constructor(engine: unknown) {
    super(`OpenClaw has another context engine: ${JSON.stringify(engine)}.`);
    this.name = 'OtherEngineError';
  }
}

/**
 * Returns the settings of OpenClaw with our plug-in, which is in `folder`, and with `isEngine` as its context engine; one
 * that was chosen stays so. All that is there keeps its bytes, comments included.
 * Errors: `OtherEngineError`; SyntaxError for a text that is not of its form.
 */
export function withOpenClawPlugin(text: string | undefined, folder: string, config: PluginSettings, isEngine = false): string {
  const engine = text?.trim() ? valueAt(readJson5(text), ENGINE) : undefined;
  if (isEngine && engine !== undefined && engine !== ID) throw new OtherEngineError(engine);
  const before = withoutOpenClawPlugin(text?.trim() ? text : '{}\n') ?? '{}\n';
  const settings = readJson5(before);
  const entry = { enabled: true, hooks: { allowConversationAccess: true }, config };
  let after = withItem(withValue(before, ENTRY, entry), PATHS, folder);
  const allowed = valueAt(settings, ALLOWED);
  if (Array.isArray(allowed)) after = withItem(after, ALLOWED, ID);
  const isChosen = isEngine || engine === ID;
  if (isChosen && valueAt(settings, ENGINE) !== ID) after = withValue(after, ENGINE, ID);
  const expected = structuredClone(settings);
  put(expected, ENTRY, entry);
  put(expected, PATHS, [...((valueAt(settings, PATHS) as unknown[] | undefined) ?? []), folder]);
  if (Array.isArray(allowed)) put(expected, ALLOWED, [...(allowed as unknown[]), ID]);
  if (isChosen) put(expected, ENGINE, ID);
  // The result is read again, because no edit of a text may change what it does not name.
  if (!isDeepStrictEqual(readJson5(after), expected)) throw new SyntaxError('no plug-in can be added to it');
  return after;
}

/** Returns the settings without our plug-in and our context engine; the same text where it is not there, and `undefined` where nothing is left. */
export function withoutOpenClawPlugin(text: string): string | undefined {
  if (text.trim() === '' || valueAt(readJson5(text), ENTRY) === undefined) return text;
  const isOurs = (item: unknown): boolean => typeof item === 'string' && OURS.test(item);
  // The last addition goes first, so that each step finds the text as the one before left it.
  // A list of what is allowed is never made here: without it everything is.
  let after = text;
  while (valueAt(readJson5(after), ENGINE) === ID) after = withoutValue(after, ENGINE);
  after = withoutValue(after, ALLOWED, { isIt: (item) => item === ID, keepsEmpty: true });
  after = withoutValue(after, PATHS, { isIt: isOurs });
  while (valueAt(readJson5(after), ENTRY) !== undefined) after = withoutValue(after, ENTRY);
  return Object.keys(readJson5(after)).length === 0 && !/\/[/*]/.test(after) ? undefined : after;
}

function valueAt(settings: unknown, path: readonly string[]): unknown {
  let value = settings;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

function put(settings: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let holder = settings;
  for (const name of path.slice(0, -1)) holder = (holder[name] ??= {}) as Record<string, unknown>;
  holder[path.at(-1)!] = value;
}

import { aiFileData, type AiFile } from '../responses/ai-files.ts';
import { isBesideWindow } from '../events/attached-files.ts';
import type { ProviderData } from './vendor-seals.ts';

/** A message of a prompt of the AI SDK, as far as it is read here. */
interface Message {
  readonly role: string;
  readonly content: string | readonly Part[];
  readonly providerOptions?: ProviderData | undefined;
}

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly output?: unknown;
  readonly providerOptions?: ProviderData | undefined;
}

/**
 * Returns a window as a prompt with what the caller gave and a window has no form for: files of the live request and of its
 * results, and options for providers, such as marks of a cache, on the system text and on messages that still stand there.
 */
export function asGiven<M>(window: readonly M[], given: readonly M[]): M[] {
  const prompt = given as readonly unknown[] as readonly Message[];
  const made = withOptions(withFiles(window as readonly unknown[] as readonly Message[], liveOf(prompt)), prompt);
  return made as readonly unknown[] as M[];
}

/** Returns the live request, which may be several messages, and what was done for it. */
function liveOf(prompt: readonly Message[]): readonly Message[] {
  const messages = prompt.filter(({ role }) => role !== 'system');
  let from = messages.findLastIndex(isUsers);
  while (from > 0 && isUsers(messages[from - 1]!)) from -= 1;
  return from < 0 ? [] : messages.slice(from);
}

const isUsers = ({ role }: Message): boolean => role === 'user';
const partsOf = ({ content }: Message): readonly Part[] => (typeof content === 'string' ? [] : content);

/** Returns true for a file that models take in their own ways: no bytes that a window shows. */
function isOwn(part: Part): boolean {
  const file = part as AiFile;
  if (file.text !== undefined) return false;
  const { type } = aiFileData(file);
  return type === 'url' || type === 'reference' || (type === 'data' && isBesideWindow(file.mediaType ?? ''));
}

function withFiles(window: readonly Message[], live: readonly Message[]): Message[] {
  const files = live
    .filter(isUsers)
    .flatMap(partsOf)
    .filter((part) => part.type === 'file' && isOwn(part));
  const results = new Map(live.flatMap(partsOf).flatMap((part) => (part.toolCallId ? [[part.toolCallId, filesOf(part)] as const] : [])));
  const last = window.findLastIndex(isUsers);
  return window.map((message, at) => {
    if (at === last && files.length > 0) return { ...message, content: [...partsOf(message), ...files] };
    return message.role === 'tool' ? { ...message, content: partsOf(message).map((part) => withResultFiles(part, results)) } : message;
  });
}

interface Output {
  readonly type?: string;
  readonly value?: unknown;
}

function filesOf({ output }: Part): readonly Part[] {
  const { type, value } = Object(output) as Output;
  return type === 'content' ? (value as readonly Part[]).filter(isOwn) : [];
}

function withResultFiles(part: Part, results: ReadonlyMap<string, readonly Part[]>): Part {
  const files = results.get(part.toolCallId ?? '') ?? [];
  const { type, value } = Object(part.output) as Output;
  if (files.length === 0 || (type !== 'text' && type !== 'content')) return part;
  const shown = type === 'content' ? (value as readonly Part[]) : value === '' ? [] : [{ type: 'text', text: value }];
  return { ...part, output: { type: 'content', value: [...shown, ...files] } };
}

/** Options of a message, and of its last part. */
interface Options {
  readonly whole: ProviderData;
  readonly end: ProviderData;
}

function withOptions(window: readonly Message[], given: readonly Message[]): Message[] {
  const system = given.filter(({ role }) => role === 'system').reduce<ProviderData>((all, message) => merged(all, message), {});
  const out = window.map((message) => (message.role === 'system' ? withThose(message, { whole: system, end: {} }) : message));
  let end = out.length;
  for (const { said, ...options } of turnsOf(given.filter(({ role }) => role !== 'system')).toReversed()) {
    if (isEmpty(options.whole) && isEmpty(options.end)) continue;
    const at = out.slice(0, end).findLastIndex((shown) => shown.role === said.role && isShownIn(said, shown));
    if (at < 0) continue;
    out[at] = withThose(out[at]!, options);
    end = at;
  }
  return out;
}

/** Returns true where a message of a window has the first text or the first call of another one, which may have neither. */
function isShownIn(said: Message, shown: Message): boolean {
  const { toolCallId, text } = partsOf(said).find((part) => part.toolCallId !== undefined || part.text) ?? {};
  if (toolCallId !== undefined) return partsOf(shown).some((part) => part.toolCallId === toolCallId);
  return text !== undefined && partsOf(shown).some((part) => part.text?.includes(text));
}

/** Messages, one for several of a role in a row as in windows: the last of them, with the options of all. */
function turnsOf(messages: readonly Message[]): (Options & { readonly said: Message })[] {
  const turns: (Options & { readonly said: Message })[] = [];
  for (const message of messages) {
    const { whole = {}, end = {} } = (turns.at(-1)?.said.role === message.role && turns.pop()) || {};
    turns.push({ said: message, whole: merged(whole, message), end: merged(end, endOf(message)) });
  }
  return turns;
}

/** Returns the last part, unless its options are of an answer, or come with it. */
function endOf(message: Message): Pick<Message, 'providerOptions'> {
  const last = partsOf(message).at(-1);
  return message.role === 'assistant' || last === undefined || (last.type === 'file' && isOwn(last)) ? {} : last;
}

function merged(all: ProviderData, { providerOptions = {} }: Pick<Message, 'providerOptions'>): ProviderData {
  const added = Object.entries(providerOptions).map(([name, options]) => [name, { ...all[name], ...options }] as const);
  return { ...all, ...Object.fromEntries(added) };
}

function withThose(message: Message, { whole, end }: Options): Message {
  const last = partsOf(message).length - 1;
  return {
    ...message,
    ...(isEmpty(end)
      ? {}
      : { content: partsOf(message).map((part, at) => (at === last ? { ...part, providerOptions: merged(end, part) } : part)) }),
    ...(isEmpty(whole) ? {} : { providerOptions: whole }),
  };
}

const isEmpty = (options: ProviderData): boolean => Object.keys(options).length === 0;

import { type Argument, COMMAND_KEY, readArguments } from '../../event/read-arguments.ts';
import type { ToolCall } from '../../event/event-body.ts';
import {
  changesFiles,
  commandChains,
  commandParts,
  isKept,
  onlyReads,
  operandsOf,
  onlySearches,
  onlyShows,
  pathsChanged,
  pathsInCommand,
  pathsRemoved,
  PATH_VALUE,
  runsFiles,
  withoutHere,
  withoutSlash,
} from './read-command.ts';

/** Effect of a call on files, read from common verbs and from its arguments. No tool is known by name. */
interface CallReading {
  readonly paths: readonly string[];
  /** Those of the paths that the call looks at if it changes none: not those that it only adds to an index, moves or sets rights of. */
  readonly looked: readonly string[];
  /** Those of the paths that the call changes: a command that writes one file may read another. */
  readonly changed: readonly string[];
  /** Files and folders that it removes. */
  readonly removed: readonly string[];
  /** Files and folders that its commands name as they run, else the files of the call. */
  readonly operands: readonly string[];
  /** Those of them that a program is run over, which neither only reads nor changes or keeps them. */
  readonly ran: readonly string[];
  readonly isChange: boolean;
  /** True for a command that only looks something up: without output it found nothing, and did not fail. */
  readonly isSearch: boolean;
  /** True where the result is what a file or a log holds, which may tell of failures. */
  readonly onlyShows: boolean;
  /** Equal for calls that do the same thing to the same target. Of several commands the last that does something counts. */
  readonly key: string;
  /** Keys of what the call has done where it succeeds, which puts right what failed of them; none where that is not told. */
  readonly settles: readonly string[];
  /** True where a failure may have come after some of the call was done. */
  readonly hasSteps: boolean;
}

const CHANGE = /^(?:edit|write|create|patch|replace|insert|append|delete|remove|move|rename|save|update|modify|apply)(?:s|e?d|files?)?$/;
/** Names of tools that remove files; "remove_lines" is none. */
const REMOVE = /^(?:delete|remove|unlink|rm)(?:(?: a)? ?(?:files?|folders?|director(?:y|ies)|paths?))?$/;
const READ = /^(?:view|read|open|show|list|get|cat|search|find|grep|print|undo)(?:s|files?)?$/;
/** Names of tools that show a file, or lines of files. */
const SHOWS = /^(?:view|read|open|show|cat|search|grep|print)(?:s|files?)?(?: (?:files?|lines?|text|range|path|content|contents))*$/;
/** Things beside files that tools write and update: a path that such a call names is what they speak of. */
const NO_FILE = /^(?:plan|todo|task|checklist|issue|ticket|comment|review|message|reminder)s?$/;
/** Signs of a path that only its argument tells: no blanks, as a sentence has. */
const NAMED_PATH = /^[\p{L}\p{M}\p{N}_@.:,()[\]{}$&+~'#=!%/\\-]{1,240}$/u;
/** Arguments that hold what is written: no path in it is one that the call works on, and no words are a command. */
const CONTENT_KEY = /(?:content|contents|text|string|str)$/i;
const HAS_NAME = /[^/\\]\.[A-Za-z][\w]{0,9}$/;
/** A name of an argument that is a file, whether its folder is named or not. */
const FILE_KEY = /^(?:[\w-]{0,40}(?:[_-](?=[fp])|[a-z](?=[FP])))?(?:[Ff]ile|[Pp]ath|[Ff]ile[_-]?(?:[Nn]ame|[Pp]ath))$/;
/** A name of an argument that is a folder. */
const FOLDER_KEY = /^(?:dir|directory|folder)(?:[_-]?(?:name|path))?$/i;
const CALL_CHARS = 16_384;
const COMMAND_CHARS = 2_048;
const PATHS = 32;
const KEY_CHARS = 120;
const STEPS = 8;

export function readCall({ name, arguments: args = '' }: ToolCall): CallReading {
  const values = readArguments(args);
  const speaks = isOfNoFile(name);
  const named = speaks ? [] : values.flatMap((value) => (isPath(value) ? [withoutHere(value.value)] : []));
  const patched = filesOfPatches(values, PATCHED);
  const paths = [...named, ...patched];
  const said = values.filter(({ key }) => !CONTENT_KEY.test(key));
  const written = said.map(({ value }) => withoutHereDocuments(value).slice(0, CALL_CHARS));
  const command = written.find((value) => /\s/.test(value) && !value.includes('\n\n')) ?? '';
  const parts = paths.length > 0 ? [] : commandParts(command.slice(0, COMMAND_CHARS));
  paths.push(...parts.flatMap(pathsInCommand));
  const looked = parts.length === 0 ? paths : parts.flatMap((part) => (isKept(part) ? [] : pathsInCommand(part)));
  const verb = values.find(({ key }) => /^(command|action|operation|op|mode)$/i.test(key))?.value ?? '';
  const says = speaks ? undefined : (changes(verb) ?? (changes(name) || undefined));
  const isChange = says ?? (patched.length > 0 || changesFiles(command.slice(0, COMMAND_CHARS)));
  const changed = says === undefined && parts.length > 0 ? parts.flatMap(pathsChanged) : paths;
  const isSearch = onlySearches(command.slice(0, COMMAND_CHARS));
  return {
    paths: [...new Set(paths)].slice(0, PATHS),
    looked: [...new Set(looked)].slice(0, PATHS),
    changed: isChange ? [...new Set(changed)].slice(0, PATHS) : [],
    removed: isChange
      ? [...new Set([...removedBy(name, said), ...filesOfPatches(values, DELETED), ...parts.flatMap(pathsRemoved)])].slice(0, PATHS)
      : [],
    ...(parts.length > 0
      ? { operands: fewOf(parts.flatMap(operandsOf)), ran: fewOf(parts.flatMap((part) => (runsFiles(part) ? operandsOf(part) : []))) }
      : { operands: fewOf(paths), ran: [] }),
    isChange,
    isSearch,
    onlyShows: parts.length > 0 ? onlyShows(command.slice(0, COMMAND_CHARS)) : paths.length > 0 && SHOWS.test(wordsOf(name).join(' ')),
    ...keysOf(name, values, [...named, ...patched]),
  };
}

const OPERANDS = 8;
const fewOf = (paths: readonly string[]): string[] => [...new Set(paths)].slice(0, OPERANDS);

/** Returns true for a file's path: one that its form tells, or a value that its argument calls a file. */
function isPath({ key, value }: Argument): boolean {
  if (!HAS_NAME.test(value) || CONTENT_KEY.test(key)) return false;
  return FILE_KEY.test(key) ? NAMED_PATH.test(value) : PATH_VALUE.test(value) && value.includes('/');
}

/** Line of a patch that names a file, as `diff` writes it or as models do. */
const PATCHED = /^(?:\*\*\* (?:(?:Add|Update|Delete) File|Move to): |(?:---|\+\+\+) [ab]\/)(\S[^\n\t]{0,239})/gm;

/** The same of a file that the patch removes. */
const DELETED = /^\*\*\* Delete File: (\S[^\n\t]{0,239})/gm;

function filesOfPatches(values: readonly Argument[], named: RegExp): string[] {
  return values.flatMap(({ value }) => [...value.slice(0, CALL_CHARS).matchAll(named)].map(([, path]) => path!.trim()));
}

/** Start of an input that a command writes out, and the word of the line that ends it. */
const HERE_DOCUMENT = /(?<!<)<<-?[ \t]*(["']?)([A-Za-z_]\w{0,40})\1/;

/** Leaves out the inputs that a command writes out: they are content, whatever commands and paths stand in them. Linear. */
function withoutHereDocuments(command: string): string {
  if (!command.includes('<<')) return command;
  const lines = command.split('\n');
  const lastOf = new Map(lines.map((line, at) => [line.trim(), at]));
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    kept.push(lines[at]!);
    const end = HERE_DOCUMENT.exec(lines[at]!)?.[2];
    if (end === undefined || (lastOf.get(end) ?? 0) <= at) continue;
    do at++;
    while (lines[at]!.trim() !== end);
  }
  return kept.join('\n');
}

/** Returns the words of a name of a tool or an action, in small letters; none where it is no such name. */
function wordsOf(name: string): string[] {
  if (!/^[\w-]{1,64}$/.test(name)) return [];
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

/** Returns the files and folders that a tool removes, by its name and by those of its arguments. */
function removedBy(name: string, said: readonly Argument[]): string[] {
  if (!REMOVE.test(wordsOf(name).join(' '))) return [];
  return said.flatMap(({ key, value }) =>
    (FILE_KEY.test(key) || FOLDER_KEY.test(key)) && PATH_VALUE.test(value) ? [withoutSlash(value)] : [],
  );
}

/** Returns true when a name says that something is changed, false when read; undefined where it says neither. */
function changes(name: string): boolean | undefined {
  const words = wordsOf(name);
  if (words.some((word) => CHANGE.test(word))) return true;
  return words.some((word) => READ.test(word)) ? false : undefined;
}

/** Returns true for a tool that changes something other than files, such as a list of tasks, by its name. */
function isOfNoFile(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word) => NO_FILE.test(word)) && !words.some((word) => /^files?$/.test(word)) && changes(name) !== false;
}

/** A change of folder, variables and rights before a command, which are the same before many. */
const BEFORE_COMMAND = /^(?:\s|cd\s+\S{1,400}\s*(?:&&|;)\s*|[A-Za-z_]\w{0,63}=\S{0,200}\s+|sudo\s+)+/;

/**
 * Builds keys from the tool and its target: the first words of a command without flags, else the first path that an
 * argument or a patch names, else the first value.
 */
function keysOf(name: string, values: readonly Argument[], paths: readonly string[]): Pick<CallReading, 'key' | 'settles' | 'hasSteps'> {
  const keyed = (what: string) => `${name} ${what}`.slice(0, KEY_CHARS);
  const { key: at, value } = values.find((one) => one.value.trim() !== '') ?? { key: '', value: '' };
  const first = value.trim();
  // Beside a path, what is no command is content: calls that write the same file are alike, whatever they write.
  const isCommand = /\s/.test(first) && (paths.length === 0 || COMMAND_KEY.test(at));
  const chains = isCommand ? commandChains(withoutHereDocuments(first).slice(0, COMMAND_CHARS)) : [];
  const chain = chains.at(-1);
  if (chain === undefined) {
    const key = keyed(paths[0] ?? first);
    return { key, settles: [key], hasSteps: false };
  }
  const { steps, isTold } = chain;
  const key = keyed(firstWords(steps.findLast((step) => !onlyReads(step)) ?? steps.at(-1)!));
  const settled = steps.map((step) => keyed(firstWords(step)));
  return {
    key,
    settles: isTold ? [...new Set([key, ...settled])].slice(0, STEPS) : [],
    hasSteps: chains.flatMap((one) => one.steps).filter((step) => !isMove(step)).length > 1,
  };
}

const isMove = (step: string): boolean => /^cd\s/.test(step);

function firstWords(command: string): string {
  const words = command.replace(BEFORE_COMMAND, '').split(/\s+/);
  return words
    .filter((word) => !word.startsWith('-'))
    .slice(0, 3)
    .join(' ');
}

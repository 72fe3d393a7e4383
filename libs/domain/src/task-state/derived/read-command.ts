import { readRuns } from '../../terms/read-runs.ts';

/** A quoted text. Neither the script of an editor nor what is searched for names a file. */
const QUOTED = /'[^']*'|"(?:[^"\\]|\\.)*"/g;
/** Beginning of a script of sed: an address, then a command; or a substitution as Perl takes it, too. */
const SCRIPT = /^["'](?:(?:\d+|\$|\/[^/]*\/)(?:,(?:\+?\d+|\$|\/[^/]*\/))?\s*(?:[acdipq=](?=["';\s\\}])|[!{]|[sy][/|#,@!])|[sy][/|#,@!])/;
const QUOTED_PATH = /^["'][\w@./+~-]+\.[A-Za-z]\w{0,7}["']$/;
const BEFORE_PATH = /(?:^|[^\w.@/~-])((?:~|\.{1,2}|\$)?)$/;
/** A variable in braces, and the output of a command, which is no name. */
const BRACED = /\$\{(\w{1,64})\}/g;
const IS_OUTPUT = /[)}`]["']?$/;
/** Programs that take files: a name with an ending is one in the folder at hand. */
const OF_FILES =
  /^\s*(?:sudo\s+)?(?:cat|head|tail|nl|less|more|wc|sed|perl|tee|touch|truncate|rm|mv|cp|git\s+(?:add|mv|rm|restore|blame))\s/;
const PLAIN_FILE = /(?<=^|[\s>])[\w-]+(?:\.[\w-]+)*\.[A-Za-z]\w{0,9}(?=$|[\s<>])/g;

/**
 * Returns the paths that a command names, as they are written; a leading `./` is dropped. What begins with the output of
 * another command is left out, as nothing tells where it is.
 */
export function pathsInCommand(command: string): string[] {
  const named = command.replace(BRACED, '$$$1').replace(QUOTED, (text) => (SCRIPT.test(text) && !QUOTED_PATH.test(text) ? ' ' : text));
  const paths: string[] = [];
  let from = 0;
  readRuns(named, (shape, term) => {
    if (shape !== 'paths' || !term.includes('/')) return;
    const at = named.indexOf(term, from);
    from = at + term.length;
    // Terms are read without the signs before them, which tell `~/.pi` from `/.pi`, and `.github` from `github`.
    const before = named.slice(Math.max(0, at - 3), at);
    if (term.startsWith('/') && IS_OUTPUT.test(before)) return;
    const [, sign = ''] = BEFORE_PATH.exec(before) ?? [];
    paths.push(sign === '.' && term.startsWith('/') ? term.slice(1) : sign + term);
  });
  return [...paths, ...plainFiles(named)];
}

/** Returns the files of the folder at hand that a command names where they can be nothing else, or writes its output into. */
function plainFiles(command: string): string[] {
  const masked = maskQuotes(command);
  const into = INTO_FILE.exec(masked);
  const named = OF_FILES.test(masked)
    ? masked
    : into === null
      ? ''
      : masked
          .slice(into.index + into[0].length)
          .trimStart()
          .split(/\s/)[0]!;
  return named.match(PLAIN_FILE) ?? [];
}

/** Matches variables, and programs that run another one, before the program of a command. */
const BEFORE_PROGRAM = /^(?:\s+|[A-Za-z_]\w{0,63}=\S{0,200}\s+|(?:sudo|env|time|nohup)\s+)+/;
/** A name of a file, or of one in a folder: a word that neither an ending nor a folder tells may be anything. */
const FILE_WORD = /^(?!.*:\/\/)(?:.*\/.*|.*[\w-]\.[A-Za-z]\w{0,9})$/;

/** Returns the files and folders that one command names as it is run, without what its output goes into. Flags and tests are left out. */
export function operandsOf(command: string): string[] {
  const [program, ...words] = command.replace(BEFORE_PROGRAM, '').split(/\d?>/, 1)[0]!.trim().split(/\s+/);
  if (program === 'cd' || program === 'echo') return [];
  return pathsAmong(words.map((word) => unquoted(word).replace(/::.*$/, '')).filter((word) => FILE_WORD.test(word)));
}

/** Programs that keep files, or set whose they are, and run nothing over them. */
const KEEPER = /^\s*(?:sudo\s+)?(?:git|svn|hg|chmod|chown|mkdir|ln|tar|zip|stat|file|cd|echo|printf)(?![\w-])/;

/** Programs that show nothing of the files which they name, and what git does so. */
const SHOWS_NOTHING =
  /^\s*(?:sudo\s+)?(?:git\s+(?:-\S+\s+){0,3}(?:add|branch|checkout|clone|commit|fetch|merge|mv|pull|push|rebase|reset|restore|revert|rm|stash|switch|tag|worktree)|chmod|chown|mkdir|ln)(?![\w-])/;

/** Returns true for a command that keeps its files, moves them or sets whose they are, and shows nothing of them. */
export function isKept(command: string): boolean {
  return SHOWS_NOTHING.test(command);
}

/** Returns true for a command that runs a program over the files which it names. */
export function runsFiles(command: string): boolean {
  return !KEEPER.test(command) && !onlyReads(command.trim()) && !changesFiles(command.replace(INTO_FILE, ' '));
}

/** Signs between the commands of a line. */
const BETWEEN_COMMANDS = /&&|\|\||[;|\n]/g;

const maskQuotes = (command: string): string => command.replace(QUOTED, (text) => '_'.repeat(text.length));

/** Returns the commands of a line, each as it is written; signs within quotes part nothing. */
export function commandParts(command: string): string[] {
  return splitOutsideQuotes(command, BETWEEN_COMMANDS);
}

/** Signs between commands of which the next one runs whatever became of the one before. */
const BETWEEN_CHAINS = /[;\n]/g;
/** Between steps, of which the next one runs where the one before succeeded, or where it failed. */
const BETWEEN_STEPS = /&&|\|\|/g;
/** A way out, which does nothing else. */
const OR_ENDS = /\|\|\s*(?:exit|return)(?:\s+\d+)?\s*$/;
const OR = /\|\|/;
const PIPE = /\|/g;

/** Splits a text at signs that stand in no quotes. */
function splitOutsideQuotes(command: string, signs: RegExp): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: sign, index } of maskQuotes(command).matchAll(signs)) {
    parts.push(command.slice(from, index));
    from = index + sign.length;
  }
  return [...parts, command.slice(from)];
}

/** Commands of a line of which each runs by what became of the one before; of a pipe the first. */
export interface CommandChain {
  readonly steps: readonly string[];
  /** True where the line succeeds only if all of them did: the last chain, of which no step may fail. */
  readonly isTold: boolean;
}

/** Shows how the command before it ended. */
const SHOWS_STATUS = /^(?:echo|printf)\s.*\$\?/s;

/** Returns the chains of a line. Those that only look around are left out where another does more. */
export function commandChains(command: string): CommandChain[] {
  const lines = splitOutsideQuotes(command, BETWEEN_CHAINS).filter((line) => line.trim() !== '');
  const last = lines.length - (SHOWS_STATUS.test(lines.at(-1)?.trim() ?? '') ? 2 : 1);
  const chains = lines.map((line, at): CommandChain => {
    const chain = line.replace(OR_ENDS, '');
    const steps = splitOutsideQuotes(chain, BETWEEN_STEPS).map((step) => splitOutsideQuotes(step, PIPE)[0]!.trim());
    return { steps: steps.filter((step) => step !== ''), isTold: at === last && !OR.test(maskQuotes(chain)) };
  });
  const doing = chains.filter(({ steps }) => !steps.every(onlyReads));
  return (doing.length > 0 ? doing : chains).filter(({ steps }) => steps.length > 0);
}

/** A flag of sed and of Perl by which they write the files that they read. */
const IN_PLACE = String.raw`(?:sed\s(?:[^;&|\n]{0,400}\s)?(?:-\w*i|--in-place)|perl\s(?:[^;&|\n]{0,400}\s)?-[a-hj-z0-9]*i)`;
/** Changes of files by git: the checkout of a path is one, that of a branch names no file. */
const GIT_CHANGE = String.raw`git\s+(?:apply\s|restore\s|stash\s+push\s|checkout\s+(?:[^\s;&|]{1,200}\s+){0,3}(?:--\s|[^\s;&|-][^\s;&|]{0,200}\.[A-Za-z]\w{0,9}(?=\s|$)))`;
/** A flag by which a formatter or a linter writes the files that it looks at. */
const WRITES = String.raw`(?:--(?:write|fix|in-place)(?![\w-])|gofmt\s(?:[^;&|\n]{0,400}\s)?-\w*w)`;
const CHANGE = new RegExp(
  String.raw`(?:^|[\s;&|])(?:${IN_PLACE}|${WRITES}|${GIT_CHANGE}|tee\s|mv\s|rm\s|cp\s|touch\s|truncate\s|patch\s)|[^-=<>2&]>{1,2}\s*[\w./~$-]`,
);
/** Output into a file, which errors and other signs are not ("2>", "->"). */
const INTO_FILE = /(?<=^|[^-=<>2&])>{1,2}\s*(?=[\w./~$-])/;
/** A copy, up to its last word. */
const COPY = /^\s*(?:sudo\s+)?cp\s.*?\s(?=\S+\s*(?:$|2>))/s;

/** Beginning of a quoted text that a shell runs: it is read as a command, other quoted texts are not. */
const SHELL_SCRIPT = /\b(?:ba|da|k|z)?sh\s+-\w*c\s+["']/g;
/** Input of a command, which is no here document. */
const INPUT = /(?<!<)<(?![<(&])\s*\S+/g;
/** Patches that a command applies. */
const PATCH = /(?<=(?:^|\s)git\s+apply\s).*|(?<=(?:^|\s)patch\s(?:.{0,400}\s)?)(?:(?:-i\s*|--input[=\s])\S+|\S+\.(?:patch|diff)(?!\S))/gs;

/** Returns true for a command that changes files. */
export function changesFiles(command: string): boolean {
  return CHANGE.test(maskQuotes(command.replace(SHELL_SCRIPT, ' ')));
}

/** Returns the paths that one command may change: the file that its output goes into, where it copies to, else all that it names. */
export function pathsChanged(command: string): string[] {
  if (!changesFiles(command)) return [];
  const masked = maskQuotes(command);
  const into = INTO_FILE.exec(masked);
  if (into === null) {
    const from = COPY.exec(masked)?.[0].length;
    const written = withoutRead(command, masked);
    return pathsInCommand(from === undefined ? written : `> ${written.slice(from)}`);
  }
  const file = /^\S*/.exec(command.slice(into.index + into[0].length))![0];
  return [...pathsChanged(command.slice(0, into.index)), ...pathsInCommand(`> ${file}`)];
}

/** A path in full: a pattern or a variable may stand for others. */
export const PATH_VALUE = /^[\w@./\\+~-]{1,240}$/;
/** Matches a command that moves files: all that it names but the last is there no more. */
const MOVES = /^\s*(?:sudo\s+)?(?:git\s+)?mv(?![\w-])/;
/** Matches a command that removes what it names, and not only from an index. */
const REMOVES = /^\s*(?:sudo\s+)?(?:rm|git\s+(?:-\S+\s+){0,3}rm(?!.*\s--cached(?![\w-])))(?![\w-])/;

/** Returns the files and folders that one command removes, as it names them; folders without the slash at their end. */
export function pathsRemoved(command: string): string[] {
  const moved = MOVES.exec(command)?.[0];
  const told = moved ?? REMOVES.exec(command)?.[0];
  if (told === undefined) return [];
  const [named = ''] = command.slice(told.length).split(/[<>|]/, 1);
  const paths = pathsAmong(named.trim().split(/\s+/).map(unquoted));
  return moved === undefined ? paths : paths.slice(0, -1);
}

const unquoted = (word: string): string => word.replace(/^(["'])(.*)\1$/, '$2');

/** Returns the paths among words of a command, in the form in which they are compared. */
function pathsAmong(words: readonly string[]): string[] {
  return words.filter((word) => !word.startsWith('-') && PATH_VALUE.test(word)).map((path) => withoutSlash(withoutHere(path)));
}

/** Returns a path without the `./` at its beginning. */
export function withoutHere(path: string): string {
  return path.replace(/^(?:\.\/)+(?=[^/])/, '');
}

/** Returns a folder's path without the slash at its end. */
export function withoutSlash(path: string): string {
  return path.endsWith('/') && path.length > 1 ? withoutSlash(path.slice(0, -1)) : path;
}

/** Blanks what a command only reads. */
function withoutRead(command: string, masked: string): string {
  let kept = command;
  for (const { 0: read, index } of [...masked.matchAll(INPUT), ...masked.matchAll(PATCH)]) {
    kept = kept.slice(0, index) + ' '.repeat(read.length) + kept.slice(index + read.length);
  }
  return kept;
}

/** Programs that end with 1 where they find nothing, find a difference, or answer no. */
const SEARCH = /^(?:git\s+(?:grep|diff)|[efz]?grep|rg|ag|ack|diff|cmp|which|pgrep|test|\[)(?![\w-])/;
/** Programs that only read, which a search may stand behind. */
const READER =
  /^(?:cd|cat|echo|find|ls|nl|head|tail|sort|uniq|wc|cut|tr|sed(?!.*\s(?:-\w*i|--in-place))|git\s+(?:log|show|ls-files|status|blame))(?![\w-])/;

/** Returns true for a command that only reads or moves around. */
export function onlyReads(command: string): boolean {
  return (SEARCH.test(command) || READER.test(command)) && !/>/.test(maskQuotes(command).replace(REDIRECTED_AWAY, ' '));
}

/** Programs that show the log of another. */
const SHOWS_LOG =
  /^(?:sudo\s+)?(?:(?:docker(?:\s+compose|-compose)?|podman|nerdctl|kubectl|oc|heroku|fly(?:ctl)?|pm2|supervisorctl)\s+(?:\S+\s+){0,4}?(?:logs?|tail)(?![\w-])|journalctl|dmesg|less|more|tac|zcat|bat|gh\s+run\s+view|git\s+(?:-\S+\s+){0,3}(?:diff|grep|reflog))(?![\w-])/;

/** Returns true for a command whose output is what files or logs hold. */
export function onlyShows(command: string): boolean {
  const parts = commandParts(command).map((part) => part.trim());
  const isShown = (part: string): boolean => onlyReads(part) || SHOWS_LOG.test(part);
  return parts.length > 0 && parts.every((part) => part === '' || isShown(part)) && parts.some((part) => !/^(?:cd|echo|ls|$)/.test(part));
}

/** Output that goes nowhere, or errors that go with the output. */
const REDIRECTED_AWAY = /\d?>\s*(?:&\s*\d|\/dev\/null)/g;

/** Returns true for a command that ends with a search and does nothing else than read. */
export function onlySearches(command: string): boolean {
  const parts = command
    .replace(QUOTED, '_')
    .replace(REDIRECTED_AWAY, ' ')
    .split(/&&|\|\||[;|\n]/)
    .map((part) => part.trim());
  return (
    SEARCH.test(parts.at(-1)!) && parts.every((part) => SEARCH.test(part) || READER.test(part)) && !parts.some((part) => part.includes('>'))
  );
}

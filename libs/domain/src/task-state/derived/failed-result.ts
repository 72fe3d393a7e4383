import { jsonLeaves } from '../../event/json-leaves.ts';
import type { TextRange } from '../../compaction/previews/cut.ts';
import { FAILED_ELSEWHERE, FAILED_OBJECT, SAYS_NO_ERROR } from './failure-words.ts';
import { lineRange } from './line-range.ts';

const LOOKED_AT = 4_096;

// An exit code as shells, runtimes and agents' programs print it. A bare `exit 1` is a line of a script that was read,
// and a comparison one of a program.
const NAMED = String.raw`exit(?:ed)?(?:\s{1,4}with)?[\s_-]{0,4}(?:code|status)|exited(?:\s{1,4}with)?|exit(?=["']?\s?[:=]|>\d)|\[exit|return[\s_]?code`;
const CODE = String.raw`(?:${NAMED})(?!\s?==)["'>:=\s]{1,4}(-?\d{1,3})\b`;
const EXITS = new RegExp(CODE, 'gi');
/**
 * An exit code in front of the whole output, as the program around the model writes it, behind a few lines of its own such
 * as `Wall time: 0.1 seconds`, or fields of one object: the output may print others.
 */
const HEADERS = String.raw`(?:(?-i:[A-Z])[\w ]{0,30}: .{0,80}\n){0,4}|\{(?:\s{0,8}"\w{1,30}":\s?(?:"[^"\\]{0,200}"|[\d.]{1,20}|true|false|null),){0,4}`;
const EXIT_IN_FRONT = new RegExp(String.raw`^(?:${HEADERS})[\s<["'{]{0,8}(?:(?:command|process|program|script)\s)?${CODE}`, 'i');

// Marks of a failed run as shells, runtimes and test runners print them, at the start of a line or in a field of their
// own.
const SIGNS = [
  /^Traceback \(most recent call last\)/m,
  new RegExp(
    String.raw`^(?:[\w.$]{0,80}(?:Error|Exception)|error(?:\[\w+\])?|fatal|panic|ERROR|FAILED)\s*[:(](?!(?i:${SAYS_NO_ERROR})).{3,}`,
    'mu',
  ),
  // The program that failed stands in front, or its runner: `psql: error: ...`, `docker: Error response from ...`.
  /^[\w.-]{1,40}: (?:\*\*\* \[|(?:fatal )?[eE]rror(?: response[^:\n]{0,60})?:|\(\d{1,3}\) ).{3,}/m,
  /(?:command not found|No such file or directory|[Pp]ermission denied(?: \([\w,-]{1,60}\)\.)?|: Connection (?:refused|timed out|reset by peer)|^Segmentation fault(?: \(core dumped\))?)\s*$/m,
  // Test runners tell of a failed file or of how many tests failed.
  /^(?:FAIL\s+\S|ERROR in \S|[=\s-]{0,80}(?:Tests?:?\s+)?(?:\d{1,6} passed, )?[1-9]\d{0,5} (?:failed|failing)(?:,|\s*$|\s+in\s))/m,
  /^npm (?:ERR!|error)/m,
  /error TS\d{3,5}:/,
  FAILED_ELSEWHERE,
  FAILED_OBJECT,
];
const SAYS_WHAT =
  /(?:\b\w*(?:Error|Exception)\b|\berror\b|\bfatal\b|\bpanic\b|\bfailed\b|not found|No such file|denied|refused|timed? ?out|TS\d{4})/i;

/**
 * Returns true when a result reports a failure: by its flag, a non-zero exit code, or the usual output of failed runs.
 */
export function hasFailed(text: string, isError: boolean): boolean {
  if (isError) return true;
  const shown = ends(text);
  const code = exitCode(shown);
  if (code !== undefined) return code !== '0';
  return SIGNS.some((sign) => sign.test(shown));
}

/** An answer of a reader that could not read, as shells and tools of agents give it. */
const NOT_READ =
  /^(?:.{0,200}(?:No such file or directory|[Pp]ermission denied|command not found|Is a directory|cannot (?:open|access)|\bE(?:NOENT|ACCES|ISDIR)\b)|(?:[Ee]rror:? )?(?:The )?(?:[Ff]ile|[Pp]ath|[Dd]irectory)\b.{0,200}\b(?:not found|does not exist))/;
/** One line that is an error alone, as a tool tells of itself: the lines of a log seldom stand alone. */
const ONE_ERROR = /^(?:\w{0,40}(?:Error|Exception)\b.{3,}|fatal: .+|Error (?:response )?from .+|\{"error":.+\})$/;
const TRACEBACK = /^Traceback \(most recent call last\)/;
/** Length up to which such an answer says no more. */
const NOT_READ_CHARS = 400;

/**
 * Returns true where what shows a file or a log failed to do so. What is shown may speak of failures of its own, so that
 * only an exit code at either end counts, or a short answer that nothing was read.
 */
export function failedToShow(text: string, isError: boolean): boolean {
  if (isError) return true;
  const shown = ends(text).trim();
  const code = EXIT_IN_FRONT.exec(shown)?.[1] ?? exitCode(shown.split('\n').at(-1)!);
  if (code !== undefined) return code !== '0';
  const said = shown.replace(/<[^<>]{1,40}>/g, '').trim();
  return said.length <= NOT_READ_CHARS && (NOT_READ.test(said) || ONE_ERROR.test(said) || TRACEBACK.test(said));
}

/** Returns the exit code that a text begins with, else the last of those that it prints: a script stops at what failed. */
function exitCode(text: string): string | undefined {
  return (EXIT_IN_FRONT.exec(text) ?? [...text.matchAll(EXITS)].at(-1))?.[1];
}

/** Words of a tool that stand for the output of a program that had none, without signs. */
const TOOL_SAYS =
  /^(?:error )?(?:no output|(?:(?:the )?(?:command|process) )?(?:(?:exit|exited|finished|failed|ended) )?(?:with )?(?:exit )?(?:code|status) 1)$/;
const TOOL_CHARS = 80;

/** Returns true for a result that says no more than that its program ended with 1. */
export function saysNothing(text: string): boolean {
  if ((exitCode(ends(text)) ?? '1') !== '1') return false;
  return tellingLines(text).every(
    (line) =>
      line.length <= TOOL_CHARS &&
      TOOL_SAYS.test(
        line
          .toLowerCase()
          .replace(/[^a-z\d]+/g, ' ')
          .trim(),
      ),
  );
}

/** Lines in which a runner shows what it runs, and says that this failed but not why. */
const OF_RUNNER =
  /^(?:> |npm (?:err!|error\b)|(?:g?make|ninja)(?:\[\d{1,3}\])?: |elifecycle\b|(?:command |process )?exit(?:ed)?(?: with)? (?:code|status)\b|error:? (?:command failed|could not compile|aborting due to)\b|waiting for the debugger\b|debugger (?:attached|listening)\b|husky\s[-–>]\s(?!command not found)|(?:\S{1,40} (?:[-–>:] )?)?(?:(?:pre|post)-[a-z]{2,20}(?:-[a-z]{2,10})?|commit-msg|prepare-commit-msg) (?:git )?(?:script|hook)s? (?:failed|exited|returned|declined)\b|(?:error: )?script ["'`][\w:.-]{1,40}["'`] (?:failed|exited)\b)/i;
/** Returns true for a line in which a runner shows what it runs, or says that it failed but not why. */
export const isOfRunner = (line: string): boolean => OF_RUNNER.test(line);

/** Summary that counts failures and names none. */
const COUNTED = /^(?:\d+ (?:errors?|failed)|FAILED \([a-z ]{1,48}=\d{1,9}(?:, [a-z ]{1,48}=\d{1,9}){0,4}\)$)/i;
/** Line of a runner that does not even say what it ran. */
const ONLY_FAILED = /\bcommand failed\W*$/i;

/**
 * Returns the most telling line of a failed result: the last that names an error, else the last. What the failed program
 * printed comes before what its runner says of it.
 */
export function failureLine(text: string): string {
  const lines = tellingLines(outputIn(text));
  const telling = lines.filter(isTelling);
  const isOwn = (line: string): boolean => !isOfRunner(line);
  return (
    telling.findLast(isOwn) ?? lines.findLast(isOwn) ?? telling.find((line) => !ONLY_FAILED.test(line)) ?? telling[0] ?? lines.at(-1) ?? ''
  );
}

/** Length of a failed result in which its first error is looked for, and of a line of it that is shown. */
const ERRORS_WITHIN = 65_536;
const SHOWN_CHARS = 320;

/**
 * Returns where a failed result tells most: the line that `failureLine` returns, and the first that names an error. Empty
 * where nothing failed.
 */
export function failureRanges(text: string, isError: boolean): TextRange[] {
  if (!hasFailed(text, isError)) return [];
  const own = linesOf(outputIn(text).slice(0, ERRORS_WITHIN)).filter((line) => !isOfRunner(line));
  const first = own.find((line) => SIGNS.some((sign) => sign.test(line))) ?? own.find(isTelling) ?? '';
  const told = lineRange(text, failureLine(text), { chars: SHOWN_CHARS });
  return [told, lineRange(text, first, { chars: SHOWN_CHARS, isFirst: true })].flatMap((range) => range ?? []);
}

/** Returns true for a line that names an error and does not just count them. */
const isTelling = (line: string): boolean => (SAYS_WHAT.test(line) || FAILED_ELSEWHERE.test(line)) && !COUNTED.test(line);

/** Returns the most telling line of a result that reports a failure; undefined for every other result. */
export function failureIn(text: string, isError: boolean): string | undefined {
  return hasFailed(text, isError) ? failureLine(text) : undefined;
}

/** Returns the texts of an object that holds an output of several lines, as tools of agents give it; else the text itself. */
function outputIn(text: string): string {
  if (!/^\s{0,40}[{[]/.test(text)) return text;
  try {
    const parts = [...jsonLeaves(JSON.parse(text))];
    return parts.some((part) => part.includes('\n')) ? parts.join('\n') : text;
  } catch {
    return text;
  }
}

const IN_RULE = /[=\-_*#~\u2500-\u257f]/;
/** Signs in a row that are a rule, as around the heading of a summary: `==== 2 failed, 1 passed ====`. */
const RULE_SIGNS = 3;

function withoutRules(line: string): string {
  let [from, to] = [0, line.length];
  while (from < to && IN_RULE.test(line[from]!)) from++;
  while (to > from && IN_RULE.test(line[to - 1]!)) to--;
  return line.slice(from < RULE_SIGNS ? 0 : from, line.length - to < RULE_SIGNS ? line.length : to).trim();
}

const tellingLines = (text: string): string[] => linesOf(ends(text));

/** Returns the lines that hold words, without rules and tags. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => withoutRules(line.replace(/<[^<>]{1,40}>/g, '').trim()))
    .filter((line) => line.length > 2 && /\p{L}/u.test(line));
}

/** Colours and other signs to a terminal. */
const TERMINAL = /\p{Cc}\[[\d;?]{0,24}[A-Za-z]/gu;

function ends(text: string): string {
  const read = text.length <= LOOKED_AT * 2 ? text : `${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}`;
  return read.includes('\u001b') ? read.replaceAll(TERMINAL, '') : read;
}

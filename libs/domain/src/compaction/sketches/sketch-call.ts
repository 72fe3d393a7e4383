import type { ToolCall } from '../../event/event-body.ts';
import { COMMAND_KEY, readArguments } from '../../event/read-arguments.ts';
import { saysNothing } from '../../task-state/derived/failed-result.ts';
import { FAILED_ELSEWHERE, FAILED_OBJECT, SAYS_NO_ERROR } from '../../task-state/derived/failure-words.ts';
import { detachStrings } from '../../terms/detach-strings.ts';

/** Actions of tools, by the verbs at the start or end of their names. */
const READS = new Set(['read', 'view', 'open', 'cat']);
const EDITS = new Set(['edit', 'write', 'patch', 'replace', 'insert', 'multiedit']);
const SEARCHES = new Set(['search', 'grep', 'find', 'glob', 'ripgrep']);
const COMMANDS = new Set(['bash', 'shell', 'exec', 'execute', 'run', 'terminal', 'command', 'cmd', 'sh', 'powershell']);
/** Words in tool names that do not describe the action. */
const OBJECTS = new Set(
  'file files text code content contents line lines notebook str string multi tool document many in all the'.split(' '),
);

/** Summary of a tool call. */
export interface CallSketch {
  readonly tool: string;
  /** Kind of work, or else the tool's own name. */
  readonly done: string;
  /** Name of the file read, or the program that a command starts. */
  readonly detail?: string;
  /** The change that the call makes for somebody, by the verb of its tool: "cancelled reservation K4M". */
  readonly changed?: string;
}

const DETAIL_CHARS = 240;

export function sketchCall({ name, arguments: args = '' }: ToolCall): CallSketch {
  const done = actionOf(name);
  const detail = done === 'files read' ? args.slice(0, DETAIL_CHARS) : done === 'commands' ? programOf(args) : undefined;
  const changed = changedBy(name, args);
  return { tool: name, done, ...(detail !== undefined && { detail }), ...(changed !== undefined && { changed }) };
}

/** Verbs of tools that change something for somebody, with what is said once it is done. */
const CHANGES: ReadonlyMap<string, string> = new Map(
  (
    'book booked|rebook rebooked|reserve reserved|schedule scheduled|reschedule rescheduled|order ordered|purchase purchased|' +
    'buy bought|pay paid|' +
    'charge charged|refund refunded|cancel cancelled|renew renewed|upgrade upgraded|downgrade downgraded|exchange exchanged|' +
    'return returned|' +
    'ship shipped|send sent|transfer transferred|issue issued|approve approved|reject rejected|modify modified|change changed|' +
    'update updated|' +
    'delete deleted|create created|deploy deployed|publish published|merge merged|subscribe subscribed|unsubscribe unsubscribed'
  )
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
);
/** Objects that an agent changes for itself. */
const OWN = new Set([
  ...OBJECTS,
  ...'plan todo todos task tasks state memory note notes checklist list thought thoughts status progress'.split(' '),
]);
/** Words of a tool that only looks, also where its name begins with such a verb: `order_lookup`. */
const LOOKS = new Set('look lookup search read list get find history status query view fetch show check details'.split(' '));
const OBJECT_WORDS = 3;
const ID_CHARS = 24;

/** Returns the words of a tool's name in lower case, however they are joined. */
function wordsOf(tool: string): string[] {
  return tool
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part !== '');
}

function changedBy(tool: string, args: string): string | undefined {
  const [verb, ...object] = wordsOf(tool);
  const done = CHANGES.get(verb ?? '');
  if (done === undefined || object.some((word) => LOOKS.has(word)) || object.every((word) => OWN.has(word))) return undefined;
  const id = readArguments(args.slice(0, DETAIL_CHARS)).find(
    ({ key, value }) => /id$|number$|^name$/i.test(key) && object.some((word) => key.toLowerCase().includes(word)) && isShortId(value),
  );
  return [done, ...object.slice(0, OBJECT_WORDS), ...(id ? [id.value] : [])].join(' ');
}

const isShortId = (value: string): boolean => value.length <= ID_CHARS && /^[\w.#-]+$/.test(value);

function actionOf(tool: string): string {
  const parts = wordsOf(tool).filter((part) => !OBJECTS.has(part));
  if (parts.length === 1) {
    if (READS.has(parts[0]!)) return 'files read';
    if (EDITS.has(parts[0]!)) return 'edits';
    if (SEARCHES.has(parts[0]!)) return 'searches';
  }
  if (parts.length > 0 && parts.every((part) => COMMANDS.has(part))) return 'commands';
  return tool.replaceAll(/[^\p{L}\p{N}_.-]+/gu, ' ').slice(0, 40);
}

const LINE_CHARS = 400;

/** Returns the program that a command line starts, after changes of folder and assignments of variables. */
function programOf(args: string): string | undefined {
  const texts = readArguments(args);
  const line = (texts.find(({ key }) => COMMAND_KEY.test(key)) ?? texts[0])?.value.slice(0, LINE_CHARS) ?? '';
  const rest = line.replace(/^(?:\s|cd\s+[^\s&;]{1,200}\s*(?:&&|;)\s*|[A-Z_]{1,64}=\S{0,200}\s+|sudo\s+)+/, '');
  return /^(?:[\w.-]{0,64}\/){0,8}([a-z][\w.-]{0,15})(?![\w.-])/.exec(rest)?.[1];
}

const FAILURE = new RegExp(
  String.raw`^(?:Traceback \(most recent call last\)|\S{0,80}(?:Error|Exception): (?!(?i:${SAYS_NO_ERROR}))|\s{0,40}FAIL(?:ED)?\b|fatal: |npm ERR!|[Ee]rror\b(?!:(?i:${SAYS_NO_ERROR})))|\b(?:exit (?:code|status)|return ?code)\W{0,3}[1-9]`,
  'mu',
);
const FAILURE_CODE = /\b(?:[A-Z][A-Za-z]{1,40}(?:Error|Exception)|E[A-Z]{4,16}|[A-Z]{1,5}\d{3,5})\b/g;
const FAILURE_CHARS = 1_200;

/** Signs of failure in a result. */
export interface FailureSketch {
  /** True when the text reports a failure. The event's flag may do so too. */
  readonly isSaid: boolean;
  /** Error codes named in the text, at most four. */
  readonly codes: readonly string[];
}

const CODES = 4;

/**
 * Reads the signs of failure in a result as it reads and as it was given. Returns undefined where it neither reports a
 * failure nor names a code.
 */
export function sketchFailure(text: string, given: string): FailureSketch | undefined {
  const end = text.slice(-FAILURE_CHARS);
  const codes = detachStrings([...new Set(end.match(FAILURE_CODE))].slice(0, CODES));
  // A search that finds nothing ends with 1 and says no more, as a failure would not.
  const isSaid = (FAILURE.test(end) || FAILED_ELSEWHERE.test(end) || FAILED_OBJECT.test(given)) && !saysNothing(end);
  return isSaid || codes.length > 0 ? { isSaid, codes } : undefined;
}

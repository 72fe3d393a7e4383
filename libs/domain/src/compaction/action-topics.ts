import type { EventBody } from '../event/event-body.ts';
import type { SessionEntry } from '../session/session-state.ts';
import { FAILED_ELSEWHERE } from '../task-state/derived/failure-words.ts';

/** What tools do, by the verbs that their names begin with or end in. */
const READS = new Set(['read', 'view', 'open', 'cat']);
const EDITS = new Set(['edit', 'write', 'patch', 'replace', 'insert', 'multiedit']);
const SEARCHES = new Set(['search', 'grep', 'find', 'glob', 'ripgrep']);
const COMMANDS = new Set(['bash', 'shell', 'exec', 'execute', 'run', 'terminal', 'command', 'cmd', 'sh', 'powershell']);
/** Words of a tool's name that say no more of what it does. */
const OBJECTS = new Set(
  'file files text code content contents line lines notebook str string multi tool document many in all the'.split(' '),
);

const TOPICS = 2;
const LEAST_COUNT = 2;
const PROGRAMS = 2;

/** Counts of what was done in a span, the most first: `38 edits`, `14 files read`, `9 commands (pytest)`, else the tool's own name. */
export function actionTopics(entries: readonly SessionEntry[], bodies: ReadonlyMap<string, EventBody>): string[] {
  const counts = new Map<string, { count: number; files: Set<string>; programs: Map<string, number> }>();
  for (const { id, kind } of entries) {
    const call = kind === 'tool_call' ? bodies.get(id)?.call : undefined;
    if (call === undefined) continue;
    const done = actionOf(call.name);
    const known = counts.get(done) ?? { count: 0, files: new Set(), programs: new Map() };
    counts.set(done, known);
    known.count++;
    if (done === 'files read') known.files.add(call.arguments ?? '');
    const program = done === 'commands' ? programOf(call.arguments ?? '') : undefined;
    if (program !== undefined) known.programs.set(program, (known.programs.get(program) ?? 0) + 1);
  }
  return [...counts]
    .map(([done, { count, files, programs }]) => ({ done, programs, count: done === 'files read' ? files.size : count }))
    .filter(({ count }) => count >= LEAST_COUNT)
    .sort((a, b) => b.count - a.count || (a.done < b.done ? -1 : 1))
    .slice(0, TOPICS)
    .map(({ done, count, programs }) => `${count} ${done}${named(programs)}`);
}

function actionOf(tool: string): string {
  const parts = tool
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part !== '' && !OBJECTS.has(part));
  if (parts.length === 1) {
    if (READS.has(parts[0]!)) return 'files read';
    if (EDITS.has(parts[0]!)) return 'edits';
    if (SEARCHES.has(parts[0]!)) return 'searches';
  }
  if (parts.length > 0 && parts.every((part) => COMMANDS.has(part))) return 'commands';
  return tool.replaceAll(/[^\p{L}\p{N}_.-]+/gu, ' ').slice(0, 40);
}

function named(programs: ReadonlyMap<string, number>): string {
  const most = [...programs].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1)).slice(0, PROGRAMS);
  return most.length === 0 ? '' : ` (${most.map(([program]) => program).join(' ')})`;
}

/** The program that a command line starts, behind changes of folder and settings of variables. */
function programOf(args: string): string | undefined {
  const line = /:\s*\[?\s*"((?:[^"\\]|\\.){1,400})/.exec(args)?.[1] ?? (args.startsWith('{') ? '' : args.slice(0, 400));
  const rest = line.replace(/^(?:\s|cd\s+[^\s&;]{1,200}\s*(?:&&|;)\s*|[A-Z_]{1,64}=\S{0,200}\s+|sudo\s+)+/, '');
  return /^(?:[\w.-]{0,64}\/){0,8}([a-z][\w.-]{0,15})(?![\w.-])/.exec(rest)?.[1];
}

const FAILURE =
  /^(?:Traceback \(most recent call last\)|\S{0,80}(?:Error|Exception): |\s{0,40}FAIL(?:ED)?\b|fatal: |npm ERR!|[Ee]rror\b)|\b(?:exit (?:code|status)|return ?code)\W{0,3}[1-9]/m;
const FAILURE_CODE = /\b(?:[A-Z][A-Za-z]{1,40}(?:Error|Exception)|E[A-Z]{4,16}|[A-Z]{1,5}\d{3,5})\b/g;
const FAILURE_CHARS = 1_200;

/** What failed in a span: how many results, and the code that most of them name. `text` is what was read of an event. */
export function failureTopics(entries: readonly SessionEntry[], textOf: (entry: SessionEntry) => string): string[] {
  let failed = 0;
  const codes = new Map<string, number>();
  for (const entry of entries) {
    if (entry.kind !== 'tool_result') continue;
    const text = textOf(entry).slice(-FAILURE_CHARS);
    if (entry.isError !== true && !FAILURE.test(text) && !FAILED_ELSEWHERE.test(text)) continue;
    failed++;
    for (const [code] of new Map((text.match(FAILURE_CODE) ?? []).map((found) => [found, true])))
      codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  if (failed === 0) return [];
  const [most] = [...codes].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  return [`${failed} ${failed === 1 ? 'error' : 'errors'}${most === undefined ? '' : ` (${most[0]})`}`];
}

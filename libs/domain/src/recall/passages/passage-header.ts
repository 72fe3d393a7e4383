import type { EventBody, ToolCall } from '../../event/event-body.ts';
import type { EventKind } from '../../event/event-kind.ts';
import { jsonLeaves } from '../../event/json-leaves.ts';

/** Characters that the name and values of a call may take of a header. */
const CALL_CHARS = 200;
/** A longer value says what it says in its own passages; of the first value its beginning stands in the header all the same. */
const VALUE_CHARS = 120;
/** Of a path the parts at its end tell it from others. */
const PATH_PARTS = 3;

/** What an event is about, said before each of its passages: they would not name it themselves. */
export interface HeaderFacts {
  readonly kind: EventKind;
  readonly body: Pick<EventBody, 'call' | 'meta' | 'artifacts'>;
  /** `callLabel` of the call that a result answers. */
  readonly call?: string;
}

/** The call of a result or of the event itself, else who speaks, else what it is. */
export function passageHeader({ kind, body, call }: HeaderFacts): string {
  const titles = (body.artifacts ?? []).flatMap(({ role, title }) => (role === 'attachment' && title !== undefined ? [title] : []));
  return [call ?? nameOf(kind, body), ...titles].join(' ');
}

function nameOf(kind: EventKind, { call, meta }: HeaderFacts['body']): string {
  if (call !== undefined) return callLabel(call);
  return meta.agent ?? NAMES[kind] ?? kind.replaceAll('_', ' ');
}

const NAMES: Partial<Record<EventKind, string>> = { user_message: 'user', agent_message: 'assistant', thinking: 'assistant thought' };

/** A header and the scope of a passage as one line. */
export function withScope(header: string, scope: string | undefined): string {
  return scope === undefined ? header : `${header} > ${scope}`;
}

/** A call in a line: its name and its short values, paths by their last three parts. */
export function callLabel({ name, arguments: args }: ToolCall): string {
  const values: string[] = [];
  let chars = name.length;
  for (const value of args === undefined ? [] : valuesOf(args)) {
    if (chars >= CALL_CHARS) break;
    const line = value.trim();
    if (line === '') continue;
    const isShort = line.length <= VALUE_CHARS && !line.includes('\n');
    if (!isShort && values.length > 0) continue;
    const shown = isShort ? shortPath(line) : line.split('\n', 1)[0]!.slice(0, VALUE_CHARS);
    values.push(shown);
    chars += 1 + shown.length;
  }
  return [name, ...values].join(' ').slice(0, CALL_CHARS);
}

function shortPath(value: string): string {
  if (/\s/.test(value) || value.includes('://')) return value;
  const parts = value.split(/[\\/]+/).filter((part) => part !== '');
  return parts.length > PATH_PARTS ? parts.slice(-PATH_PARTS).join('/') : value;
}

/** Strings and numbers of a JSON value in order; of what is no JSON the text itself. */
function valuesOf(args: string): Iterable<string> {
  try {
    return jsonLeaves(JSON.parse(args));
  } catch {
    return [args];
  }
}

import type { EventBody, ToolCall } from '../../event/event-body.ts';
import type { EventKind } from '../../event/event-kind.ts';
import { rulesOf } from '../../event/kind-rules.ts';
import { jsonLeaves } from '../../event/json-leaves.ts';
import { isWrittenByAgent } from '../../fact/written-fact.ts';
import { plainName } from '../../window/agent-line.ts';

/** Number of characters that the name and values of a call may take in a header. */
const CALL_CHARS = 200;
/**
 * Length of the longest value shown in a header. A longer one is found through its own passages; only the first value
 * is still shown, by its beginning.
 */
const VALUE_CHARS = 120;
/** Number of trailing segments of a path to show, enough to tell paths apart. */
const PATH_PARTS = 3;

/** Facts about an event, put before each of its passages because a passage would not name them itself. */
interface HeaderFacts {
  readonly kind: EventKind;
  readonly body: Pick<EventBody, 'call' | 'meta' | 'artifacts'>;
  /** `callLabel` of the call that a result answers. */
  readonly call?: string;
}

/** Builds the header: the call that a result answers or that the event is, else the speaker, else the kind. */
export function passageHeader({ kind, body, call }: HeaderFacts): string {
  const titles = (body.artifacts ?? []).flatMap(({ role, title }) => (role === 'attachment' && title !== undefined ? [title] : []));
  return [call ?? nameOf(kind, body), ...titles].join(' ');
}

function nameOf(kind: EventKind, { call, meta }: HeaderFacts['body']): string {
  if (call !== undefined) return callLabel(call);
  return meta.agent ?? rulesOf(kind).header;
}

/** Title of a fact that an agent wrote by hand: it is no word of the user, whose kind of event it has. */
export const OF_AGENT = 'remembered by an agent';

/**
 * Names an event above its text: by its header, or by agent and kind where the agent did not say it: "main thought". A note
 * of a program is nobody's words, and what an agent remembered is not the user's. The index keeps the header.
 */
export function eventTitle(facts: HeaderFacts): string {
  const { kind, body, call } = facts;
  const { isTalk, header } = rulesOf(kind);
  if (isWrittenByAgent(body)) return OF_AGENT;
  if (call !== undefined || body.call !== undefined) return titled(header, passageHeader(facts));
  const agent = plainName(body.meta.agent ?? '');
  if (agent === '' || kind === 'system_note') return header;
  return isTalk ? titled(header, agent) : `${PASSES_FOR.test(agent) ? quoted(agent) : agent} ${header.replace('assistant ', '')}`;
}

/** Matches a name that could be read as the service's own word for who spoke, a place or a time: an agent is called "user" by nobody else. */
const PASSES_FOR =
  /^(?:user|assistant|tool|system|objective|decision|constraint|persona|knowledge|task|compaction|delegation|report|call|result|remembered)(?![\p{L}\p{N}_-])|^[te]\d|(?<!\d)\d{1,2}:\d\d(?!\d)/iu;
const quoted = (name: string): string => `"${name.replaceAll('"', "'")}"`;
const titled = (header: string, name: string): string => (PASSES_FOR.test(name) ? `${header} ${quoted(name)}` : name);

/** Joins a header and the scope of a passage to one line. */
export function withScope(header: string, scope: string | undefined): string {
  return scope === undefined ? header : `${header} > ${scope}`;
}

/** Renders a call in one line: its name and its short values, paths by their last three segments. */
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

/** Returns the strings and numbers of a JSON value in order, or the text itself where it is no JSON. */
function valuesOf(args: string): Iterable<string> {
  try {
    return jsonLeaves(JSON.parse(args));
  } catch {
    return [args];
  }
}

import { EVENT_KINDS } from '@total-recall/domain';
import { isCutJson, isLoose, present, toInt, toTexts, unwrapJson, type Loose } from './loose-values.ts';

/**
 * Converts a recall's body to the fields of the request, where a model wrote it under `arguments` or in place of the
 * body. The tool's filters become the scope. Arguments that end within their JSON are left. `session` beside the arguments is the asking session; inside them it is a
 * session to search.
 */
export function readRecallBody(body: unknown): unknown {
  if (!isLoose(body)) return body;
  const { arguments: written, sessions, kinds, fromTime, toTime, ...rest } = body;
  const bounds = { sessions, kinds, fromTime, toTime };
  if (written === undefined) return Object.values(bounds).some((bound) => bound !== undefined) ? withScope(rest, bounds) : body;
  const args = unwrapJson(written);
  // Left where they are, which the check refuses: what is asked may be in the part that is missing.
  if (isCutJson(args)) return body;
  if (!isLoose(args)) return withScope({ ...rest, queries: toTexts(args) }, bounds);
  const { queries, query, session, budgetTokens, ...own } = present(args);
  return withScope(
    { ...rest, queries: toTexts(queries ?? query), ...leastBudget(rest, budgetTokens) },
    { ...bounds, ...own, sessions: own['sessions'] ?? session ?? sessions },
  );
}

/** Takes the model's budget, limited to what its host allows. */
function leastBudget({ budgetTokens: allowed }: Loose, wanted: unknown): Loose {
  const asked = toInt(wanted);
  if (asked === undefined || (typeof asked === 'number' && typeof allowed === 'number' && allowed <= asked)) return {};
  return { budgetTokens: asked };
}

function withScope(rest: Loose, { sessions, kinds, kind, fromTime, toTime }: Loose): Loose {
  const scope = present({
    ...(isLoose(rest['scope']) ? rest['scope'] : {}),
    ...present({
      sessions: someTexts(sessions),
      kinds: kindsOf(kinds ?? kind),
      fromTime: timeOf(fromTime, STARTS),
      toTime: timeOf(toTime, ENDS),
    }),
  });
  return { ...rest, ...(Object.keys(scope).length > 0 ? { scope } : {}) };
}

function someTexts(value: unknown): unknown {
  const texts = value === undefined ? undefined : toTexts(value);
  return Array.isArray(texts) && texts.length === 0 ? undefined : texts;
}

const SPEAKERS: Readonly<Record<string, string>> = {
  user: 'user_message',
  assistant: 'agent_message',
  agent: 'agent_message',
  tool: 'tool_result',
  result: 'tool_result',
  call: 'tool_call',
};

function kindsOf(value: unknown): unknown {
  const texts = someTexts(value);
  if (!Array.isArray(texts)) return texts;
  return texts.map((text: unknown) => {
    if (typeof text !== 'string') return text;
    const kind = text
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_');
    return (EVENT_KINDS as readonly string[]).includes(kind) ? kind : (SPEAKERS[kind] ?? text);
  });
}

/** Completes a day and a minute to the first or the last moment of it. */
interface Edge {
  readonly ofDay: string;
  readonly ofMinute: string;
}

const STARTS: Edge = { ofDay: 'T00:00:00Z', ofMinute: ':00' };
const ENDS: Edge = { ofDay: 'T23:59:59.999Z', ofMinute: ':59.999' };

/**
 * Reads a time: a day stands for the whole day and a minute for the whole minute, as answers show no seconds. A time
 * without a zone is in UTC.
 */
function timeOf(value: unknown, { ofDay, ofMinute }: Edge): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '') return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text}${ofDay}`;
  const [, day, time, seconds, zone = 'Z'] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/i.exec(text) ?? [];
  return day === undefined ? toInt(text) : `${day}T${time}${seconds ?? ofMinute}${zone.toUpperCase()}`;
}

/** Converts the body of an `open` whose `arguments` a model wrote. */
export function readOpenBody(body: unknown): unknown {
  if (!isLoose(body) || body['arguments'] === undefined) return body;
  const { arguments: written, ...rest } = body;
  const read = unwrapJson(written);
  const args = present(isLoose(read) ? read : { ref: read });
  const { ref, id, eventId, artifactId, lines, bytes, fromLine, toLine, fromByte, toByte, budgetTokens } = args;
  const [firstLine, lastLine] = pairOf(lines);
  const [firstByte, lastByte] = pairOf(bytes);
  const wanted = present({
    ref: bareRef(ref ?? id ?? eventId ?? artifactId),
    fromLine: toInt(fromLine ?? firstLine),
    toLine: toInt(toLine ?? lastLine),
    fromByte: toInt(fromByte ?? firstByte),
    toByte: toInt(toByte ?? lastByte),
  });
  return { ...rest, ...wanted, ...leastBudget(rest, budgetTokens) };
}

/** Reads a range: `120-180`, [120, 180] or a single number. */
function pairOf(value: unknown): [unknown, unknown] {
  const read = unwrapJson(value);
  if (Array.isArray(read)) return [read[0], read[1]];
  if (isLoose(read)) return [read['from'] ?? read['start'], read['to'] ?? read['end']];
  if (typeof read === 'number') return [read, read];
  const matched = typeof read === 'string' ? /^\s*(\d{1,12})\s*(?:(?:-|–|\.\.|:|,|to)\s*(\d{1,12})?)?\s*$/.exec(read) : null;
  return matched ? [matched[1], matched[2]] : [undefined, undefined];
}

function bareRef(value: unknown): unknown {
  if (Array.isArray(value)) return joinedRefs(value);
  return typeof value === 'string' ? placesRef(turnsRef(value.trim().replace(/^[[(<`"']+|[\])>`"']+$/g, ''))) : value;
}

/** Joins the names of several events of one session, as a model lists them. */
function joinedRefs(values: readonly unknown[]): unknown {
  const refs = values.map(bareRef);
  if (refs.length === 1) return refs[0];
  const parts = refs.map((ref) => (typeof ref === 'string' ? /^((?:[^\s/]{1,128}\/)?)(e\d.{0,100})$/.exec(ref) : null));
  const [session] = parts.map((part) => part?.[1]);
  return parts.every((part) => part !== null && part[1] === session) ? `${session}${parts.map((part) => part![2]).join(',')}` : values;
}

/** Writes places without the blanks and the repeated session with which models list them: `s1/e3, s1/e8`. */
function placesRef(ref: string): string {
  if (!ref.includes(',') || ref.length > 2_048) return ref;
  const joined = joinedRefs(ref.split(/\s*,\s*/));
  return typeof joined === 'string' ? joined : ref;
}

const TURNS = /^(?:(?:events|turns?)\s{1,8})?((?:[^\s/]{1,128}\/)?)[Tt](\d{1,12})(?:\s{0,8}(?:-|–|\.\.|to)\s{0,8}[Tt]?(\d{1,12}))?$/i;

/** Writes turns as they are named, from the forms in which models copy them: `Events T20-T27`, `t20 - 27`. */
function turnsRef(ref: string): string {
  const [, session, from, to] = TURNS.exec(ref) ?? [];
  return from === undefined ? ref : `${session}T${from}${to === undefined ? '' : `-T${to}`}`;
}

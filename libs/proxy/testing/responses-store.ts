import type { IncomingHttpHeaders } from 'node:http';
import { recordsIn, type JsonRecord } from '../src/text/json-values.ts';

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  message: ['type', 'role', 'content', 'id', 'status', 'phase'],
  reasoning: ['type', 'id', 'summary', 'content', 'encrypted_content', 'status'],
  function_call: ['type', 'id', 'call_id', 'name', 'arguments', 'status', 'namespace', 'caller'],
  function_call_output: ['type', 'id', 'call_id', 'output', 'status', 'caller'],
  shell_call: ['type', 'id', 'call_id', 'action', 'status'],
  shell_call_output: ['type', 'id', 'call_id', 'output', 'status'],
  item_reference: ['type', 'id'],
  compaction: ['type', 'id', 'encrypted_content'],
};
const PARTS: Readonly<Record<string, readonly string[]>> = {
  user: ['input_text', 'input_image', 'input_file'],
  system: ['input_text'],
  developer: ['input_text'],
  assistant: ['output_text', 'refusal'],
};
const CALLS = new Set(['function_call', 'shell_call']);
const RESULTS = new Set(['function_call_output', 'shell_call_output']);
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** What a vendor of the Responses API keeps, and what it refuses by its published rules. */
export interface ResponsesStore {
  /** All items that the model would read; those of earlier responses first. Adds what it refuses to `problems`. */
  read(body: JsonRecord, headers: IncomingHttpHeaders, key: string, problems: string[]): readonly JsonRecord[];
  keep(input: readonly JsonRecord[], response: JsonRecord): void;
  /** An answer that it keeps, by its id. */
  answer(id: string): JsonRecord | undefined;
}

export function createResponsesStore(): ResponsesStore {
  const responses = new Map<string, readonly JsonRecord[]>();
  const answers = new Map<string, JsonRecord>();
  const items = new Map<string, JsonRecord>();
  /** The thought that led to an item, by the item's id. */
  const thoughts = new Map<string, string>();

  return {
    read(body, headers, key, problems) {
      if (headers.authorization !== `Bearer ${key}`) problems.push('wrong key');
      const { previous_response_id: previous, input } = body;
      const before = typeof previous === 'string' ? responses.get(previous) : [];
      if (!before) problems.push(`Previous response with id '${String(previous)}' not found`);
      const own = typeof input === 'string' ? [{ role: 'user', content: input }] : recordsIn(input);
      const all = [...(before ?? []), ...own].map((item) => {
        if (item.type !== 'item_reference') return item;
        const found = items.get(String(item.id));
        if (!found) problems.push(`Item with id '${String(item.id)}' not found`);
        return found ?? item;
      });
      if (all.length === 0) problems.push('no input');
      all.forEach((item, at) => problems.push(...itemProblems(item).map((problem) => `${problem} at ${at}`)));
      problems.push(...orderProblems(all), ...thoughtProblems(all, thoughts, body.store !== false, items));
      problems.push(...toolProblems(recordsIn(body.tools)));
      return all;
    },
    keep(input, response) {
      let thought: string | undefined;
      for (const item of recordsIn(response.output)) {
        if (item.type === 'reasoning') thought = String(item.id);
        else if (thought !== undefined) thoughts.set(String(item.id), thought);
        if (response.store === true) items.set(String(item.id), item);
      }
      if (response.store !== true) return;
      responses.set(String(response.id), [...input, ...recordsIn(response.output)]);
      answers.set(String(response.id), response);
    },
    answer: (id) => answers.get(id),
  };
}

function itemProblems(item: JsonRecord): string[] {
  const type = String(item.type ?? 'message');
  const fields = FIELDS[type];
  if (!fields) return [`unknown item ${type}`];
  const found = Object.keys(item)
    .filter((field) => !fields.includes(field))
    .map((field) => `unknown field ${type}.${field}`);
  if (type === 'compaction') found.push('compaction content could not be decrypted');
  if (type === 'function_call_output' && !Array.isArray(item.output) && typeof item.output !== 'string') found.push('no output');
  if (type !== 'message') return found;
  const allowed = PARTS[String(item.role)];
  if (!allowed) return [...found, `unknown role ${String(item.role)}`];
  if (typeof item.content === 'string') return item.content === '' ? [...found, 'empty message'] : found;
  const parts = recordsIn(item.content);
  if (parts.length === 0) found.push('empty message');
  return [
    ...found,
    ...parts.filter(({ type: part }) => !allowed.includes(String(part))).map((part) => `${String(item.role)}.${String(part.type)}`),
  ];
}

/** Every call is answered once, after it and before the model goes on; no item comes twice. */
function orderProblems(items: readonly JsonRecord[]): string[] {
  const found: string[] = [];
  const open = new Set<string>();
  const made = new Set<string>();
  const ids = new Set<string>();
  items.forEach(({ type, id, call_id: call }, at) => {
    if (typeof id === 'string' && ids.has(id)) found.push(`Duplicate item found with id ${id}`);
    if (typeof id === 'string') ids.add(id);
    if (CALLS.has(String(type))) {
      if (made.has(String(call))) found.push(`call ${String(call)} twice`);
      made.add(String(call));
      open.add(String(call));
    } else if (RESULTS.has(String(type))) {
      if (!open.delete(String(call))) found.push(`No tool call found for function call output with call_id ${String(call)}`);
    } else if (open.size > 0 && (RESULTS.has(String(items[at - 1]!.type)) || type === 'message'))
      found.push(`No tool output found for function call ${[...open].join(', ')}`);
  });
  if (open.size > 0) found.push(`No tool output found for function call ${[...open].join(', ')}`);
  return found;
}

/** A thought needs what came of it, and what came of one needs it, where the vendor knows both by their ids. */
function thoughtProblems(
  all: readonly JsonRecord[],
  thoughts: ReadonlyMap<string, string>,
  stores: boolean,
  kept: ReadonlyMap<string, JsonRecord>,
): string[] {
  const ids = new Set(all.map(({ id }) => id));
  return all.flatMap((item, at) => {
    const led = thoughts.get(String(item.id));
    const found =
      led !== undefined && !ids.has(led) ? [`Item '${String(item.id)}' was provided without its required 'reasoning' item`] : [];
    if (item.type !== 'reasoning') return found;
    if (typeof item.encrypted_content !== 'string' && (!stores || !kept.has(String(item.id))))
      found.push(`Item with id '${String(item.id)}' not found`);
    const next = all[at + 1];
    const isFollowed = next !== undefined && (next.type === 'reasoning' || next.type === 'function_call' || next.role === 'assistant');
    return isFollowed
      ? found
      : [...found, `Item '${String(item.id)}' of type 'reasoning' was provided without its required following item`];
  });
}

function toolProblems(tools: readonly JsonRecord[]): string[] {
  const names = tools.flatMap(({ type, name }) => (type === 'function' ? [String(name)] : []));
  const wrong = names.filter((name, at) => !TOOL_NAME.test(name) || names.indexOf(name) !== at);
  // A strict schema must name every field as required.
  const loose = tools.filter(({ type, strict, parameters }) => {
    const { properties = {}, required = [] } = (parameters ?? {}) as { properties?: JsonRecord; required?: string[] };
    return type === 'function' && strict !== false && Object.keys(properties).some((field) => !required.includes(field));
  });
  return [...wrong.map((name) => `tool name ${name}`), ...loose.map(({ name }) => `Invalid schema for function '${String(name)}'`)];
}

/** Texts that a model reads of items; of a sealed thought something of its length. */
export function textsOf(items: readonly JsonRecord[]): { texts: string[]; sealedTokens: number } {
  const texts: string[] = [];
  let sealedTokens = 0;
  for (const item of items) {
    if (typeof item.encrypted_content === 'string') sealedTokens += Math.ceil(item.encrypted_content.length / 4);
    for (const said of [item.content, item.output])
      if (typeof said === 'string') texts.push(said);
      else texts.push(...recordsIn(said).flatMap(({ text }) => (typeof text === 'string' ? [text] : [])));
    for (const field of ['name', 'arguments', 'role']) if (typeof item[field] === 'string') texts.push(item[field]);
  }
  return { texts, sealedTokens };
}

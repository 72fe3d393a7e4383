import { RESPONSES_ANSWERS } from '../answers/responses-answers.ts';
import { elementTexts } from '../text/json-spans.ts';
import { isRecord, recordsIn, stringOr, type JsonRecord } from '../text/json-values.ts';
import type { Dialect, MessagePart, PartView } from './dialect.ts';
import { cutContent } from './message-text.ts';
import { neutralTools } from './own-tools.ts';
import { isJsonFormat } from './json-format.ts';
import { hintIn } from './read-hint.ts';
import { FREE_ITEMS, isAnswered, isApproved, nextBehind, readItems, roleOf, typeOf, VENDOR_STATE } from './responses-items.ts';

/** Items that declare tools in the middle of a conversation. */
const LOADS_TOOLS: ReadonlySet<unknown> = new Set(['tool_search_output', 'additional_tools']);
const HEAD_ROLES = new Set(['system', 'developer']);

/**
 * OpenAI's Responses API. A message is one item, or all items of one answer: a vendor refuses some of them without the
 * others, and what was said in between takes the place of all of them.
 */
export const RESPONSES_DIALECT: Dialect = {
  name: 'responses',
  field: 'input',
  answers: RESPONSES_ANSWERS,
  splitList: (list) => (list.startsWith('"') ? [`{"role":"user","content":${list}}`] : elementTexts(list)),
  parseMessage,
  textOf: ({ items }) =>
    recordsIn(items)
      .map((item) => JSON.stringify(item))
      .join(','),
  splitAnswer: ({ items }) => groupItems(recordsIn(items).map((item) => JSON.stringify(item))).map(parseMessage),
  headLength(messages) {
    const first = messages.findIndex(({ role }) => !HEAD_ROLES.has(String(role)));
    return first < 0 ? messages.length : first;
  },
  readMessage: ({ items }) => readItems(recordsIn(items)),
  writeMessage,
  markerMessage: (text) => ({ role: 'user', items: [{ role: 'user', content: text }] }),
  answersCalls: ({ role }) => role === 'tool',
  headTexts: ({ instructions, tools, text, prompt }) =>
    [instructions, tools, text, prompt].flatMap((value) =>
      value === undefined || value === null ? [] : [typeof value === 'string' ? value : JSON.stringify(value)],
    ),
  toolName: ({ name }) => (typeof name === 'string' ? name : undefined),
  toolsIn: ({ items }) => recordsIn(items).flatMap(({ type, tools }) => (LOADS_TOOLS.has(type) ? recordsIn(tools) : [])),
  isFunction: ({ type }) => type === 'function' || type === 'custom' || type === 'namespace',
  // Without `strict`, the vendor takes the schema for a strict one and asks for every field.
  declareTools: (names) => neutralTools(names).map((tool) => ({ type: 'function', ...tool, strict: false })),
  // An answer in the background is read by other calls, in which nothing can be answered.
  mayAddTools: ({ tool_choice: choice, tools, background }) => (choice !== 'none' || recordsIn(tools).length > 0) && background !== true,
  asksJson: ({ text }) => isRecord(text) && isJsonFormat(text.format),
  outputTokens: ({ max_output_tokens: most }) => (typeof most === 'number' ? most : undefined),
  hintOf: ({ metadata, user, prompt_cache_key: key }) =>
    hintIn(metadata) ?? (typeof key === 'string' ? key : undefined) ?? (typeof user === 'string' ? user : undefined),
  takeEdits,
};

function parseMessage(raw: string): JsonRecord {
  const items = recordsIn(JSON.parse(`[${raw}]`));
  return { role: roleOf(items[0]!), items };
}

/** Joins the items of each answer. The texts stay as they were written. */
export function groupItems(raws: readonly string[]): string[] {
  const groups: string[] = [];
  let isOpen = false;
  for (const raw of raws) {
    const isOurs = roleOf(JSON.parse(raw) as JsonRecord) === 'assistant';
    if (isOurs && isOpen) groups[groups.length - 1] += `,${raw}`;
    else groups.push(raw);
    isOpen = isOurs;
  }
  return groups;
}

/**
 * Takes the size at which the vendor would compact for the window's. The field stays: below that size it does nothing,
 * and where the window cannot be made that small the vendor does what it was asked for.
 */
function takeEdits(_text: string, { context_management: asked }: JsonRecord) {
  const sizes = recordsIn(asked).flatMap(({ type, compact_threshold: most }) =>
    type === 'compaction' && typeof most === 'number' ? [most] : [],
  );
  return sizes.length === 0
    ? undefined
    : { names: ['compaction'], fields: {}, windowTokens: sizes.reduce((least, next) => Math.min(least, next)) };
}

function writeMessage({ role, items }: JsonRecord, parts: readonly MessagePart[], views: readonly PartView[]): JsonRecord | undefined {
  const given = recordsIn(items);
  const viewOf = new Map(parts.flatMap(({ blocks }, at) => blocks.map((block) => [block, views[at]!] as const)));
  const shown = given.map((item, at) => showItem(item, viewOf.get(at) ?? 'whole'));
  const isTorn = given.some((item, at) => typeOf(item) === 'reasoning' && shown[at] === undefined);
  const isWanted = leadsOn(shown);
  const kept = shown.flatMap((item, at) => {
    if (!item) return [];
    if (typeOf(item) === 'reasoning') return isWanted[at] ? [item] : [];
    return [isTorn ? withoutReasoning(item) : item];
  });
  return kept.length === 0 ? undefined : { role, items: kept };
}

/** Returns for each item whether what comes behind it, and is no thought, is still there; else the vendor refuses a thought. */
function leadsOn(shown: readonly (JsonRecord | undefined)[]): readonly boolean[] {
  return nextBehind(shown, (item) => item === undefined || typeOf(item) !== 'reasoning').map(
    (next) => next !== undefined && !VENDOR_STATE.has(typeOf(next)),
  );
}

/** Writes an item so that the vendor does not ask for the thought before it, which it knows by the item's id. */
function withoutReasoning(item: JsonRecord): JsonRecord {
  const { id, ...rest } = item;
  if (id === undefined || VENDOR_STATE.has(typeOf(item)) || isAnswered(item)) return FREE_ITEMS.has(typeOf(item)) ? rest : item;
  return FREE_ITEMS.has(typeOf(item)) ? rest : said(JSON.stringify(rest));
}

function said(text: string): JsonRecord {
  return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
}

function showItem(item: JsonRecord, view: PartView): JsonRecord | undefined {
  if (view === 'whole') return item;
  if (view === 'gone') return undefined;
  const { text, arguments: args = '{}' } = view;
  switch (typeOf(item)) {
    case 'reasoning':
      return isRecord(view) && view.arguments !== undefined ? item : undefined;
    case 'message':
      return text.trim() === ''
        ? undefined
        : { ...item, content: item.role === 'assistant' ? said(text).content : cutContent(item.content, text, 'input_text') };
    case 'function_call':
      return { ...item, arguments: args };
    case 'custom_tool_call':
      return { ...item, input: args };
    case 'program_output':
      return { ...item, result: text };
    case 'shell_call_output': {
      const outcome = recordsIn(item.output).at(-1)?.outcome ?? { type: 'exit', exit_code: 0 };
      return { ...item, output: [{ stdout: text, stderr: '', outcome }] };
    }
    case 'computer_call_output':
    case 'tool_search_output':
    case 'mcp_approval_response':
      return item;
  }
  if (isApproved(item)) return { ...item, output: text };
  if (roleOf(item) === 'tool') return { ...item, output: cutContent(item.output, text, 'input_text') };
  return isAnswered(item) ? item : said(stringOr(text, ''));
}

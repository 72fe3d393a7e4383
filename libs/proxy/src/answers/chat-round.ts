import { isRecord, recordsIn, stringOr, type JsonRecord } from '../text/json-values.ts';
import { ownTool, type OwnCall, type OwnToolNames, type Round, type Usage } from './answer-form.ts';
import { numberIn, sumUsage } from './usage.ts';

/** Stands between what the model said before and after it recalled something. */
export const GAP = '\n\n';

/** Fields in which vendors give the reasoning behind calls, and refuse their results without. */
const REASONING = ['reasoning_content', 'reasoning_details'] as const;
/** Why an answer may end within a call: what such a call says may lack its end. */
const BROKEN_OFF: ReadonlySet<unknown> = new Set(['length', 'content_filter']);

export function messageIn(answer: JsonRecord): JsonRecord | undefined {
  const choices = recordsIn(answer.choices);
  return choices.length === 1 && isRecord(choices[0]!.message) ? choices[0]!.message : undefined;
}

/** Returns why the last round ended, as the caller is to see it: not for calls that were answered here. */
export function reasonOf(reason: unknown, hasCalls: boolean): unknown {
  return reason === 'tool_calls' && !hasCalls ? 'stop' : reason;
}

export function functionIn(call: JsonRecord): JsonRecord {
  return isRecord(call.function) ? call.function : {};
}

/** Reads one message. Calls of ours are neither answered nor sent back where it ended for a reason of another kind. */
export function roundOf(message: JsonRecord, reason: unknown, names: OwnToolNames | undefined): Round {
  const calls = recordsIn(message.tool_calls);
  const own = calls.flatMap((call): OwnCall[] => {
    const { name, arguments: args } = functionIn(call);
    const tool = ownTool(names, name);
    return tool ? [{ id: stringOr(call.id, ''), tool, arguments: stringOr(args, '') }] : [];
  });
  const { role, content } = message;
  const isBroken = BROKEN_OFF.has(reason);
  const made = isBroken ? calls.filter((call) => !ownTool(names, functionIn(call).name)) : calls;
  const reasoning = Object.fromEntries(REASONING.flatMap((field) => (isSaid(message[field]) ? [[field, message[field]]] : [])));
  const said = { role, content: content ?? null, ...reasoning, ...(made.length > 0 && { tool_calls: made }) };
  const others = calls.length - own.length;
  return isBroken ? { message: said, own: [], others, ...(own.length > 0 && { cutsOwn: true }) } : { message: said, own, others };
}

export function isSaid(value: unknown): value is string | readonly unknown[] {
  return (typeof value === 'string' || Array.isArray(value)) && value.length > 0;
}

/** Adds what a piece of a stream says of the reasoning. */
export function takeReasoning(into: Record<string, string | unknown[]>, delta: JsonRecord): void {
  for (const field of REASONING) {
    const [before, piece] = [into[field], delta[field]];
    if (typeof piece === 'string') into[field] = `${typeof before === 'string' ? before : ''}${piece}`;
    else if (Array.isArray(piece)) {
      const list = Array.isArray(before) ? before : (into[field] = []);
      for (const one of piece as unknown[]) list.push(one);
    }
  }
}

/** Adds a piece of a stream to what the answer says, which it changes: a text, or parts where some of its pieces are parts. */
export function addContent(before: string | JsonRecord[], piece: unknown): string | JsonRecord[] {
  if (typeof before === 'string' && !Array.isArray(piece)) return before + stringOr(piece, '');
  const parts = typeof before === 'string' ? partsOf(before) : before;
  for (const part of partsOf(piece)) addPart(parts, part);
  return parts;
}

function partsOf(content: unknown): JsonRecord[] {
  if (typeof content !== 'string') return [...recordsIn(content)];
  return content === '' ? [] : [{ type: 'text', text: content }];
}

function addPart(parts: JsonRecord[], part: JsonRecord): void {
  const last = parts.at(-1);
  const { type, text, thinking } = part;
  if (type === 'text' && last?.type === type) parts.splice(-1, 1, { ...last, ...part, text: stringOr(last.text, '') + stringOr(text, '') });
  else if (type === 'thinking' && Array.isArray(thinking)) {
    const before = last?.type === type && Array.isArray(last.thinking) ? parts.pop()! : { thinking: [] };
    parts.push({ ...before, ...part, thinking: addContent(before.thinking as JsonRecord[], thinking) });
  } else parts.push(part);
}

/** Joins the rounds of an answer; `words` stand in one of which the caller would see nothing but an end. */
export function joinMessages(messages: readonly JsonRecord[], names: OwnToolNames | undefined, words: string): JsonRecord {
  const contents = messages.flatMap(({ content }) => (isSaid(content) ? [content] : []));
  const made = messages.flatMap((message) => recordsIn(message.tool_calls));
  const calls = made.filter((call) => !ownTool(names, functionIn(call).name));
  const { tool_calls: _calls, ...last } = messages.at(-1)!;
  // Vendors take a message without content back only where it has calls or a refusal.
  const content = joinContents(contents) ?? (calls.length > 0 || typeof last.refusal === 'string' ? null : made.length > 0 ? words : '');
  return { ...last, content, ...(calls.length > 0 && { tool_calls: calls }) };
}

/** Joins texts; parts, in which some vendors tell their thinking apart from what they say, stay parts. */
function joinContents(contents: readonly (string | readonly unknown[])[]): unknown {
  if (contents.length === 0) return null;
  const texts = contents.filter((content) => typeof content === 'string');
  if (texts.length === contents.length) return texts.join(GAP);
  return contents.flatMap((content) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content));
}

export function usageOf(usages: readonly unknown[]): Usage {
  const usage = sumUsage(usages);
  const cached = numberIn(usage.prompt_tokens_details, 'cached_tokens');
  return { input: numberIn(usage, 'prompt_tokens') - cached, cached, output: numberIn(usage, 'completion_tokens') };
}

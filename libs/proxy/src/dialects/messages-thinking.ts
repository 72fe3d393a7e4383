import { elementTexts, fieldSpans, withFields } from '../text/json-spans.ts';
import { isRecord, parseRecord, recordsIn, type JsonRecord } from '../text/json-values.ts';
import type { FreedRequest } from './dialect.ts';

/** Setting that says what becomes of thinking whose history has changed. Source: Anthropic, "Preserved thinking". */
const SETTING = 'prefix_mismatch_behavior';
/** Value of `anthropic-beta` without which the setting is refused. */
const BETA = 'thinking-binding-controls-2026-08-01';
/** Kinds of thinking that take the setting. */
const SETTABLE: ReadonlySet<unknown> = new Set(['adaptive', 'enabled']);

/** Returns true for a refusal, which names the setting, of thinking made behind other messages, tools or another system prompt. */
export function refusesThinking(answer: string): boolean {
  const error = parseRecord(answer)?.error;
  return isRecord(error) && typeof error.message === 'string' && error.message.includes(SETTING);
}

/**
 * Lets the vendor leave out the thinking whose history has changed, where it would refuse the request. One that turns
 * thinking off cannot ask for that, and goes without any. Undefined where the caller has decided.
 */
export function freeThinking(text: string): FreedRequest | undefined {
  const { thinking, messages } = parseRecord(text)!;
  if (!isRecord(thinking)) return withSetting(text, '{"type":"adaptive"}', {});
  const binding = isRecord(thinking.block_binding) ? thinking.block_binding : {};
  if (typeof binding[SETTING] === 'string') return undefined;
  const fields = fieldSpans(text);
  if (SETTABLE.has(thinking.type)) return withSetting(text, textIn(text, 'thinking', fields), binding);
  if (!recordsIn(messages).some(hasThinking)) return undefined;
  const left = elementTexts(textIn(text, 'messages', fields)).flatMap((raw) => withoutThinking(raw));
  return { text: withFields(text, { messages: `[${left.join(',')}]` }), betas: [] };
}

function textIn(text: string, name: string, fields: ReturnType<typeof fieldSpans>): string {
  const { from, to } = fields.get(name)!;
  return text.slice(from, to);
}

function withSetting(text: string, thinking: string, binding: JsonRecord): FreedRequest {
  const set = withFields(thinking, { block_binding: JSON.stringify({ ...binding, [SETTING]: 'drop_block' }) });
  return { text: withFields(text, { thinking: set }), betas: [BETA] };
}

function withoutThinking(raw: string): string[] {
  const message = parseRecord(raw)!;
  if (!hasThinking(message)) return [raw];
  const content = recordsIn(message.content).filter((block) => !isThinking(block));
  return content.length === 0 ? [] : [withFields(raw, { content: JSON.stringify(content) })];
}

function hasThinking({ content }: JsonRecord): boolean {
  return recordsIn(content).some(isThinking);
}

export function isThinking({ type }: JsonRecord): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

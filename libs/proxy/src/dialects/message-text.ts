import { elementTexts } from '../text/json-spans.ts';
import { recordsIn, type JsonRecord } from '../text/json-values.ts';
import type { Dialect } from './dialect.ts';

/** Returns a message as a request writes it. One of several items is their texts with commas between. */
export function messageText({ textOf = JSON.stringify }: Pick<Dialect, 'textOf'>, message: JsonRecord): string {
  return textOf(message);
}

/** Returns answers, and what was answered to them, as the messages that later requests are read as. */
export function answeredTexts(dialect: Pick<Dialect, 'splitAnswer' | 'textOf'>, messages: readonly JsonRecord[]): string[] {
  return messages.flatMap((message) => dialect.splitAnswer?.(message) ?? [message]).map((message) => messageText(dialect, message));
}

/** Parses what `messageText` returns, or what a caller wrote. */
export function parseMessage({ parseMessage: parse }: Pick<Dialect, 'parseMessage'>, raw: string): JsonRecord {
  return parse ? parse(raw) : (JSON.parse(raw) as JsonRecord);
}

/** Returns the messages in the text of a list, each as it was written. */
export function messageTexts({ splitList = elementTexts }: Pick<Dialect, 'splitList'>, list: string): string[] {
  return splitList(list);
}

/** Fields by which a part of a content marks the end of a prefix that a vendor, or a router, is to cache. */
const CACHE_MARKS = ['cache_control', 'prompt_cache_breakpoint'] as const;

/** Returns the text that takes the place of a content; as a part of this type where a mark for the prompt cache stood in it. */
export function cutContent(content: unknown, text: string, type: string): unknown {
  const parts = recordsIn(content);
  const marks = CACHE_MARKS.flatMap((field) => {
    const marked = parts.findLast((part) => (part[field] ?? null) !== null);
    return marked ? [[field, marked[field]] as const] : [];
  });
  return marks.length === 0 || text.trim() === '' ? text : [{ type, text, ...Object.fromEntries(marks) }];
}

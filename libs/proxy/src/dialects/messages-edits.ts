import { elementTexts, fieldSpans, withFields } from '../text/json-spans.ts';
import { isRecord, parseRecord, recordsIn, type JsonRecord } from '../text/json-values.ts';
import type { TakenEdits } from './dialect.ts';

/** Edits that keep a history small, as our windows do, and the input tokens at which they begin where none are said. */
const TAKEN: Readonly<Record<string, number>> = { clear_tool_uses_20250919: 100_000, compact_20260112: 150_000 };

/** The vendor compacts at this size or above; a smaller window would hold little but system prompt and tools. */
const LEAST_WINDOW = 50_000;

/**
 * Takes over the edits of Anthropic's `context_management` that do what our windows do: each of the two would move the
 * prefix that the other one keeps. The window gets the size at which the first of them would have begun. Edits of
 * thinking, and unknown ones, stay with the vendor, as does all of a conversation that the vendor has compacted already.
 */
export function takeMessagesEdits(text: string, { context_management: asked, messages }: JsonRecord): TakenEdits | undefined {
  if (!isRecord(asked) || compactedAt(recordsIn(messages)) >= 0) return undefined;
  const span = fieldSpans(text).get('context_management')!;
  const written = text.slice(span.from, span.to);
  const list = fieldSpans(written).get('edits');
  if (!list || !Array.isArray(asked.edits)) return undefined;
  const edits = elementTexts(written.slice(list.from, list.to)).map((raw) => ({ raw, edit: parseRecord(raw) }));
  const isTaken = (edit: JsonRecord | undefined): edit is JsonRecord => edit !== undefined && Object.hasOwn(TAKEN, String(edit.type));
  const taken = edits.map(({ edit }) => edit).filter(isTaken);
  if (taken.length === 0) return undefined;
  const left = edits.filter(({ edit }) => !isTaken(edit)).map(({ raw }) => raw);
  const begins = taken.flatMap(beginOf);
  return {
    names: [...new Set(taken.map(({ type }) => String(type)))],
    fields: { context_management: withFields(written, { edits: `[${left.join(',')}]` }) },
    ...(begins.length > 0 && {
      windowTokens: Math.max(
        LEAST_WINDOW,
        begins.reduce((least, next) => Math.min(least, next)),
      ),
    }),
  };
}

/** Returns the input tokens at which an edit begins; none for one that begins at a number of calls. */
function beginOf({ type, trigger }: JsonRecord): number[] {
  if (!isRecord(trigger)) return [TAKEN[String(type)]!];
  return trigger.type === 'input_tokens' && typeof trigger.value === 'number' ? [trigger.value] : [];
}

/** Returns the index of the message with the last compaction of the vendor's, which reads nothing before it; -1 for none. */
export function compactedAt(messages: readonly JsonRecord[]): number {
  return messages.findLastIndex(({ content }) =>
    recordsIn(content).some(({ type, content: summary }) => type === 'compaction' && typeof summary === 'string'),
  );
}

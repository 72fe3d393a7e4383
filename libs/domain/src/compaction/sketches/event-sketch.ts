import { isRecalled, type EventBody } from '../../event/event-body.ts';
import type { EventKind } from '../../event/event-kind.ts';
import { spokenText } from '../../event/harness-text.ts';
import { rulesOf } from '../../event/kind-rules.ts';
import { decidedClauses, requestClauses, type Clauses } from './clauses.ts';
import { readTerms, type TextTerm } from '../../terms/read-terms.ts';
import { outcomesIn } from './outcomes.ts';
import { sketchCall, sketchFailure, type CallSketch, type FailureSketch } from './sketch-call.ts';

/**
 * Facts of one event for a marker, without its text. Depends on the event alone, so it is made once, when the event is
 * folded or first needed; a compaction only combines sketches. About 2 KiB, at most 8; never stored.
 */
export interface EventSketch {
  /** The event's most telling terms, best first, at most 96. */
  readonly terms: readonly TextTerm[];
  /** Clauses of a request or a decision. */
  readonly clauses?: Clauses;
  readonly call?: CallSketch;
  /** Outcomes that the agent tells: what it says was done or cannot be. */
  readonly outcomes?: readonly string[];
  /** Present for a result that reports a failure or names an error code. */
  readonly failure?: FailureSketch;
  readonly artifactIds?: readonly string[];
}

/** Number of characters read of an event, half of them from its end. */
const EVENT_CHARS = 4_400;
/** Largest number of characters skipped to keep a cut from splitting a word. */
const LONGEST_CUT = 200;
const PARTS_WORDS = /[\s"',;()]/;
export const SKETCH_TERMS = 96;

/** Makes the sketch of an event. Pure; bounded work whatever the event's size. */
export function sketchEvent(kind: EventKind, body: EventBody): EventSketch {
  // A recall's result repeats the words of other events, whose own markers hold them.
  if (isRecalled(body)) return { terms: [] };
  const isRequest = rulesOf(kind).isRequest;
  // Reminders of a program within a message of its user are nothing that was asked for.
  const said = isRequest ? { ...body, text: spokenText(body.text) } : body;
  const text = readableText(said);
  const clauses = isRequest ? requestClauses(said.text) : kind === 'decision' ? decidedClauses(body.text) : [];
  const outcomes = kind === 'agent_message' ? outcomesIn(body.text) : [];
  const failure = kind === 'tool_result' ? sketchFailure(text, said.text) : undefined;
  const artifactIds = body.artifacts?.map(({ id }) => id) ?? [];
  return {
    terms: readTerms(withoutElements(text), SKETCH_TERMS),
    ...(clauses.length > 0 && { clauses }),
    ...(kind === 'tool_call' && body.call && { call: sketchCall(body.call) }),
    ...(outcomes.length > 0 && { outcomes }),
    ...(failure && { failure }),
    ...(artifactIds.length > 0 && { artifactIds }),
  };
}

/** Makes the sketches of events whose bodies are given, by id. */
export function sketchEvents(
  events: Iterable<{ readonly id: string; readonly kind: EventKind }>,
  bodies: ReadonlyMap<string, EventBody>,
): Map<string, EventSketch> {
  const sketches = new Map<string, EventSketch>();
  for (const { id, kind } of events) {
    const body = bodies.get(id);
    if (body) sketches.set(id, sketchEvent(kind, body));
  }
  return sketches;
}

/** Keys of JSON, and of dictionaries as Python prints them: field names, the same in every event of a kind. */
const FIELD_NAME = /(["'])[\w .-]{1,64}\1\s*:/g;

/**
 * Tags of HTML with their attributes: the same words in every page. Names of the elements alone, in small letters and
 * without a brace in the tag, so that types, components and attributes of code (`<Form onSubmit={save}>`) stay.
 */
const HTML_TAG =
  /<\/?(?:a|abbr|article|aside|b|body|br|button|center|code|col|dd|div|dl|dt|em|fieldset|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|label|legend|li|link|main|meta|nav|noscript|ol|option|p|picture|pre|script|section|select|small|source|span|strong|style|sub|sup|svg|table|tbody|td|textarea|tfoot|th|thead|title|tr|ul)(?:\s[^<>{]*)?\/?>/g;
const CLOSING_TAG = /<\/([a-z][\w.:-]{0,63})>/g;
/** A tag without attributes. */
const BARE_TAG = /<\/?([a-z][\w.:-]{0,63})>/g;

/** Attributes that people read or hear. */
const READ_ATTRIBUTE = /\s(?:alt|title|placeholder|aria-label)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function readableText(body: EventBody): string {
  let text = body.text;
  if (body.call?.arguments) text = text.length === 0 ? body.call.arguments : `${text}\n${body.call.arguments}`;
  for (const { preview } of body.artifacts ?? []) if (preview.length > 0) text = text.length === 0 ? preview : `${text}\n${preview}`;
  let read = startAndEnd(text);
  // Escaped line breaks in JSON would stick to the words after them.
  if (read.includes('\\')) read = read.replaceAll(/\\(?:[nrt]|u[\da-f]{4})/g, ' ').replaceAll('\\"', '"');
  if (read.includes('</')) read = read.replaceAll(HTML_TAG, readAttributes);
  return read.includes('":') || read.includes("':") ? read.replaceAll(FIELD_NAME, ' ') : read;
}

/** Returns what people read of a tag. */
function readAttributes(tag: string): string {
  if (!tag.includes('=')) return ' ';
  return ` ${[...tag.matchAll(READ_ATTRIBUTE)].map(([, double, single]) => double ?? single).join(' ')} `;
}

/**
 * Removes the tags of elements that a text closes, such as a program puts around each of its results. What is closed
 * nowhere, such as a type of code (`Promise<string>`), stays.
 */
function withoutElements(text: string): string {
  const closed = new Set(Array.from(text.matchAll(CLOSING_TAG), ([, name]) => name!));
  return closed.size === 0 ? text : text.replaceAll(BARE_TAG, (tag, name: string) => (closed.has(name) ? ' ' : tag));
}

/** Shortens a long text to half from each end, without the words that the cuts would split. */
function startAndEnd(text: string): string {
  if (text.length <= EVENT_CHARS) return text;
  const half = EVENT_CHARS >> 1;
  let to = half;
  while (to > half - LONGEST_CUT && to > 0 && !PARTS_WORDS.test(text[to - 1]!)) to--;
  let from = text.length - half;
  const last = Math.min(text.length, from + LONGEST_CUT);
  while (from < last && !PARTS_WORDS.test(text[from]!)) from++;
  return `${text.slice(0, to)}\n${text.slice(from)}`;
}

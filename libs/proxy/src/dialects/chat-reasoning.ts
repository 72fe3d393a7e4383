import { recordsIn, stringOr, type JsonRecord } from '../text/json-values.ts';
import type { MessagePart } from './dialect.ts';

/** Fields in which vendors, and routers between, give the reasoning of an answer. Several of them say the same. */
const TEXT_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'] as const;
/** Fields with the pieces of it, of which some are sealed. */
const LIST_FIELDS = ['reasoning_details', 'thinking_blocks'] as const;
/** Fields with what the vendor alone can read. */
const SEALED_FIELDS = ['reasoning_opaque', 'extra_content'] as const;

/** Stands for reasoning that has left: DeepSeek and Kimi refuse calls without the field, and some servers an empty one. */
const NO_REASONING = ' ';

/**
 * Reads the reasoning that stands beside what an answer says: it is sent and billed with the message. Undefined where there
 * is none. The seal has no vendor's name, as these fields tell none.
 */
export function readReasoning(message: JsonRecord): MessagePart | undefined {
  const pieces = LIST_FIELDS.map((field) => recordsIn(message[field])).find((list) => list.length > 0) ?? [];
  const said = pieces.map(textOf).join('');
  const text = said !== '' ? said : (TEXT_FIELDS.map((field) => stringOr(message[field], '')).find((one) => one !== '') ?? '');
  const redacted = [...pieces.map(sealOf), ...SEALED_FIELDS.map((field) => sealedIn(message[field]))].join('');
  if (text === '' && redacted === '') return undefined;
  return { kind: 'thinking', text, thinking: { vendor: 'chat', ...(redacted !== '' && { redacted }) }, blocks: [] };
}

/** Reads what the vendor alone can read of a call: Google seals calls so. Undefined where there is nothing. */
export function readSeal(call: JsonRecord, at: number): MessagePart | undefined {
  const redacted = SEALED_FIELDS.map((field) => sealedIn(call[field])).join('');
  if (redacted === '') return undefined;
  return { kind: 'thinking', text: '', thinking: { vendor: 'chat', redacted, callId: stringOr(call.id, '') }, blocks: [at] };
}

/** Returns a call without its seal. */
export function withoutSeal(call: JsonRecord): JsonRecord {
  return without(call, SEALED_FIELDS);
}

function without(record: JsonRecord, fields: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
}

/** Returns a message without its reasoning. */
export function withoutReasoning(message: JsonRecord): JsonRecord {
  const left = without(message, [...TEXT_FIELDS, ...LIST_FIELDS, ...SEALED_FIELDS]);
  return typeof message.reasoning_content === 'string' ? { ...left, reasoning_content: NO_REASONING } : left;
}

function textOf({ text, summary, thinking }: JsonRecord): string {
  return stringOr(text ?? summary ?? thinking, '');
}

/** A signature of a text that is there adds nothing to what the model reads. */
function sealOf(piece: JsonRecord): string {
  return stringOr(piece.data ?? (textOf(piece) === '' ? piece.signature : undefined), '');
}

function sealedIn(value: unknown): string {
  return value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

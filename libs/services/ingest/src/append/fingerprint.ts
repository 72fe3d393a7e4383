import { canonicalArguments, UNTIMED_TAG, type NewEvent } from '@total-recall/domain';
import { hashHex } from '@total-recall/runtime';

/** Prefix of every fingerprint. One with another prefix was computed differently and cannot be compared. */
const VERSION = '2.';

/**
 * Hashes the content of events, to tell a repeat from other content. Leaves out what a client sets anew with
 * each attempt (times, who it is and where it comes from, the id that it gave a response), and the order of
 * fields. `2.` and 32 hex digits.
 */
export function fingerprintOf(events: readonly NewEvent[]): string {
  return VERSION + hashHex(JSON.stringify(events.map(contentOf))).slice(0, 32);
}

/** Returns true when two fingerprints prove different contents. An unknown or older one proves nothing. */
export function provesOtherContent(known: string | undefined, now: string): boolean {
  return known !== undefined && known.startsWith(VERSION) && known !== now;
}

/** Hashes a call however its arguments are written, as agents send back what they parsed; undefined for any other event. */
export function callFingerprintOf(event: NewEvent): string | undefined {
  return event.kind === 'tool_call' && event.call ? fingerprintOf([withCanonicalArguments(event)]) : undefined;
}

function withCanonicalArguments(event: NewEvent): NewEvent {
  const { kind, call } = event;
  return kind === 'tool_call' && call ? { ...event, call: { ...call, arguments: canonicalArguments(call.arguments ?? '') } } : event;
}

function contentOf({ occurredAt: _at, sequence: _sequence, messageId: _message, meta, attachments, ...event }: NewEvent): unknown {
  const { observedAt: _seen, agent: _agent, parentAgent: _caller, parent: _parent, tags: given, ...said } = meta ?? {};
  const tags = given?.filter((tag) => tag !== UNTIMED_TAG);
  const files = attachments?.map(({ mime, data, title, text }) => ({ mime, title, text, sha256: hashHex(data) }));
  return inOrder({ ...event, meta: { ...said, ...(tags && tags.length > 0 && { tags }) }, attachments: files });
}

/** Sorts the fields of every object in a value by name, and leaves out undefined ones. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, part]) => part !== undefined);
  return fields.sort(([left], [right]) => (left < right ? -1 : 1)).map(([name, part]) => [name, inOrder(part)]);
}

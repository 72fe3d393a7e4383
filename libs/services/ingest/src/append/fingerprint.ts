import type { NewEvent } from '@total-recall/domain';
import { hashHex } from '@total-recall/runtime';

/** Stands before every fingerprint; another one was made in another way and says nothing beside these. */
const VERSION = '2.';

/**
 * What tells a repeat from other content: a hash of events without what a client stamps anew with each try (times, who it is and where it
 * comes from, the id that it gave a response), whatever the order of their fields. `2.` and 32 hex digits.
 */
export function fingerprintOf(events: readonly NewEvent[]): string {
  return VERSION + hashHex(JSON.stringify(events.map(contentOf))).slice(0, 32);
}

/** Whether two fingerprints tell different contents; one that is unknown, or of an older version, tells nothing. */
export function differs(known: string | undefined, now: string): boolean {
  return known !== undefined && known.startsWith(VERSION) && known !== now;
}

function contentOf({ occurredAt: _at, sequence: _sequence, messageId: _message, meta, attachments, ...event }: NewEvent): unknown {
  const { observedAt: _seen, agent: _agent, parentAgent: _caller, parent: _parent, ...said } = meta ?? {};
  const files = attachments?.map(({ mime, data, title, text }) => ({ mime, title, text, sha256: hashHex(data) }));
  return inOrder({ ...event, meta: said, attachments: files });
}

/** The same value with the fields of every object by name; those that hold nothing are left out. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, part]) => part !== undefined);
  return fields.sort(([left], [right]) => (left < right ? -1 : 1)).map(([name, part]) => [name, inOrder(part)]);
}

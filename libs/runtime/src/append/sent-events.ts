import { createHash } from 'node:crypto';
import type { NewEvent } from '@total-recall/domain';

/** A hash of each event that a session is known to have, in their order, by session. Can be kept as JSON. */
export type SentEvents = Map<string, readonly string[]>;

// 48 bits: each is compared with one other, and there may be many to keep.
const HASH_CHARACTERS = 8;

/** Hashes all that is sent of an event: its source, its sequence, what it says and its files. */
export function hashOfSent(source: string, { attachments = [], ...event }: NewEvent): string {
  const files = attachments.map(({ data, ...rest }) => ({ ...rest, sizeBytes: data.byteLength }));
  const hash = createHash('sha256').update(JSON.stringify([source, event, files]));
  for (const { data } of attachments) hash.update(data);
  return hash.digest('base64url').slice(0, HASH_CHARACTERS);
}

/** Returns how many hashes two lists have alike before the first that differs. */
export function alikeFromStart(before: readonly string[], now: readonly string[]): number {
  const differs = now.findIndex((hash, at) => hash !== before[at]);
  return differs === -1 ? now.length : differs;
}

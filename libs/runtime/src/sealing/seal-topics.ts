import { randomBytes } from 'node:crypto';
import type { Anatomy } from '@total-recall/domain';
import { decrypt, encrypt, NONCE_BYTES } from './aead.ts';

/** A record of a window as it is stored: its topic, if it has one, is sealed beside the other fields. */
export type SealedAnatomy = Anatomy & { readonly topicSealed?: string };

/** Binds a topic to its window, so that it cannot be put beside another. */
const nameOf = ({ tenant, space, session, turnId }: Anatomy): Buffer => Buffer.from(JSON.stringify([tenant, space, session, turnId]));

/** Seals the topic of a window. Without a key, once that was destroyed, the record has no topic. */
export function sealTopic(record: Anatomy, key: Uint8Array | undefined): SealedAnatomy {
  if (record.topicLabel === null) return record;
  if (!key) return { ...record, topicLabel: null };
  const nonce = randomBytes(NONCE_BYTES);
  const bytes = encrypt(key, nonce, Buffer.from(record.topicLabel), nameOf(record));
  return { ...record, topicLabel: null, topicSealed: Buffer.concat([nonce, bytes]).toString('base64') };
}

/** Opens the topic of a window. Analytics may be lost: a topic that does not open is none. */
export function openTopic({ topicSealed, ...record }: SealedAnatomy, key: Uint8Array | undefined): Anatomy {
  if (topicSealed === undefined) return record;
  const bytes = Buffer.from(topicSealed, 'base64');
  const topic = key && decrypt(key, bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES), nameOf(record));
  return { ...record, topicLabel: topic ? Buffer.from(topic).toString() : null };
}

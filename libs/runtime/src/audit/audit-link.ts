import { createHash } from 'node:crypto';
import { canonicalJson } from '@total-recall/domain';
import type { AuditBreak, AuditEntry, AuditHead, AuditLink, AuditPoint } from '@total-recall/ports';

/** Signs the heads of chains, so that write access to the store is not enough to forge them. */
export interface AuditSigner {
  publicKey(): Promise<string>;
  /** Returns an Ed25519 signature in base64url. */
  sign(bytes: Uint8Array): Promise<string>;
}

/** Hash of nothing. The first entry of a chain names it as its predecessor. */
export const NO_HASH = createHash('sha256').digest('hex');

/** Links an entry into a chain after its current end. */
export function linkEntry(entry: AuditEntry, chain: string, before: AuditPoint | undefined, after?: AuditPoint): AuditEntry {
  const place = { chain, number: (before?.number ?? 0) + 1, previous: before?.hash ?? NO_HASH, ...(after && { after }) };
  const linked = { ...entry, link: { ...place, hash: '' } };
  return { ...entry, link: { ...place, hash: hashOfEntry(linked) } };
}

/**
 * Computes `link.hash` of an entry: hex SHA-256 of all its other fields as canonical JSON.
 * Undefined fields do not count.
 */
export function hashOfEntry({ link, ...entry }: AuditEntry): string {
  const { hash: _hash, ...place } = link ?? ({} as AuditLink);
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify({ ...entry, link: place }))))
    .digest('hex');
}

/**
 * Compares an entry with the point that its chain had reached. Returns undefined when it is the next one, unchanged;
 * otherwise the number of the entry that was changed or inserted, or of the first that is missing.
 */
export function checkLink(entry: AuditEntry, before: AuditPoint | undefined): Pick<AuditBreak, 'number' | 'what'> | undefined {
  const { number, previous, hash } = entry.link!;
  const last = before?.number ?? 0;
  if (hashOfEntry(entry) !== hash) return { number, what: 'changed' };
  if (number <= last) return { number, what: 'inserted' };
  if (number > last + 1) return { number: last + 1, what: 'removed' };
  return previous === (before?.hash ?? NO_HASH) ? undefined : { number: last, what: 'changed' };
}

/** Returns the bytes of a head that its signature covers. */
export function signedPartOf({ tenant, chain, number, hash, at }: AuditHead): Uint8Array {
  return Buffer.from(canonicalJson({ what: 'total-recall audit head 1', tenant, chain, number, hash, at }));
}

/** Signs the head of a chain. The signature is a function of the head, as Ed25519 uses no randomness. */
export async function signHead(head: AuditHead, signer: AuditSigner): Promise<AuditHead> {
  const [publicKey, signature] = await Promise.all([signer.publicKey(), signer.sign(signedPartOf(head))]);
  return { ...head, publicKey, signature };
}

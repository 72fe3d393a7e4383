import { createHash } from 'node:crypto';
import { canonicalJson } from '@total-recall/domain';
import type { AuditEntry, AuditHead, AuditLink, AuditPoint } from '@total-recall/ports';

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

/** Returns the bytes of a head that its signature covers. */
export function signedPartOf({ tenant, chain, number, hash, at }: AuditHead): Uint8Array {
  return Buffer.from(canonicalJson({ what: 'total-recall audit head 1', tenant, chain, number, hash, at }));
}

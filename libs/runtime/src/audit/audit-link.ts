import { createHash } from 'node:crypto';
import { canonicalJson } from '@total-recall/domain';
import type { AuditEntry, AuditHead, AuditLink, AuditPoint } from '@total-recall/ports';

/** What the first entry of a chain names as the one before it: the hash of nothing. */
export const NO_HASH = createHash('sha256').digest('hex');

/** An entry at its place in a chain, behind the point where the chain ended so far. */
export function linkEntry(entry: AuditEntry, chain: string, before: AuditPoint | undefined, after?: AuditPoint): AuditEntry {
  const place = { chain, number: (before?.number ?? 0) + 1, previous: before?.hash ?? NO_HASH, ...(after && { after }) };
  const linked = { ...entry, link: { ...place, hash: '' } };
  return { ...entry, link: { ...place, hash: hashOfEntry(linked) } };
}

/** What `link.hash` of an entry has to be: SHA-256 of all else of it as canonical JSON, hex. Fields that are undefined do not count. */
export function hashOfEntry({ link, ...entry }: AuditEntry): string {
  const { hash: _hash, ...place } = link ?? ({} as AuditLink);
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify({ ...entry, link: place }))))
    .digest('hex');
}

/** What the signature of a head is made over. */
export function signedPartOf({ tenant, chain, number, hash, at }: AuditHead): Uint8Array {
  return Buffer.from(canonicalJson({ what: 'total-recall audit head 1', tenant, chain, number, hash, at }));
}

import { createHmac } from 'node:crypto';
import type { KeyStore } from '@total-recall/ports';

/** Place of the key, wrapped under the master key. No tenant can have this name. */
const PLACE = { tenant: '_service', space: 'subject-marks' } as const;

/** Maps a data subject to a mark that stands in for its name. */
export type SubjectMark = (tenant: string, subject: string) => string;

/**
 * Creates marks of data subjects by a keyed hash: without the key nobody can test names against the ledger. The mark of
 * a name is the same in every process and after a restore.
 */
export async function openSubjectMarks({ keys }: { readonly keys: KeyStore }): Promise<SubjectMark> {
  const { key } = await keys.spaceKey(PLACE.tenant, PLACE.space);
  return (tenant, subject) =>
    createHmac('sha256', key)
      .update(JSON.stringify([tenant, subject]))
      .digest('base64url');
}

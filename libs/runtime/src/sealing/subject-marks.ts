import { createHmac } from 'node:crypto';
import type { KeyStore } from '@total-recall/ports';

/** Where the key is kept, wrapped under the master key; no tenant may have this name. */
const PLACE = { tenant: '_service', space: 'subject-marks' } as const;

/** By which mark a data subject is known where its name must not stand. */
export type SubjectMark = (tenant: string, subject: string) => string;

/** Marks of data subjects, keyed: who has the ledger and not the keys cannot try names. The same for the same name, in every process and after a restore. */
export async function openSubjectMarks({ keys }: { readonly keys: KeyStore }): Promise<SubjectMark> {
  const { key } = await keys.spaceKey(PLACE.tenant, PLACE.space);
  return (tenant, subject) =>
    createHmac('sha256', key)
      .update(JSON.stringify([tenant, subject]))
      .digest('base64url');
}

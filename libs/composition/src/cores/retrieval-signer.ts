import { timingSafeEqual } from 'node:crypto';
import type { SessionAddress } from '@total-recall/domain';
import { hmacHex } from '@total-recall/runtime';

const SIGNATURE_CHARS = 16;
/** A ULID and its signature. */
const SIGNED = /^[0-7][0-9A-HJKMNP-TV-Z]{25}\.[0-9a-f]{16}$/;

/**
 * Signs the retrieval ids of a space, and recognises them where a recall result is quoted in it: in another space or
 * tenant the same id is anybody's text. Ids of before ADR 0184 name no space and are not recognised in new events; those
 * of events in the log stand in their receipts. Source: E11.
 */
export function createRetrievalSigner(key: Uint8Array) {
  const signatureOf = (purpose: string, value: string): string => hmacHex(key, purpose, value).slice(0, SIGNATURE_CHARS);
  // Names have no slash, so that different places never give the same input.
  const signIn = ({ tenant, space }: Pick<SessionAddress, 'tenant' | 'space'>, id: string): string =>
    `${id}.${signatureOf('retrieval-id-of-space', `${tenant}/${space}/${id}`)}`;
  return {
    /** Signs a name that says itself where it is valid. The purpose stays: callers hold names that it signed. */
    sign: (name: string): string => `${name}.${signatureOf('retrieval-id', name)}`,
    signIn,
    isOurs(place: Pick<SessionAddress, 'tenant' | 'space'>, signed: string): boolean {
      return SIGNED.test(signed) && timingSafeEqual(Buffer.from(signIn(place, signed.split('.')[0]!)), Buffer.from(signed));
    },
  };
}

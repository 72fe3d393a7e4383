import { verify, type KeyObject } from 'node:crypto';
import { checkedClaims, expiredToken, invalidToken, type ServiceClaims } from './service-claims.ts';

/** Start of a token in the form of version 0.1. */
export const FORMER_PREFIX = 'trs1.';

/**
 * Checks a token in the form of version 0.1, so that a cluster can be upgraded while it runs. Nothing signs such tokens
 * any more; this file goes with the version after the next.
 */
export function verifyFormerToken(
  token: string,
  keys: ReadonlyMap<string, KeyObject>,
  limits: { readonly audience: string; readonly now: number; readonly skewMs: number; readonly longestLifeMs: number },
): ServiceClaims {
  const [version, keyId = '', payload = '', signature = '', ...more] = token.split('.');
  const key = keys.get(keyId);
  const signed = Buffer.from(`${version}.${keyId}.${payload}`);
  if (key === undefined || more.length > 0 || !verify(null, signed, key, Buffer.from(signature, 'base64url')))
    throw invalidToken('The token is of no key that is known here, or was changed.');
  const claims = checkedClaims(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as object);
  if (claims.audience !== limits.audience) throw invalidToken(`The token is not for ${limits.audience}.`);
  if (claims.issuedAt > limits.now + limits.skewMs || claims.expiresAt - claims.issuedAt > limits.longestLifeMs)
    throw invalidToken('The token is from the future or lives too long. Compare the clocks of the services.');
  if (claims.expiresAt + limits.skewMs <= limits.now) throw expiredToken();
  return claims;
}

import type { KeyObject } from 'node:crypto';
import type { Clock } from '@total-recall/ports';
import type { JWTHeaderParameters, JWTPayload } from 'jose';
import { TotalRecallError } from '../errors.ts';
import { FORMER_PREFIX, verifyFormerToken } from './former-token.ts';
import { checkedClaims, expiredToken, invalidToken, type ServiceClaims, type ServiceGrant } from './service-claims.ts';
import type { ServiceSigningKey, ServiceVerifyingKey } from './service-keys.ts';

export interface ServiceTokenSigner {
  sign(grant: ServiceGrant): Promise<string>;
}

export interface ServiceTokenVerifier {
  /**
   * Errors: `service_token_invalid` (none, forged, of an unknown key, for another service, from the future),
   * `service_token_expired`.
   */
  verify(token: string | undefined): Promise<ServiceClaims>;
}

const ALGORITHM = 'EdDSA';
/** Tells these tokens from any other that the same key may sign one day (RFC 8725 §3.11). */
const TYPE = 'total-recall-service+jwt';
/** Services of a cluster alone sign and verify; other programs start without it. */
const loadJose = () => import('jose');
/** Fits 256 spaces with the longest names. */
const MAX_CHARS = 60_000;

/** Signs JSON Web Tokens that live for a minute. Source: architecture §4. */
export function createServiceTokenSigner(options: {
  readonly key: ServiceSigningKey;
  readonly clock: Clock;
  readonly lifeMs?: number;
}): ServiceTokenSigner {
  const { key, clock, lifeMs = 60_000 } = options;
  const header: JWTHeaderParameters = { alg: ALGORITHM, kid: key.keyId, typ: TYPE };
  return {
    async sign({ tenant, spaces, scope, audience }) {
      const { SignJWT } = await loadJose();
      const issuedAt = Math.floor(clock.now() / 1_000);
      return new SignJWT({ tenant, ...(spaces && { spaces }), scope })
        .setProtectedHeader(header)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + Math.ceil(lifeMs / 1_000))
        .sign(key.privateKey);
    },
  };
}

/**
 * Checks tokens signed with any of its keys. Clocks may differ by `skewMs`; a life longer than
 * `longestLifeMs` is not accepted.
 */
export function createServiceTokenVerifier(options: {
  readonly keys: readonly ServiceVerifyingKey[];
  readonly audience: string;
  readonly clock: Clock;
  readonly skewMs?: number;
  readonly longestLifeMs?: number;
}): ServiceTokenVerifier {
  const { audience, clock, skewMs = 5_000, longestLifeMs = 300_000 } = options;
  const keys = new Map(options.keys.map(({ keyId, publicKey }) => [keyId, publicKey]));

  function keyOf({ kid = '' }: { readonly kid?: string }): KeyObject {
    const key = keys.get(kid);
    if (!key) throw invalidToken('The token is of no key that is known here.');
    return key;
  }

  async function verifyJwt(token: string): Promise<ServiceClaims> {
    const { jwtVerify } = await loadJose();
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      audience,
      requiredClaims: ['iat', 'exp'],
      maxTokenAge: longestLifeMs / 1_000,
      clockTolerance: skewMs / 1_000,
      currentDate: new Date(clock.now()),
    });
    const claims = claimsIn(payload);
    if (claims.expiresAt - claims.issuedAt > longestLifeMs) throw invalidToken('The token lives too long.');
    return claims;
  }

  return {
    async verify(token) {
      if (token === undefined || token.length > MAX_CHARS) throw invalidToken('The call carries no token.');
      try {
        if (token.startsWith(FORMER_PREFIX)) return verifyFormerToken(token, keys, { audience, now: clock.now(), skewMs, longestLifeMs });
        return await verifyJwt(token);
      } catch (error) {
        throw await refusalOf(error);
      }
    },
  };
}

function claimsIn({ tenant, spaces, scope, aud, iat = NaN, exp = NaN }: JWTPayload): ServiceClaims {
  return checkedClaims({ tenant, spaces, scope, audience: aud, issuedAt: iat * 1_000, expiresAt: exp * 1_000 });
}

async function refusalOf(error: unknown): Promise<TotalRecallError> {
  if (error instanceof TotalRecallError) return error;
  const { errors } = await loadJose();
  if (error instanceof errors.JWTExpired) return expiredToken();
  const claim = error instanceof errors.JWTClaimValidationFailed ? `: its claim "${error.claim}" is refused` : '';
  return invalidToken(`The token does not hold${claim}. Compare the keys and the clocks of the services.`, { cause: error });
}

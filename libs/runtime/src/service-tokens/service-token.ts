import { sign, verify } from 'node:crypto';
import type { Clock } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import type { ServiceSigningKey, ServiceVerifyingKey } from './service-keys.ts';

export type ServiceScope = 'read' | 'write' | 'admin' | 'erase' | 'hold';

/** Permissions that a token grants at one service. */
export interface ServiceGrant {
  readonly tenant: string;
  /** Absent for every space of the tenant. */
  readonly spaces?: readonly string[];
  /** No scope implies another. */
  readonly scope: ServiceScope;
  /** The service that may accept it: `ingest`, `retriever`. */
  readonly audience: string;
}

export interface ServiceClaims extends ServiceGrant {
  /** Epoch milliseconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export interface ServiceTokenSigner {
  sign(grant: ServiceGrant): string;
}

export interface ServiceTokenVerifier {
  /**
   * Errors: `service_token_invalid` (none, forged, of an unknown key, for another service, from the future),
   * `service_token_expired`.
   */
  verify(token: string | undefined): ServiceClaims;
}

const VERSION = 'trs1';
/** Fits 256 spaces with the longest names. */
const MAX_CHARS = 60_000;
const SCOPES: readonly unknown[] = ['read', 'write', 'admin', 'erase', 'hold', 'audit'];

/** Signs tokens that live for a minute. Source: architecture §4. */
export function createServiceTokenSigner(options: {
  readonly key: ServiceSigningKey;
  readonly clock: Clock;
  readonly lifeMs?: number;
}): ServiceTokenSigner {
  const { key, clock, lifeMs = 60_000 } = options;
  return {
    sign({ tenant, spaces, scope, audience }) {
      const issuedAt = clock.now();
      const claims: ServiceClaims = { tenant, ...(spaces && { spaces }), scope, audience, issuedAt, expiresAt: issuedAt + lifeMs };
      const signed = `${VERSION}.${key.keyId}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`;
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

  function claimsOf(token: string | undefined): ServiceClaims {
    if (token === undefined || token.length > MAX_CHARS) throw invalid('The call carries no token.');
    const [version, keyId = '', payload = '', signature = '', ...more] = token.split('.');
    const publicKey = keys.get(keyId);
    if (version !== VERSION || more.length > 0 || publicKey === undefined) throw invalid('The token is of no key that is known here.');
    const signed = Buffer.from(`${version}.${keyId}.${payload}`);
    if (!verify(null, signed, publicKey, Buffer.from(signature, 'base64url'))) throw invalid('The signature of the token does not hold.');
    return readClaims(payload);
  }

  return {
    verify(token) {
      const claims = claimsOf(token);
      const now = clock.now();
      if (claims.audience !== audience) throw invalid(`The token is not for ${audience}.`);
      if (claims.issuedAt > now + skewMs || claims.expiresAt - claims.issuedAt > longestLifeMs)
        throw invalid('The token is from the future or lives too long. Compare the clocks of the services.');
      if (claims.expiresAt + skewMs <= now) throw new TotalRecallError('service_token_expired', 'The token has expired.');
      return claims;
    },
  };
}

/** Refuses a request that a token does not grant. Errors: `service_token_forbidden`. */
export function requireGrant(
  claims: ServiceClaims,
  needed: {
    readonly tenant: string;
    readonly scope: ServiceScope;
    /** Absent for the whole tenant. */ readonly spaces?: readonly string[];
  },
): void {
  if (claims.tenant !== needed.tenant) throw forbidden('The token is of another tenant.');
  if (claims.scope !== needed.scope) throw forbidden(`The token does not grant ${needed.scope}.`);
  const { spaces } = claims;
  if (spaces === undefined) return;
  if (needed.spaces === undefined || !needed.spaces.every((space) => spaces.includes(space)))
    throw forbidden('The token is bound to other spaces.');
}

function readClaims(payload: string): ServiceClaims {
  let claims: Partial<Record<keyof ServiceClaims, unknown>> | null;
  try {
    claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as typeof claims;
  } catch {
    throw invalid('The token holds no claims.');
  }
  const { tenant, spaces, scope, audience, issuedAt, expiresAt } = claims ?? {};
  const spacesOk = spaces === undefined || (Array.isArray(spaces) && spaces.every((space) => typeof space === 'string'));
  const timesOk = Number.isSafeInteger(issuedAt) && Number.isSafeInteger(expiresAt);
  if (typeof tenant === 'string' && spacesOk && SCOPES.includes(scope) && typeof audience === 'string' && timesOk)
    return claims as ServiceClaims;
  throw invalid('The token holds no claims.');
}

const invalid = (message: string): TotalRecallError => new TotalRecallError('service_token_invalid', message);
const forbidden = (message: string): TotalRecallError => new TotalRecallError('service_token_forbidden', message);

import { TotalRecallError } from '../errors.ts';

const SERVICE_SCOPES = ['read', 'write', 'admin', 'erase', 'hold'] as const;

export type ServiceScope = (typeof SERVICE_SCOPES)[number];

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

/** Checks the claims of a token whose signature holds. Errors: `service_token_invalid`. */
export function checkedClaims(claims: { readonly [Name in keyof ServiceClaims]?: unknown }): ServiceClaims {
  const { tenant, spaces, scope, audience, issuedAt, expiresAt } = claims;
  const isBound = spaces === undefined || (Array.isArray(spaces) && spaces.every((space) => typeof space === 'string'));
  const hasTimes = Number.isSafeInteger(issuedAt) && Number.isSafeInteger(expiresAt);
  const isGrant = typeof tenant === 'string' && (SERVICE_SCOPES as readonly unknown[]).includes(scope) && typeof audience === 'string';
  if (!isGrant || !isBound || !hasTimes) throw invalidToken('The token holds no claims.');
  return { tenant, ...(spaces && { spaces }), scope, audience, issuedAt, expiresAt } as ServiceClaims;
}

export const invalidToken = (message: string, more?: { readonly cause: unknown }): TotalRecallError =>
  new TotalRecallError('service_token_invalid', message, more);
export const expiredToken = (): TotalRecallError => new TotalRecallError('service_token_expired', 'The token has expired.');
const forbidden = (message: string): TotalRecallError => new TotalRecallError('service_token_forbidden', message);

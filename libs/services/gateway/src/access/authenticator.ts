import { LIMITS } from '@total-recall/contracts';
import type { ApiKey, Clock, ControlStore, Tenant } from '@total-recall/ports';
import { createLruMap, TotalRecallError } from '@total-recall/runtime';
import type { Caller, GatewayConfig } from '../gateway.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { hashSecret, parseAuthorization, secretMatches } from './api-key-text.ts';
import { effectivePermissions, type KeyPermissions } from './key-permissions.ts';

export interface Authenticator {
  /**
   * Resolves to the caller. Errors: `unauthenticated`, `key_expired`, `key_revoked`; `onRefused` is called when the
   * tenant is known. Look-ups of keys that are not cached are limited per address: past the limit it rejects with
   * `rate_limited` without asking a store.
   */
  authenticate(authorization: string | undefined, address?: string): Promise<Caller>;
  /** Drops a key and all keys made from it from the cache, so that the next request reads them again. */
  forget(keyId: string): void;
  /** Drops all keys of a tenant from the cache, so that the next request reads them again. */
  forgetTenant(tenant: string): void;
}

interface CacheEntry {
  readonly key: ApiKey;
  readonly standing: KeyPermissions;
  readonly caller: Caller;
  readonly until: number;
}

interface AuthenticatorDeps {
  readonly control: ControlStore;
  readonly clock: Clock;
  readonly onRefused: (key: ApiKey, error: TotalRecallError) => void;
  /** Called for a key that does not exist, and so belongs to no tenant. */
  readonly onUnknown?: (address: string | undefined) => void;
  readonly onLimited?: (address: string) => void;
}

/** Rate of a tenant without a quota of its own: this many times the rate of one of its keys. */
const TENANT_TIMES = 4;
const NEEDED = 'The API key is missing or not valid here. Send a valid one as "Authorization: Bearer tr_...".';

/** Returns the refusal of a caller who has no key that is valid here. */
export function notAuthenticated(): TotalRecallError {
  return new TotalRecallError('unauthenticated', NEEDED);
}

// Hash to compare with when a key id is unknown, so that the answer takes as long as for a known one.
const NO_HASH = hashSecret('');

export function createAuthenticator(
  deps: AuthenticatorDeps,
  config: Pick<GatewayConfig, 'keyCacheMs' | 'quotas' | 'unknownKeys'>,
): Authenticator {
  const cache = createLruMap<CacheEntry>(LIMITS.authCacheEntries);
  const attempts = createRateLimiter(deps.clock);
  /** Grows with each forgetting: what was read before one is not kept after it. */
  let forgotten = 0;
  const forget = (isForgotten: (entry: CacheEntry) => boolean): void => {
    forgotten += 1;
    cache.deleteWhere(isForgotten);
  };

  /** Looks up a key that is not cached. Takes one attempt from the address; a valid key gives it back. */
  async function lookUpWithin(address: string | undefined, keyId: string, secret: string): Promise<CacheEntry> {
    if (address === undefined) return lookUp(keyId, secret, address);
    const waitMs = attempts.take(address, config.unknownKeys);
    if (waitMs > 0) {
      deps.onLimited?.(address);
      throw new TotalRecallError('rate_limited', `Too many keys of your address are not valid here. Try again in ${waitMs} ms.`, {
        retryAfterMs: waitMs,
      });
    }
    const found = await lookUp(keyId, secret, address);
    attempts.give(address, config.unknownKeys);
    return found;
  }

  async function lookUp(keyId: string, secret: string, address: string | undefined): Promise<CacheEntry> {
    const key = await deps.control.apiKey(keyId);
    const matches = secretMatches(secret, key?.secretHash ?? NO_HASH);
    if (!key || !matches) {
      const error = notAuthenticated();
      if (key) deps.onRefused(key, error);
      else deps.onUnknown?.(address);
      throw error;
    }
    const standing = await effectivePermissions(key, (id) => deps.control.apiKey(id));
    checkAlive(deps, key, standing);
    const tenant = await deps.control.tenant(key.tenant);
    if (!tenant || tenant.disabled) throw notAuthenticated();
    const caller = callerOf(key, standing, tenant, config.quotas);
    return { key, standing, caller, until: deps.clock.now() + config.keyCacheMs };
  }

  const forgetTenant = (tenant: string): void => forget(({ key }) => key.tenant === tenant);
  const forgetKey = (keyId: string): void => forget(({ standing }) => standing.lineage.includes(keyId));
  deps.control.onArrived?.((kind, id) => (kind === 'tenant' ? forgetTenant(id) : forgetKey(id)));
  return {
    async authenticate(authorization, address) {
      const parts = parseAuthorization(authorization);
      if (!parts) throw notAuthenticated();
      const cacheKey = `${parts.keyId}.${hashSecret(parts.secret)}`;
      const known = cache.get(cacheKey);
      if (known && known.until > deps.clock.now()) {
        checkAlive(deps, known.key, known.standing);
        return known.caller;
      }
      cache.delete(cacheKey);
      const before = forgotten;
      const found = await (known ? lookUp(parts.keyId, parts.secret, address) : lookUpWithin(address, parts.keyId, parts.secret));
      if (before === forgotten) cache.set(cacheKey, found);
      return found.caller;
    },
    forgetTenant,
    forget: forgetKey,
  };
}

/** Refuses a key that was revoked or has expired. */
function checkAlive({ clock, onRefused }: AuthenticatorDeps, key: ApiKey, standing: KeyPermissions): void {
  const refuse = (code: 'key_revoked' | 'key_expired', text: string) => {
    const error = new TotalRecallError(code, `The API key ${text}. Ask an administrator of the tenant for a new one.`);
    onRefused(key, error);
    throw error;
  };
  const { revokedAt, expiresAt } = standing;
  if (revokedAt !== undefined) refuse('key_revoked', key.revokedAt === undefined ? 'came of one that was revoked' : 'was revoked');
  if (expiresAt !== undefined && expiresAt <= clock.now()) refuse('key_expired', 'has expired');
}

/** Returns the caller that a key speaks for, with the limits of its tenant. */
function callerOf(
  key: ApiKey,
  { scopes, spaces, subjects }: KeyPermissions,
  { quotas }: Tenant,
  defaults: GatewayConfig['quotas'],
): Caller {
  return {
    tenant: key.tenant,
    keyId: key.id,
    scopes,
    spaces,
    ...(subjects && { subjects }),
    quotas: { ...defaults, ...quotas },
    tenantRate: {
      perSecond: quotas?.requestsPerSecond ?? defaults.requestsPerSecond * TENANT_TIMES,
      burst: quotas?.burst ?? defaults.burst * TENANT_TIMES,
    },
  };
}

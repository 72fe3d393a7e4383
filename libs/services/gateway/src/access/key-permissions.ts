import type { ApiKey, Scope } from '@total-recall/ports';

/** Current permissions of a key: no more than those of any key that it was made from. */
export interface KeyPermissions {
  readonly scopes: readonly Scope[];
  /** Spaces that it may use; all of the tenant if absent. */
  readonly spaces?: readonly string[];
  /** Data subjects that it may name; any of them if absent. */
  readonly subjects?: readonly string[];
  /** Epoch milliseconds; the earliest expiry in the lineage. */
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  /** Its id and those of its makers, up to the key that no other key made. */
  readonly lineage: readonly string[];
}

/** Most makers that are followed. New keys have far fewer (`LIMITS.makersPerKey`); those of earlier versions may have more. */
const MOST_MAKERS = 1_000;

/**
 * Computes what a key permits from its makers: it is revoked with the first of them, expires with the first
 * of them, and has the scopes, spaces and subjects that all of them share. If a maker is missing or of another tenant,
 * it permits nothing. Each key of the line is looked up once. Pure.
 */
export async function effectivePermissions(
  key: ApiKey,
  find: (id: string) => Promise<ApiKey | undefined> | ApiKey | undefined,
): Promise<KeyPermissions> {
  const line = new Map<string, ApiKey>();
  let at: ApiKey | undefined = key;
  while (at && !line.has(at.id) && line.size <= MOST_MAKERS) {
    line.set(at.id, at);
    at = at.madeBy === undefined ? undefined : ofTenant(key.tenant, await find(at.madeBy));
  }
  const { worth } = standingsOf(line).get(key.id)!;
  return { ...worth, lineage: [...line.keys()] };
}

function ofTenant(tenant: string, key: ApiKey | undefined): ApiKey | undefined {
  return key?.tenant === tenant ? key : undefined;
}

type Worth = Omit<KeyPermissions, 'lineage'>;

interface Standing {
  readonly worth: Worth;
  /** Keys above it in its line; infinitely many where the line breaks off, leads out of the tenant or goes round. */
  readonly makers: number;
}

/** Computes the standing of each key once, from that of its maker, so that long lines cost no more than short ones. */
function standingsOf(keys: ReadonlyMap<string, ApiKey>): Map<string, Standing> {
  const standings = new Map<string, Standing>();
  for (const key of keys.values()) {
    const line = new Map<string, ApiKey>();
    let at: ApiKey | undefined = key;
    while (at && !line.has(at.id) && !standings.has(at.id)) {
      line.set(at.id, at);
      at = at.madeBy === undefined ? undefined : ofTenant(key.tenant, keys.get(at.madeBy));
    }
    let maker = at && standings.get(at.id);
    for (const below of [...line.values()].reverse()) {
      maker = standingBelow(below, maker);
      standings.set(below.id, maker);
    }
  }
  return standings;
}

function standingBelow(key: ApiKey, maker: Standing | undefined): Standing {
  const own = worthOf(key);
  if (key.madeBy === undefined) return { worth: own, makers: 0 };
  const worth = maker ? withinBoth(own, maker.worth) : own;
  const makers = (maker?.makers ?? Infinity) + 1;
  if (makers <= MOST_MAKERS) return { worth, makers };
  return { worth: { ...worth, scopes: [], revokedAt: key.createdAt }, makers: Infinity };
}

function worthOf({ scopes, spaces, subjects, expiresAt, revokedAt }: ApiKey): Worth {
  return { scopes, ...(spaces && { spaces }), ...(subjects && { subjects }), ...timesOf({ expiresAt, revokedAt }) };
}

function withinBoth(own: Worth, maker: Worth): Worth {
  const spaces = inBoth(own.spaces, maker.spaces);
  const subjects = inBoth(own.subjects, maker.subjects);
  return {
    scopes: own.scopes.filter((scope) => maker.scopes.includes(scope)),
    ...(spaces && { spaces }),
    ...(subjects && { subjects }),
    ...timesOf({ expiresAt: earliest(own.expiresAt, maker.expiresAt), revokedAt: earliest(own.revokedAt, maker.revokedAt) }),
  };
}

/** Returns what two limits both allow; an absent limit allows all. */
function inBoth(a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined {
  if (!a || !b) return a ?? b;
  const allowed = new Set(b);
  return a.filter((name) => allowed.has(name));
}

function timesOf({ expiresAt, revokedAt }: { readonly expiresAt?: number | undefined; readonly revokedAt?: number | undefined }) {
  return { ...(expiresAt !== undefined && { expiresAt }), ...(revokedAt !== undefined && { revokedAt }) };
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

/** Returns true when a key with this standing is valid at the given time. */
export function isAlive({ expiresAt, revokedAt }: Pick<KeyPermissions, 'expiresAt' | 'revokedAt'>, now: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > now);
}

/** Longest time that a key is listed after it was revoked or expired. */
const LISTED_MS = 30 * 86_400_000;

/**
 * Returns the ids of the keys of a tenant to drop: those that ended long ago, and of the others all but the last that
 * ended, up to `most`. What came of an ended key has ended with it, so none is needed for what another is worth.
 */
export function keysToDrop(keys: readonly ShownKey[], now: number, most: number): string[] {
  const ended = keys
    .flatMap(({ id, ...standing }) => (isAlive(standing, now) ? [] : [{ id, at: endOf(standing) }]))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
  return ended.filter(({ at }, place) => place >= most || at <= now - LISTED_MS).map(({ id }) => id);
}

/** Returns when a key that is not valid any more ended. */
function endOf({ expiresAt = Infinity, revokedAt = Infinity }: Pick<KeyPermissions, 'expiresAt' | 'revokedAt'>): number {
  return Math.min(expiresAt, revokedAt);
}

/** A key as shown to callers, with its standing. It never holds the secret or its hash. */
export type ShownKey = Omit<ApiKey, 'secretHash' | 'tenant'>;

export function shownKey(
  { secretHash: _hash, tenant: _tenant, ...key }: ApiKey,
  { scopes, spaces, subjects, expiresAt, revokedAt }: Worth,
): ShownKey {
  return { ...key, scopes, ...(spaces && { spaces }), ...(subjects && { subjects }), ...timesOf({ expiresAt, revokedAt }) };
}

/** Returns true when a key may administer its whole tenant at the given time. */
export function isTenantAdmin(key: ShownKey, now: number): boolean {
  return isAlive(key, now) && key.scopes.includes('admin') && key.spaces === undefined && key.subjects === undefined;
}

/** Returns true when the end of a key, and of all that came of it, leaves a tenant that has an admin key without one. */
export function takesLastAdmin(keys: readonly ShownKey[], keyId: string, now: number): boolean {
  const makers = new Map(keys.map(({ id, madeBy }) => [id, madeBy]));
  const endsWithIt = ({ id }: ShownKey): boolean => {
    for (let each: string | undefined = id; each !== undefined; each = makers.get(each)) if (each === keyId) return true;
    return false;
  };
  const admins = keys.filter((key) => isTenantAdmin(key, now));
  return admins.length > 0 && admins.every(endsWithIt);
}

/** Lists all keys of a tenant as shown to callers. */
export function toKeyViews(keys: readonly ApiKey[]): ShownKey[] {
  const standings = standingsOf(new Map(keys.map((key) => [key.id, key])));
  return keys.map((key) => shownKey(key, standings.get(key.id)!.worth));
}

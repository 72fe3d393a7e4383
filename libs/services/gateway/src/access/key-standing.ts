import type { ApiKey, Scope } from '@total-recall/ports';

/** What a key is worth now: no more than each of the keys that it came of. */
export interface KeyStanding {
  readonly scopes: readonly Scope[];
  /** Spaces it may touch; all of the tenant where absent. */
  readonly spaces?: readonly string[];
  /** Epoch milliseconds; the earliest of it and its makers. */
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  /** Its id and those of its makers, up to one that no key made. */
  readonly lineage: readonly string[];
}

/** Makers that are followed; a longer line is one that no service made. */
const MOST_MAKERS = 1_000;

/**
 * The standing of a key by its makers: revoked with the first of them, over with the first that expires, with the scopes and spaces that all have.
 * A line that cannot be followed to its end, or leaves the tenant, gives nothing. Pure.
 */
export async function standingOf(
  key: ApiKey,
  find: (id: string) => Promise<ApiKey | undefined> | ApiKey | undefined,
): Promise<KeyStanding> {
  let standing: KeyStanding = { ...worthOf(key), lineage: [key.id] };
  for (let { madeBy } = key; madeBy !== undefined;) {
    const maker = standing.lineage.includes(madeBy) || standing.lineage.length > MOST_MAKERS ? undefined : await find(madeBy);
    if (maker === undefined || maker.tenant !== key.tenant) return { ...standing, scopes: [], revokedAt: key.createdAt };
    standing = { ...withinBoth(standing, worthOf(maker)), lineage: [...standing.lineage, maker.id] };
    madeBy = maker.madeBy;
  }
  return standing;
}

type Worth = Omit<KeyStanding, 'lineage'>;

function worthOf({ scopes, spaces, expiresAt, revokedAt }: ApiKey): Worth {
  return { scopes, ...(spaces && { spaces }), ...timesOf({ expiresAt, revokedAt }) };
}

function withinBoth(own: Worth, maker: Worth): Worth {
  const spaces = own.spaces && maker.spaces ? own.spaces.filter((space) => maker.spaces!.includes(space)) : (own.spaces ?? maker.spaces);
  return {
    scopes: own.scopes.filter((scope) => maker.scopes.includes(scope)),
    ...(spaces && { spaces }),
    ...timesOf({ expiresAt: earliest(own.expiresAt, maker.expiresAt), revokedAt: earliest(own.revokedAt, maker.revokedAt) }),
  };
}

function timesOf({ expiresAt, revokedAt }: { readonly expiresAt?: number | undefined; readonly revokedAt?: number | undefined }) {
  return { ...(expiresAt !== undefined && { expiresAt }), ...(revokedAt !== undefined && { revokedAt }) };
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

/** Whether a key of this standing is let in at a time. */
export function isAlive({ expiresAt, revokedAt }: Pick<KeyStanding, 'expiresAt' | 'revokedAt'>, now: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > now);
}

/** A key as it may be shown, with what it is worth: never its secret, never the hash of it. */
export type ShownKey = Omit<ApiKey, 'secretHash' | 'tenant'>;

export function shownKey({ secretHash: _hash, tenant: _tenant, ...key }: ApiKey, standing: KeyStanding): ShownKey {
  const { lineage: _lineage, ...worth } = standing;
  return { ...key, ...worth };
}

/** All keys of a tenant as they may be shown. */
export async function shownKeys(keys: readonly ApiKey[]): Promise<ShownKey[]> {
  const known = new Map(keys.map((key) => [key.id, key]));
  return Promise.all(keys.map(async (key) => shownKey(key, await standingOf(key, (id) => known.get(id)))));
}

import { randomUUID } from 'node:crypto';
import type { ApiKey, ControlStore } from '@total-recall/ports';
import { apiKeysOf, stillRevoked } from '@total-recall/runtime';

/** Age at which the claim of another revocation counts no more: its process has ended. */
const CLAIM_MS = 60_000;

/** A revocation that is being decided. */
export type RevocationClaim = Pick<ApiKey, 'id' | 'tenant'> & { readonly revokedAt: number };

/** Content of `tr.control`, in its order. */
interface Held {
  readonly keys: ReadonlyMap<string, ApiKey>;
  readonly claims: ReadonlyMap<string, RevocationClaim>;
}

/**
 * Revokes keys in the order of the topic: each call writes a claim, reads what came before it, decides, and takes the
 * claim away, with those that killed processes left.
 */
export function revokeInOrder(
  held: Held,
  write: (kind: 'revoking', id: string, value: Buffer | null) => Promise<void>,
  putKey: ControlStore['putApiKey'],
): ControlStore['revokeApiKey'] {
  return async ({ id, tenant }, revokedAt, mayRevoke) => {
    const claim = `${id}/${randomUUID()}`;
    try {
      await write('revoking', claim, Buffer.from(JSON.stringify({ id, tenant, revokedAt } satisfies RevocationClaim)));
      if (!(await mayRevoke(keysBefore(held, claim)))) return false;
      const present = held.keys.get(id);
      if (present) await putKey({ ...present, revokedAt });
      return present !== undefined;
    } finally {
      for (const over of [claim, ...leftBehind(held, revokedAt)]) await write('revoking', over, null).catch(() => undefined);
    }
  };
}

function leftBehind({ claims }: Held, now: number): string[] {
  return [...claims].filter(([, { revokedAt }]) => revokedAt <= now - CLAIM_MS).map(([id]) => id);
}

/** Returns the keys of a claim's tenant, oldest first, with those revoked that earlier claims are about. */
function keysBefore({ keys, claims }: Held, claim: string): ApiKey[] {
  const { id: asked, tenant, revokedAt } = claims.get(claim)!;
  const all = [...claims];
  const earlier = all
    .slice(
      0,
      all.findIndex(([id]) => id === claim),
    )
    .map(([, each]) => each);
  const going = new Set(earlier.filter((each) => each.revokedAt > revokedAt - CLAIM_MS).map(({ id }) => id));
  // Another claim on the same key leaves it as it is: whether it may go is decided anew.
  going.delete(asked);
  return apiKeysOf(keys, tenant).map((key) => (going.has(key.id) ? stillRevoked(key, { ...key, revokedAt }) : key));
}

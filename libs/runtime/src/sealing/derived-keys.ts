import { createHmac } from 'node:crypto';
import type { KeyStore } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { createLruMap } from '../caches/recent-entries.ts';

/** Spaces whose derived keys are cached. */
const KEPT_SPACES = 256;

/** Gives a key of a space for one purpose, 32 bytes; undefined once the space's key was destroyed. */
export type DerivedKeys = (place: { readonly tenant: string; readonly space: string }) => Promise<Uint8Array | undefined>;

/**
 * Derives keys for one purpose from those of spaces. Asks the key store each time, because other processes destroy keys
 * too; it creates the key of a space that has none.
 */
export function createDerivedKeys(keys: Pick<KeyStore, 'spaceKey'>, purpose: string): DerivedKeys {
  const derived = createLruMap<Uint8Array>(KEPT_SPACES);
  return async ({ tenant, space }) => {
    try {
      const { keyId, key } = await keys.spaceKey(tenant, space);
      let own = derived.get(keyId);
      if (!own) derived.set(keyId, (own = createHmac('sha256', key).update(purpose).digest()));
      return own;
    } catch (error) {
      if (error instanceof TotalRecallError && error.code === 'erased') return undefined;
      throw error;
    }
  };
}

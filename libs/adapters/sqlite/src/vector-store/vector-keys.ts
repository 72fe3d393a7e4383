import type { DerivedKeys } from '@total-recall/runtime';
import type { VectorKey } from './vector-cipher.ts';
import type { SpaceKey } from './vector-messages.ts';

type Place = Pick<SpaceKey, 'tenant' | 'space'>;

/** The keys of the vectors of an index, whose vectors stand in the clear without a source. */
export interface VectorKeys {
  readonly seals: boolean;
  of(place: Place): Promise<VectorKey>;
  /** Returns the keys of these spaces, each once, without those that were destroyed. */
  ofAll(places: readonly Place[]): Promise<SpaceKey[]>;
  /** Returns the key for a read. It asks for none, and so creates none, in a space that has no vectors. */
  toRead(place: Place, hasVectors: () => Promise<boolean>): Promise<VectorKey>;
}

/** Size of the cache of spaces known to hold vectors. */
const KEPT_NAMES = 10_000;

export const nameOf = ({ tenant, space }: Place): string => JSON.stringify([tenant, space]);

export function createVectorKeys(source: DerivedKeys | undefined): VectorKeys {
  const written = new Set<string>();
  const of: VectorKeys['of'] = async (place) => source?.(place);
  return {
    seals: source !== undefined,
    of,
    ofAll: async (places) => {
      if (!source) return [];
      const found = new Map<string, SpaceKey | undefined>();
      for (const place of places) {
        const name = nameOf(place);
        if (found.has(name)) continue;
        const { tenant, space } = place;
        const key = await of(place);
        found.set(name, key && { tenant, space, key });
      }
      return [...found.values()].filter((key) => key !== undefined);
    },
    toRead: async (place, hasVectors) => {
      if (!source) return undefined;
      const name = nameOf(place);
      if (!written.has(name)) {
        if (!(await hasVectors())) return undefined;
        if (written.size >= KEPT_NAMES) written.clear();
        written.add(name);
      }
      return of(place);
    },
  };
}

import type { Clock, DestroyedPlace } from '@total-recall/ports';

type Address = DestroyedPlace;

/** An erasure that met a piece of work: keys were destroyed while it was under way, or shortly before it began. */
export interface MetErasure {
  readonly whileUnderWay: boolean;
  readonly shortlyBefore: boolean;
}

export interface ErasureWatch {
  /** Runs work on a session or a space. `met` tells at any time which erasures of it this process has heard of. */
  during<T>(address: Address, run: (met: () => MetErasure) => Promise<T>): Promise<T>;
}

/** Time from the destruction of keys within which states and markers that quote what they sealed may still be read. */
export const QUOTING_MS = 60_000;
/** Places that are remembered for that time; of more, the oldest are forgotten. */
const REMEMBERED = 10_000;

/**
 * Watches erasures for work that records what it has read. An erasure purges such records, and those that are made behind
 * it would stay: by work that had read an event before its key was destroyed, or a marker before it was written anew.
 */
export function watchErasures(
  onErased: ((run: (place: DestroyedPlace) => void) => void) | undefined,
  clock: Pick<Clock, 'monotonicMs'>,
): ErasureWatch {
  const underWay = new Set<{ readonly address: Address; isErased: boolean }>();
  /** Times of destructions by place, the oldest first. */
  const recent = new Map<string, number>();

  onErased?.((place) => {
    for (const work of underWay) if (isWithin(work.address, place)) work.isErased = true;
    const name = nameOf(place);
    recent.delete(name);
    recent.set(name, clock.monotonicMs());
    if (recent.size > REMEMBERED) recent.delete(recent.keys().next().value!);
  });
  const isRecent = (place: DestroyedPlace): boolean => {
    const atMs = recent.get(nameOf(place));
    return atMs !== undefined && clock.monotonicMs() - atMs < QUOTING_MS;
  };
  return {
    async during(address, run) {
      const { tenant, space } = address;
      const shortlyBefore = isRecent(address) || isRecent({ tenant, space });
      const work = { address, isErased: false };
      underWay.add(work);
      try {
        return await run(() => ({ whileUnderWay: work.isErased, shortlyBefore }));
      } finally {
        underWay.delete(work);
      }
    },
  };
}

/** Returns true for a place in a destroyed one. */
export function isWithin({ tenant, space, session }: Address, place: DestroyedPlace): boolean {
  return tenant === place.tenant && space === place.space && (place.session === undefined || place.session === session);
}

function nameOf({ tenant, space, session }: DestroyedPlace): string {
  return JSON.stringify([tenant, space, session ?? null]);
}

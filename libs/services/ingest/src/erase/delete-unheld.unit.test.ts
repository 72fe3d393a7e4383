import { createMemoryArtifactStore } from '@total-recall/adapter-memory';
import type { ArtifactPlace } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { deleteUnheld } from './delete-unheld.ts';

const PLACES = [0, 1, 2, 3].map((at) => ({ tenant: 't', space: 's', artifactId: `art_${String(at).repeat(32)}` }));
const AWAY = new TotalRecallError('unavailable', 'The server is away.');

/** Four artifacts. Once the third is reached, events are in the log that refer to the first and the second. */
async function artifactsOfWhichTwoAreSentAgain() {
  const artifacts = createMemoryArtifactStore({ now: () => 0 });
  for (const [at, place] of PLACES.entries()) await artifacts.put(place, Uint8Array.of(at));
  const held = new Set<string>();
  const sendAgainAt = (place: ArtifactPlace): boolean => {
    if (place !== PLACES[2]) return false;
    for (const { artifactId } of PLACES.slice(0, 2)) held.add(artifactId);
    return true;
  };
  const stored = async () => {
    const found = await Promise.all(PLACES.map((place) => artifacts.get(place)));
    return found.map((bytes) => bytes?.[0]);
  };
  const isHeld = async ({ artifactId }: ArtifactPlace) => held.has(artifactId);
  return { deps: { store: artifacts, isHeld, untilFolded: async () => undefined }, sendAgainAt, stored };
}

describe('a deletion of artifacts that fails half way', () => {
  it('puts back what an event came for, whatever failed, and deletes the rest when it is tried again', async () => {
    for (const failing of ['isHeld', 'get', 'delete'] as const) {
      const { deps, sendAgainAt, stored } = await artifactsOfWhichTwoAreSentAgain();
      const orFail = <T>(run: (place: ArtifactPlace) => Promise<T>) => {
        let isAway = true;
        return async (place: ArtifactPlace): Promise<T> => {
          if (isAway && sendAgainAt(place)) {
            isAway = false;
            throw AWAY;
          }
          return run(place);
        };
      };
      const store = { ...deps.store };
      const away = { ...deps, store };
      if (failing === 'isHeld') away.isHeld = orFail(deps.isHeld);
      else if (failing === 'get') store.get = orFail(deps.store.get);
      else store.delete = orFail(deps.store.delete);
      await expect(deleteUnheld(away, PLACES)).rejects.toBe(AWAY);
      expect(await stored()).toEqual([0, 1, 2, 3]);
      expect(await deleteUnheld(away, PLACES)).toBe(2);
      expect(await stored()).toEqual([0, 1, undefined, undefined]);
    }
  });

  it('tells the first failure, and puts back all where what is in the log is not known either', async () => {
    const { deps, stored } = await artifactsOfWhichTwoAreSentAgain();
    const isHeld = async (place: ArtifactPlace) => (place === PLACES[2] ? Promise.reject(AWAY) : false);
    let isBegun = false;
    const untilFolded = async () => {
      if (isBegun) throw new TotalRecallError('not_caught_up', 'Not folded.');
      isBegun = true;
    };
    await expect(deleteUnheld({ ...deps, isHeld, untilFolded }, PLACES)).rejects.toBe(AWAY);
    expect(await stored()).toEqual([0, 1, 2, 3]);
  });

  it('puts back what it cannot tell of any more, leaves out what nothing holds, and tries every one', async () => {
    for (const failing of ['isHeld', 'put'] as const) {
      const { deps, sendAgainAt, stored } = await artifactsOfWhichTwoAreSentAgain();
      let isBegun = false;
      let isLookingAgain = false;
      const untilFolded = async () => {
        isLookingAgain = isBegun && sendAgainAt(PLACES[2]!);
        isBegun = true;
      };
      const isFirst = (place: ArtifactPlace): boolean => isLookingAgain && place === PLACES[0];
      const isHeld: typeof deps.isHeld = async (place) => {
        if (failing === 'isHeld' && isFirst(place)) throw AWAY;
        return deps.isHeld(place);
      };
      const put: typeof deps.store.put = async (place, bytes) => {
        if (failing === 'put' && isFirst(place)) throw AWAY;
        return deps.store.put(place, bytes);
      };
      await expect(deleteUnheld({ store: { ...deps.store, put }, isHeld, untilFolded }, PLACES)).rejects.toBe(AWAY);
      expect(await stored()).toEqual([failing === 'put' ? undefined : 0, 1, undefined, undefined]);
    }
  });
});

import { spaceKey } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import { createSerialQueue } from '@total-recall/runtime';
import type { StageEnd } from '../model/extract/extract-facts.ts';

/** Questions to a model behind the sweeps of a timer: one space after the other, so that no sweep waits for an answer. */
export interface ModelTurns {
  /** Has the model asked about a space in its turn. Returns true until it is known that nothing is left to ask. */
  follow(place: SpacePlace): boolean;
  /** Notes that there is more to ask than the last question about a space knew. */
  changed(place: SpacePlace): void;
}

/** Creates the turns. `run` asks about one space, and does not fail. */
export function createModelTurns(run: (place: SpacePlace) => Promise<StageEnd>): ModelTurns {
  const inTurn = createSerialQueue();
  /** How the last question about a space ended; `waiting` while one waits or is under way. */
  const ends = new Map<string, StageEnd | 'waiting'>();
  const changedMeanwhile = new Set<string>();
  const ask = async (key: string, place: SpacePlace): Promise<void> => {
    const end = await run(place);
    ends.set(key, changedMeanwhile.delete(key) ? 'waits' : end);
  };
  return {
    follow(place) {
      const key = spaceKey(place);
      const end = ends.get(key);
      if (end === 'done') return !ends.delete(key);
      if (end === 'waiting') return true;
      ends.set(key, 'waiting');
      void inTurn(() => ask(key, place));
      return true;
    },
    changed(place) {
      const key = spaceKey(place);
      if (ends.get(key) === 'waiting') changedMeanwhile.add(key);
      else ends.delete(key);
    },
  };
}

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
  /** Drops what is known of spaces that another process sweeps from now on; a question under way tells nothing of them then. */
  forget(isGone: (place: SpacePlace) => boolean): void;
}

/** The last question about a space: it waits or is under way, or has left nothing. */
interface LastQuestion {
  readonly place: SpacePlace;
  isDone: boolean;
  hasMore: boolean;
}

/** Creates the turns. `run` asks about one space, and does not fail. */
export function createModelTurns(run: (place: SpacePlace) => Promise<StageEnd>): ModelTurns {
  const inTurn = createSerialQueue();
  const questions = new Map<string, LastQuestion>();
  const ask = async (key: string, question: LastQuestion): Promise<void> => {
    const end = await run(question.place);
    if (end === 'done' && !question.hasMore) question.isDone = true;
    // A new one asks for the rest.
    else if (questions.get(key) === question) questions.delete(key);
  };
  return {
    follow(place) {
      const key = spaceKey(place);
      const known = questions.get(key);
      if (known?.isDone) return !questions.delete(key);
      if (known) return true;
      const question: LastQuestion = { place, isDone: false, hasMore: false };
      questions.set(key, question);
      void inTurn(() => ask(key, question));
      return true;
    },
    changed(place) {
      const key = spaceKey(place);
      const known = questions.get(key);
      if (known?.isDone) questions.delete(key);
      else if (known) known.hasMore = true;
    },
    forget(isGone) {
      for (const [key, { place }] of questions) if (isGone(place)) questions.delete(key);
    },
  };
}

import type { ForkPlace } from './branches.ts';
import type { SessionDraft } from './session-draft.ts';

type Place = Omit<ForkPlace, 'id'>;

/**
 * Places the turns of a thread whose newest ones may be rolled back: what comes then begins a fork where the oldest of
 * them began. The branch that came first stays the main one, so that imported events keep their sequence.
 */
export function createCodexTurns(main: SessionDraft, openFork: (place: ForkPlace) => SessionDraft) {
  let draft = main;
  let rolledBackTo: Place | undefined;
  /** Places before the messages of the user that still hold. */
  const turns: Place[] = [];
  return {
    /** Returns the draft that a line is added to. */
    draftAt(line: number): SessionDraft {
      const place = rolledBackTo;
      rolledBackTo = undefined;
      if (place !== undefined && (place.parent !== draft || place.sequence < draft.lastSequence))
        draft = openFork({ ...place, id: `${line}` });
      return draft;
    },
    /** Notes that a message of the user comes next. */
    begin(): void {
      turns.push({ parent: draft, sequence: draft.lastSequence });
    },
    rollBack(count: number): void {
      const [oldest] = turns.splice(Math.max(0, turns.length - count));
      rolledBackTo = oldest ?? rolledBackTo;
    },
  };
}

export type CodexTurns = ReturnType<typeof createCodexTurns>;

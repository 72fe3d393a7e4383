import { nameOf } from './json-values.ts';
import type { DraftIdentity, SessionDraft } from './session-draft.ts';

/** One run of records of a session that follow each other; the first is the main one. */
interface Branch {
  readonly draft: SessionDraft;
  records: number;
  /** Place of the newest request, and of the newest one that an answer followed. */
  asked: number;
  answered: number;
}

/** A record that the branches know: its branch, its place there, and how many events the branch had after it. */
interface Known {
  readonly branch: Branch;
  readonly place: number;
  readonly events: number;
}

export interface BranchRecord {
  readonly id: string | undefined;
  readonly parent: string | undefined;
  /** Somebody asks something new: a branch may begin here. */
  readonly isRequest: boolean;
  /** A model answers. */
  readonly isAnswer: boolean;
}

/** Where a fork leaves its parent. */
export interface ForkPlace {
  readonly parent: SessionDraft;
  /** Events of the parent that stand before it. */
  readonly sequence: number;
  /** Id of the fork's first record. */
  readonly id: string;
}

/**
 * Sorts the records of a session into its main branch and forks. The branch that was there first stays the main one however the file grows, so that
 * what was imported keeps its sequence: a request that goes back behind one that was answered already begins a fork. Results that come late, and answers
 * in several records, stay where they are.
 */
export function createBranches(main: SessionDraft, openFork: (place: ForkPlace) => SessionDraft) {
  const root: Branch = { draft: main, records: 0, asked: -1, answered: -1 };
  const known = new Map<string, Known>();
  return {
    /** Adds a record where it belongs, by `add`. */
    place({ id, parent, isRequest, isAnswer }: BranchRecord, add: (draft: SessionDraft) => void): void {
      const before = parent === undefined ? undefined : known.get(parent);
      let branch = before?.branch ?? root;
      if (isRequest && before && branch.answered > before.place) {
        const draft = openFork({ parent: branch.draft, sequence: before.events, id: id ?? `${before.place}` });
        branch = { draft, records: 0, asked: -1, answered: -1 };
      }
      const place = branch.records++;
      if (isRequest) branch.asked = place;
      if (isAnswer && branch.asked >= 0) branch.answered = branch.asked;
      add(branch.draft);
      if (id !== undefined) known.set(id, { branch, place, events: branch.draft.size });
    },
  };
}

export type Branches = ReturnType<typeof createBranches>;

/** A session of its own, named after the one that it leaves and its first record. */
export function forkIdentity({ parent, sequence, id }: ForkPlace): DraftIdentity {
  const name = `fork-${id.slice(0, 8)}`;
  const { session, source, agent } = parent.identity;
  return {
    session: nameOf(session, name),
    source: nameOf(`${source}:${name}`),
    ...(agent && { agent }),
    parentSession: session,
    parentSequence: sequence,
  };
}

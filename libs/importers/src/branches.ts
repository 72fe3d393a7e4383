import { nameOf } from './json-values.ts';
import { isPersons, type DraftIdentity, type SessionDraft } from './session-draft.ts';

/** A run of consecutive records of a session; the first is the main branch. */
interface Branch {
  readonly draft: SessionDraft;
  records: number;
  /** Index of the newest request, and of the newest request that was answered. */
  asked: number;
  answered: number;
}

/** A known record: its branch, its index there, and the branch's last sequence once it was added. */
interface Known {
  readonly branch: Branch;
  readonly place: number;
  readonly lastSequence: number;
}

export interface BranchRecord {
  readonly id: string | undefined;
  readonly parent: string | undefined;
  /** True when the record says that none stands before it. */
  readonly isFirst?: boolean;
  /** True when somebody asks something new: a branch may begin here. */
  readonly isRequest: boolean;
  /** True for a request that the model took up where it was: no branch begins here. */
  readonly isAbsorbed?: boolean;
  /** True when the record is an answer of the model. */
  readonly isAnswer: boolean;
}

/** Point where a fork leaves its parent. */
export interface ForkPlace {
  readonly parent: SessionDraft;
  /** Sequence of the parent's last event before the fork; 0 where it shares none. */
  readonly sequence: number;
  /** Id of the fork's first record. */
  readonly id: string;
}

/** Place before the first record. */
const START = { place: -1, lastSequence: 0 };

/**
 * Sorts the records of a session into its main branch and forks. The branch that came first stays the main one however
 * the file grows, so that imported events keep their sequence. A request that goes back behind an answered one begins a
 * fork, also one that goes back to before the first. Late results, and answers in several records, stay in their branch.
 */
export function createBranches(main: SessionDraft, openFork: (place: ForkPlace) => SessionDraft) {
  const root: Branch = { draft: main, records: 0, asked: -1, answered: -1 };
  const known = new Map<string, Known>();
  return {
    main,
    /** Finds the branch of a record and adds the record to it by `add`. */
    place({ id, parent, isFirst, isRequest, isAbsorbed, isAnswer }: BranchRecord, add: (draft: SessionDraft) => void): void {
      const before = parent === undefined ? undefined : known.get(parent);
      let branch = before?.branch ?? root;
      const behind = before ?? (isFirst ? START : undefined);
      if (isRequest && !isAbsorbed && behind && branch.answered > behind.place) {
        const draft = openFork({ parent: branch.draft, sequence: behind.lastSequence, id: id ?? `${behind.place}` });
        branch = { draft, records: 0, asked: -1, answered: -1 };
      }
      const place = branch.records++;
      if (isRequest) branch.asked = place;
      if (isAnswer && branch.asked >= 0) branch.answered = branch.asked;
      add(branch.draft);
      if (id !== undefined) known.set(id, { branch, place, lastSequence: branch.draft.lastSequence });
    },
  };
}

export type Branches = ReturnType<typeof createBranches>;

/** Names a fork's session after its parent and the fork's first record. */
export function forkIdentity({ parent, sequence, id }: ForkPlace): DraftIdentity {
  const name = `fork-${id.slice(0, 8)}`;
  const { session, source, agent } = parent.identity;
  return {
    session: nameOf(session, name),
    source: nameOf(`${source}:${name}`),
    ...(agent && { agent }),
    parentSession: session,
    parentSequence: sequence,
    isPersonsFork: isPersons(parent.identity),
  };
}

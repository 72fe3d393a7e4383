/** Something that an event of the session says, by its place there. */
export interface DerivedItem {
  readonly ordinal: number;
  readonly text: string;
}

/** A file that calls named. */
export interface DerivedFile {
  readonly path: string;
  /** Calls that changed it. */
  readonly changes: number;
  /** The last call that named it. */
  readonly ordinal: number;
}

/** A call that failed and was not put right by a later one like it. */
export interface DerivedFailure extends DerivedItem {
  /** Calls with the same key do the same thing. */
  readonly key: string;
  readonly times: number;
}

/** What the events of a session say by rule: kept from one compaction to the next, which adds what came since. */
export interface DerivedFacts {
  /** Everything up to here was read. */
  readonly throughOrdinal: number;
  readonly requests: readonly DerivedItem[];
  readonly constraints: readonly DerivedItem[];
  readonly decisions: readonly DerivedItem[];
  readonly files: readonly DerivedFile[];
  readonly failures: readonly DerivedFailure[];
  /** The model's last output was a message: what was asked before it is answered once the user speaks again. */
  readonly endsWithMessage: boolean;
}

/** The task state that stands where the caller keeps none, as a compaction records it: made of the log, and changed by compactions only. */
export interface DerivedTaskState {
  readonly facts: DerivedFacts;
  /** As it stands in windows, so that a new wording changes no old one. */
  readonly text: string;
  readonly tokens: number;
}

export const NO_FACTS: DerivedFacts = {
  throughOrdinal: 0,
  requests: [],
  constraints: [],
  decisions: [],
  files: [],
  failures: [],
  endsWithMessage: false,
};

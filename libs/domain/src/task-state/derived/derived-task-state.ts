import type { TextRange } from '../../compaction/previews/cut.ts';

/** An event that says something. */
export interface DerivedPlace {
  readonly ordinal: number;
  /** Its event, by which a later one supersedes it. Absent for failures, and in facts stored before items had it. */
  readonly eventId?: string;
  /** Where its whole text says it. Absent for what is said by all of it, and in facts stored before places had it. */
  readonly range?: TextRange;
}

/** A statement of an event of the session, by its ordinal. */
export interface DerivedItem extends DerivedPlace {
  readonly text: string;
  /** Earlier events that say the same, in order: it stands as long as one of them does. Absent where there is none. */
  readonly earlier?: readonly DerivedPlace[];
}

/** A file named by calls that did not fail. */
export interface DerivedFile {
  readonly path: string;
  /** Number of calls that changed it. */
  readonly changes: number;
  /** Ordinal of the last call that named it. */
  readonly ordinal: number;
  /** Present where the last call that changed it removed it. */
  readonly removed?: true;
}

/** A failed call that no later call like it has corrected. */
export interface DerivedFailure extends DerivedItem {
  /** Calls with the same key do the same thing. */
  readonly key: string;
  readonly times: number;
  /** Where the line that tells it begins in the text. Absent where none tells it, and in facts stored before it was kept. */
  readonly lineFrom?: number;
  /** Files that the call names as it ran. Absent where there are none. */
  readonly operands?: readonly string[];
  /** Keys of other calls that failed with the same line: it is put right with any of them. Absent where there are none. */
  readonly alike?: readonly string[];
}

/** A call that waits for its result. */
export interface DerivedCall {
  readonly id: string;
  readonly name: string;
  readonly ordinal: number;
  /** Calls with the same key do the same thing. */
  readonly key: string;
  readonly label: string;
  readonly isSearch: boolean;
  /** Its result is what a file or a log holds. */
  readonly onlyShows?: true;
  /** Keys whose failures its success puts right. Absent where it is its own alone. */
  readonly settles?: readonly string[];
  /** Files that it names. Absent where there are none, and in facts stored before files counted by results. */
  readonly paths?: readonly string[];
  /** Those of them that it changes. */
  readonly changed?: readonly string[];
  /** Files and folders that it removes. */
  readonly removed?: readonly string[];
  /** Files that its commands name, and those that it runs a program over, which neither only reads nor changes them. */
  readonly operands?: readonly string[];
  readonly ran?: readonly string[];
  /** Present where it does several things, of which the first may be done although it failed. */
  readonly hasSteps?: true;
  /** True for a call of recall or open: where it is refused, no attempt at the task has failed. */
  readonly isPull?: true;
}

/** Facts derived by rule from a session's events. Kept from one compaction to the next, which adds new events. */
export interface DerivedFacts {
  /** Ordinal up to which events were read. */
  readonly throughOrdinal: number;
  readonly requests: readonly DerivedItem[];
  readonly constraints: readonly DerivedItem[];
  readonly decisions: readonly DerivedItem[];
  readonly files: readonly DerivedFile[];
  readonly failures: readonly DerivedFailure[];
  /** Calls without a result yet, in order: it may come after the compaction. Absent where there is none. */
  readonly openCalls?: readonly DerivedCall[];
  /** True when the model's last output was a message: earlier requests count as answered once the user speaks again. */
  readonly endsWithMessage: boolean;
  /** True when the model's last message says that something failed: its failures then stand. Absent otherwise. */
  readonly endsWithFailure?: true;
}

/**
 * Task state derived from the log where the caller keeps none, as recorded by a compaction. Only compactions change it.
 */
export interface DerivedTaskState {
  readonly facts: DerivedFacts;
  /** Text as shown in windows; stored, so that a new wording does not change it. */
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

import type { SeenErasure } from '../erasure/erasure-certificate.ts';
import type { ErasureCounts, ErasureTargets, RecordedScope, UnreadEvents, Withheld } from '../erasure/erasure-scope.ts';
import type { HoldScope } from '../hold/hold.ts';
import type { Proposal } from '../reflection/reflect.ts';
import type { ModelJudged } from '../unit/model-progress.ts';
import type { DecidedBy } from '../unit/added-unit.ts';
import type { UnitDecision } from '../unit/unit.ts';

/** A decision about a tenant's memory. Readers skip types they do not know. */
export type LedgerAct =
  | {
      readonly type: 'ErasureRequested';
      readonly scope: RecordedScope;
      readonly targets: ErasureTargets;
      readonly counts: ErasureCounts;
      /** Events that holds excluded. */
      readonly withheld?: Withheld;
      /** Last log offset of each partition that the plan is sure to have read; absent in entries of earlier programs. */
      readonly plannedUpTo?: readonly number[];
      /** Events that the plan could not judge; absent where it could judge all. The erasure looks at them again. */
      readonly unread?: UnreadEvents;
      /**
       * Keyed hash of the data subject, by which its events are found once they open, and the erasure by who asks again.
       * Earlier programs wrote it beside `unread` alone.
       */
      readonly subjectMark?: string;
    }
  /**
   * More that a requested erasure takes, named before it is purged: what quotes its events and was appended too late for
   * its plan, and what the plan could not read.
   */
  | {
      readonly type: 'ErasureExtended';
      readonly erasureId: string;
      readonly targets: ErasureTargets;
      /** Number of these events that quote others; absent where all do. */
      readonly quoting?: number;
    }
  | {
      readonly type: 'ErasureCompleted';
      readonly erasureId: string;
      /** Facts for the certificate; absent for erasures from before certificates, and for those that left something. */
      readonly seen?: SeenErasure;
      /**
       * Sessions whose events are still there: they have lost too many to lose these too, or their key is missing. It is not
       * tried again.
       */
      readonly undone?: ErasureTargets['sessions'];
      /** Events that still could not be judged, and may be of what was asked to go. */
      readonly unread?: UnreadEvents;
    }
  /**
   * The erasure must be repeated, whatever precedes this entry: the data folder was restored from an older copy, or what
   * it could not read opens.
   */
  | { readonly type: 'ErasureReopened'; readonly erasureId: string }
  /** A legal hold stands from this entry on, and wins over erasures requested after it. */
  | { readonly type: 'HoldPlaced'; readonly name: string; readonly scope: HoldScope }
  | { readonly type: 'HoldReleased'; readonly holdId: string }
  /** Nothing is appended to these sessions from here on, so that it can be seen whether all of one is past its age. */
  | { readonly type: 'SessionsClosed'; readonly sessions: readonly { readonly space: string; readonly session: string }[] }
  /** They take appends again, but those that a request for what is past its age names as a whole. */
  | { readonly type: 'SessionsOpened'; readonly closedId: string }
  /**
   * Decisions about units of the entry's space: of one event by a sweep, or of a person, which no sweep overrides. Those of
   * an agent (`byAgent`) weigh as much as a statement.
   */
  | ({ readonly type: 'UnitsDecided'; readonly decisions: readonly UnitDecision[] } & DecidedBy)
  /**
   * A sweep has read these sessions of the entry's space up to these ordinals; everything it decided stands before this
   * entry, in the same append.
   */
  | {
      readonly type: 'SweepCommitted';
      readonly cursors: readonly { readonly session: string; readonly through: number }[];
      readonly reader: number;
      readonly events: number;
    }
  /** A sweep has put the events of these sessions into episodes up to these ordinals; what it made of them stands before. */
  | {
      readonly type: 'EpisodesCommitted';
      readonly cursors: readonly { readonly session: string; readonly through: number }[];
      readonly version: number;
    }
  | ModelJudged
  /** A reflection set these settings of the entry's space, from figures of recall since a time. */
  | { readonly type: 'SettingsReflected'; readonly changes: readonly Proposal[]; readonly since: number }
  /** The units and settings that an entry changed are again as they were before it (I-10). */
  | { readonly type: 'EntryUndone'; readonly entryId: string; readonly byAgent?: true };

export interface NewLedgerEntry {
  /** ULID. An entry with a known id is not stored again. */
  readonly id: string;
  readonly tenant: string;
  /** Absent where several spaces are concerned. */
  readonly space?: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Id of the API key, or the role of the service that acts. */
  readonly actor: string;
  readonly reason?: string;
  readonly act: LedgerAct;
}

/** A stored entry, numbered 1, 2, 3 ... in its partition by the owner of that time. */
export interface LedgerEntry extends NewLedgerEntry {
  readonly sequence: number;
  readonly epoch: number;
}

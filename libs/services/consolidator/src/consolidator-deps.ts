import {
  compareFacts,
  FACT_READER_VERSION,
  factKey,
  factsAt,
  factSteps,
  prepareFacts,
  readFacts,
  turnedTo,
  wordsLeft,
  type FactRelation,
  type FactSource,
  type StatedFact,
  type SurfaceLimit,
  type UnitDecision,
} from '@total-recall/domain';
import type {
  Clock,
  ControlStore,
  EventLog,
  Ingest,
  KeyStore,
  Ledger,
  MemoryIndex,
  Random,
  Retriever,
  Scheduler,
  Sealer,
  SessionStore,
  SpacePlace,
  SurfaceCounts,
  UnitStore,
} from '@total-recall/ports';
import type { ContentReader, LedgerOwner, MarkWatcher, PolicyResolver, Slices, WorkGate } from '@total-recall/runtime';
import type { ConsolidationModel } from './model/consolidation-model.ts';

/** Reads the facts that a text states. Pure: the same text gives the same facts. */
export interface FactReader {
  readonly version: number;
  /** Does in steps what the first text would wait for, each of which yields its work in characters; absent where that is nothing. */
  prepare?(): Generator<number, void>;
  read(source: FactSource): readonly StatedFact[];
  /** Does what `read` does in steps that yield the characters read, for long texts; absent where it is one step. */
  steps?(source: FactSource): Generator<number, readonly StatedFact[]>;
  /** Returns what `read` gives, one by one, by where each begins in the text; absent where one costs as much as all. */
  at?(source: FactSource): (from: number) => StatedFact | undefined;
  /** Returns the key that two statements must share for the later one to be the value now; undefined if nothing replaces it. */
  keyOf(fact: StatedFact, source: FactSource): string | undefined;
  compare(earlier: StatedFact, later: StatedFact): FactRelation;
  /** Returns what a change says besides, of another key, which a statement that `leaves` it replaces; absent where none do. */
  turnedTo?(fact: StatedFact): StatedFact | undefined;
  /** Returns words that stand in facts of other keys which a statement may end: all of them, or one; undefined where there are none. */
  leaves?(fact: StatedFact): { readonly words: string; readonly isOne?: true } | undefined;
}

/** The reader by rules, without a model. */
export const RULE_READER: FactReader = {
  version: FACT_READER_VERSION,
  prepare: prepareFacts,
  read: readFacts,
  steps: factSteps,
  at: factsAt,
  keyOf: factKey,
  compare: compareFacts,
  turnedTo,
  leaves: wordsLeft,
};

export interface ConsolidatorObserver {
  swept(counts: {
    readonly events: number;
    readonly added: number;
    readonly confirmed: number;
    readonly superseded: number;
    readonly seconds: number;
  }): void;
  decided(by: 'sweep' | 'person' | 'agent' | 'model' | 'reflection', decision: UnitDecision | { readonly do: 'undo' | 'reflect' }): void;
  /** Units of the spaces that this process owns and has swept, by side; unreachable ones break I-09, in the spaces named. */
  counted(units: Pick<SurfaceCounts, 'visible' | 'archived' | 'unreachable'>, unreachableIn: readonly SpacePlace[]): void;
  /** A limit left something out of the answer to a search of units. */
  limitReached(limit: SurfaceLimit): void;
  /** A sweep left facts out, or episodes, topics and insights (`groups`), as their space has as many as it may have. */
  capacityReached(place: SpacePlace, left: { readonly facts: number; readonly groups: number }): void;
  /**
   * After a look at all owned spaces: events that no sweep has read, how long the oldest wait, how late the latest sweep
   * is, and how old the oldest digest is that lacks news.
   */
  backlogObserved(found: {
    readonly backlog: number;
    readonly ageSeconds: number;
    readonly overdueSeconds: number;
    readonly digestAgeSeconds: number;
  }): void;
  /** `place`: the space, or the tenant, that the failed work was about; absent where it was about several. */
  failed(where: string, error: unknown, place?: Pick<SpacePlace, 'tenant'> & Partial<SpacePlace>): void;
  /** The units of a partition held entries that its ledger does not have, and are folded again from its beginning. */
  refolded(partition: number): void;
}

export interface ConsolidatorDeps {
  readonly ledger: Pick<Ledger, 'partitionOf' | 'partitions' | 'read' | 'readAbout' | 'find'>;
  readonly owner: LedgerOwner;
  readonly units: UnitStore;
  /** The log, and how far its projectors have come: a sweep on demand waits for what is appended. */
  readonly log: Pick<EventLog, 'end' | 'partitionOf' | 'partitions'>;
  readonly marks: Pick<MarkWatcher, 'waitFor'>;
  readonly index: Pick<MemoryIndex, 'events' | 'sessionEvents'>;
  readonly sessions: Pick<SessionStore, 'list' | 'spaces' | 'refresh'>;
  readonly control: Pick<ControlStore, 'tenants' | 'policies' | 'putPolicy'>;
  /** Reads how recall did, for reflections; absent where nobody keeps a record of it. */
  readonly recalls?: Pick<Retriever, 'demand' | 'retrievals'>;
  readonly policies: PolicyResolver;
  readonly keys: Pick<KeyStore, 'spaceKey' | 'onDestroyed'>;
  readonly sealer: Pick<Sealer, 'openAll'>;
  readonly content: Pick<ContentReader, 'read' | 'start'>;
  /** Appends what a person writes. */
  readonly ingest: Pick<Ingest, 'append'>;
  /** Returns a test for events of a space that erasures take which are not done; absent where nothing is erased. */
  readonly takenIn?: (place: SpacePlace) => (event: { readonly session: string; readonly eventId: string }) => boolean;
  readonly reader: FactReader;
  /** A language model, behind the rules; absent where they decide alone. */
  readonly language?: ConsolidationModel;
  /** Shares the process among tenants: reads of what is known wait there for their turn. */
  readonly gate: WorkGate;
  /** Cuts sweeps into slices and lets requests go first; absent where nobody is served meanwhile. */
  readonly pace?: Slices;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly observer: ConsolidatorObserver;
}

export interface ConsolidatorConfig {
  /** New events after which a space is swept before its interval ends; a policy may say another number. */
  readonly sweepEvents: number;
  /** Minutes between sweeps of every space; 0 for none but those on demand. A policy may say another number. */
  readonly sweepMinutes: number;
  /** Most events that one sweep of a space reads, so that a call for one is answered in time. */
  readonly eventsPerSweep: number;
  /** Longest time in milliseconds that a sweep on demand waits until all that is appended can be read. */
  readonly catchUpMs: number;
  /**
   * Longest time in milliseconds for which a sweep on demand asks a language model: what is left of the time of its caller,
   * who waits for a minute unless he says otherwise.
   */
  readonly askedMs: number;
  /** Most speculative links that a sweep of a space adds; 0 for none. */
  readonly speculativeLinks: number;
  /** Most units of one space; a sweep adds no more than these. */
  readonly unitsPerSpace: number;
  /** Most units, over all spaces, whose states are held in memory. */
  readonly heldUnits: number;
}

export const CONSOLIDATOR_DEFAULTS: ConsolidatorConfig = {
  sweepEvents: 1_000,
  sweepMinutes: 15,
  eventsPerSweep: 5_000,
  speculativeLinks: 0,
  catchUpMs: 5_000,
  askedMs: 50_000,
  unitsPerSpace: 20_000,
  heldUnits: 40_000,
};

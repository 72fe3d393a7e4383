/** Work on one partition that a process takes and releases as a whole. */
export type IngestRole = 'project' | 'embed' | 'fill';

/** One running part of such work: the projector, or one that follows it. */
export interface PartitionRole {
  /** Names it in reports. */
  readonly name: 'projector' | 'embed' | 'index-poller' | 'demand' | 'archive';
  /** Rejects if it cannot begin. What fails later is reported to the observer and retried by the role itself. */
  start(): void | Promise<void>;
  /** Resolves once the batch under way is done. */
  stop(): Promise<void>;
  /** Called with the progress of the partition's index. */
  searchable?(offset: number): void;
  /** Resolves once the role has done all that is left up to an offset. Errors: `not_caught_up` when the time is up. */
  settle?(offset: number, timeoutMs: number): Promise<void>;
  state?(): RoleState;
  /** Drops what it keeps of the content of events, since keys were destroyed. */
  forget?(): void;
}

/** Contribution of a role to the health of the service. */
export interface RoleState {
  /** The error that ended it. Only a new start helps. */
  readonly failure?: unknown;
  /** Offsets of records that were set aside, in order. */
  readonly aside?: readonly number[];
  /** Records that have no vectors yet. They do not make the service unready. */
  readonly behind?: number;
}

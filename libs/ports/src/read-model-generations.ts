import type { Marks } from '@total-recall/domain';

/** The generations of a read model at one moment. */
export interface GenerationStanding {
  /** Generation that readers see. Undefined before the first, and where a rebuild has put it aside. */
  readonly current: string | undefined;
  /** Generation that a rebuild fills: the one that an earlier rebuild did not finish, or else the next. */
  readonly toFill: string;
  /** True when `toFill` was begun and is not current yet. */
  readonly isBegun: boolean;
  /** Other generations that this program could read, which nobody needs any more. */
  readonly left: readonly string[];
}

/** A generation that is ready to be filled. */
export interface BegunGeneration {
  readonly generation: string;
  /** New place of the generation that this call put aside; absent where none had to go. */
  readonly aside?: string;
}

/** The right to be the only rebuild that fills a generation. */
export interface FillClaim {
  /** Aborted once another process has taken the claim over, because this one was silent for too long. It must stop writing. */
  readonly lost: AbortSignal;
  /** Ends the claim. A second call does nothing. Errors: `unavailable`; the claim then ends by itself. */
  release(): Promise<void>;
}

/**
 * The generations of a read model: which there are, which one is read, which one a rebuild fills. A generation is one
 * complete read model, made of the log alone (I-07), so that any of them may be lost.
 *
 * Who calls what:
 * - A rebuild calls `claim`, then `begin`, lets projectors fill that generation, and calls `switchTo` once it is full.
 * - Projectors of a later version of the program fill a generation of their own, and call `switchTo` once it is full
 *   where the current one is of an earlier version. Nobody else switches by itself, so a version that is started again
 *   after a later one changes nothing (ADR 0241).
 * - Services read `standing` as often as they like and go over to what is current.
 * - An operator, or the next start, drops what is left.
 *
 * What is atomic, and what a crash leaves:
 * - `begin` may be repeated: until the switch it names the same generation, with all that was written to it. A crash
 *   after it leaves that generation begun, and the current one as it was. An adapter that has room for one generation
 *   of a version puts the current one aside in `begin`; a crash in the middle of that is finished by the next `begin`,
 *   and until the switch there is no current one.
 * - The first generation that a writer opens is current at once, as nothing could be read before.
 * - `switchTo` is atomic: readers see the marks and the data of one generation, never a mixture. A crash before it
 *   leaves the former one current, a crash after it the new one, and the former one among `left`, or removed where
 *   nothing else could read it. Repeating it does no harm. Errors: `not_found` for a generation that does not exist.
 * - `drop` removes for good what is not current. A crash in the middle leaves a part that the next `drop` removes.
 *   Errors: `invalid_request` for the current one.
 * - `marks` of a generation that does not exist, or was lost, are refused with `unavailable`: what is lost is away, not
 *   empty (ADR 0038).
 * - `close` ends this object only; generations stay. After it calls are refused with `closed`.
 */
export interface ReadModelGenerations {
  /** Lists all generations by name, also those that this program cannot read. */
  list(): Promise<string[]>;
  standing(): Promise<GenerationStanding>;
  begin(): Promise<BegunGeneration>;
  /**
   * Claims to be the only rebuild, until `release` or for seconds after the process was killed. Undefined where another
   * rebuild holds the claim: of several that ask at once one gets it. Absent where one process alone can open the
   * generations.
   */
  claim?(): Promise<FillClaim | undefined>;
  marks(generation: string, partition: number): Promise<Marks>;
  switchTo(generation: string): Promise<void>;
  /**
   * Counts the reads of a generation's marks. Its readers poll them, so a rising number means that it is in use. Always
   * 0 where only one process can open the generations.
   */
  reads(generation: string): Promise<number>;
  drop(generation: string): Promise<void>;
  close(): Promise<void>;
}

/** A read model that is open and follows the generation that is current. */
export interface FollowedReadModel {
  /** Returns the generation that is in use here. */
  generation(): string;
  /** The generations that it is one of; absent where this process alone can open them. */
  readonly generations?: Pick<ReadModelGenerations, 'standing' | 'switchTo'>;
  /**
   * Switches to another generation if one is current now, and returns its name. `step` is called at the switch itself.
   * `around` receives the switch as a function, so that it can first stop everything that uses the old generation.
   * Absent where the generation cannot change while it is open.
   */
  follow?(options: { readonly step: () => void; readonly around?: (switchOver: () => void) => Promise<void> }): Promise<string | undefined>;
}

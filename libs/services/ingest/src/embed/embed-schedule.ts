/** Records to embed next: from one offset up to another, both included. */
export interface EmbedRange {
  /** `fresh`: the newest records, while older ones wait; `oldest`: the first records without vectors. */
  readonly lane: 'fresh' | 'oldest';
  readonly from: number;
  readonly upTo: number;
  /** True when some of it may have vectors already. */
  readonly mayHaveVectors: boolean;
}

export interface EmbedScheduleLimits {
  /** Waiting records beyond which the newest are embedded first. */
  readonly freshAfter: number;
  /** Most records of one batch. */
  readonly records: number;
}

/** Says which records of a partition are embedded next, and how far its vectors have come. */
export interface EmbedSchedule {
  next(searchable: number): EmbedRange | undefined;
  /** Records that everything of a range up to this offset has vectors. */
  done(range: EmbedRange, offset: number): void;
  /** Returns the offset up to which everything has vectors. */
  reached(): number;
  /**
   * Returns the offset up to which everything from `offset` on has vectors; less than `offset` if it has none itself.
   */
  reachedFrom(offset: number): number;
  /** Counts the records without vectors up to this offset. */
  behind(searchable: number): number;
}

/** One of this many batches is for the oldest records, however many new ones come. */
const OLDEST_EVERY = 4;

/**
 * Creates the schedule of a partition. When a model comes late, or many records come at once, old records wait for
 * hours, so the newest are embedded first. Only this process knows what it did out of order: after a restart the
 * oldest-first lane reads those records again and finds their vectors.
 */
export function createEmbedSchedule(start: number, searchableAtStart: number, limits: EmbedScheduleLimits): EmbedSchedule {
  let reached = start;
  let fresh: { readonly from: number; readonly to: number } | undefined;
  /** Up to this offset an earlier process, or an earlier fresh lane, may have made vectors. */
  let mayHaveVectorsTo = searchableAtStart;
  let batches = 0;

  function runAhead(searchable: number): void {
    if (searchable - Math.max(reached, fresh?.to ?? -1) <= limits.freshAfter) return;
    mayHaveVectorsTo = Math.max(mayHaveVectorsTo, fresh?.to ?? -1);
    const from = Math.max(reached + 1, searchable + 1 - limits.records);
    fresh = { from, to: from - 1 };
  }

  function rangeOf(lane: EmbedRange['lane'], from: number, last: number): EmbedRange {
    return { lane, from, upTo: Math.min(last, from + limits.records - 1), mayHaveVectors: from <= mayHaveVectorsTo };
  }

  return {
    next(searchable) {
      if (searchable <= reached) return undefined;
      runAhead(searchable);
      batches += 1;
      if (fresh === undefined) return rangeOf('oldest', reached + 1, searchable);
      const isForOldest = batches % OLDEST_EVERY === 0 || fresh.to >= searchable;
      return isForOldest ? rangeOf('oldest', reached + 1, fresh.from - 1) : rangeOf('fresh', fresh.to + 1, searchable);
    },
    done({ lane }, offset) {
      if (lane === 'oldest') reached = Math.max(reached, offset);
      else if (fresh) fresh = { from: fresh.from, to: Math.max(fresh.to, offset) };
      if (fresh && fresh.from <= reached + 1) {
        reached = Math.max(reached, fresh.to);
        fresh = undefined;
      }
    },
    reached: () => reached,
    reachedFrom: (offset) => (fresh && offset >= fresh.from ? Math.max(reached, fresh.to) : reached),
    behind: (searchable) => Math.max(0, searchable - reached - (fresh ? fresh.to - fresh.from + 1 : 0)),
  };
}

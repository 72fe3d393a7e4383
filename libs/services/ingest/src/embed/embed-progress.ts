/** What is to be embedded next, from an offset up to another, both included. */
export interface EmbedTurn {
  /** `fresh`: of what came last, while older records wait; `oldest`: the first without vectors. */
  readonly lane: 'fresh' | 'oldest';
  readonly from: number;
  readonly upTo: number;
  /** Whether some of it may have vectors already. */
  readonly mayBeHeld: boolean;
}

export interface EmbedProgressLimits {
  /** Records that may wait before what comes last is taken out of turn. */
  readonly freshAfter: number;
  /** Records of one turn at most. */
  readonly records: number;
}

/** How far the vectors of a partition are. */
export interface EmbedProgress {
  next(searchable: number): EmbedTurn | undefined;
  /** A turn came so far: everything of it up to this offset has its vectors. */
  done(turn: EmbedTurn, offset: number): void;
  /** Everything up to here has its vectors. */
  reached(): number;
  /** From an offset on, everything up to this one has its vectors; below the offset where it has none itself. */
  reachedFrom(offset: number): number;
  /** Records up to this offset without vectors. */
  behind(searchable: number): number;
}

/** Of so many turns one is for the oldest, however much comes. */
const TURNS = 4;

/**
 * Where a model comes late, or much comes at once, old records wait for hours; the newest are then taken out of turn, so that they do not. What
 * is done out of turn is known to this process only: after a restart the oldest go through it again, and find what is there.
 */
export function createEmbedProgress(start: number, searchableAtStart: number, limits: EmbedProgressLimits): EmbedProgress {
  let reached = start;
  let fresh: { readonly from: number; readonly to: number } | undefined;
  /** Up to here an earlier process, or an earlier run ahead, may have been. */
  let mayBeHeldTo = searchableAtStart;
  let turns = 0;

  function runAhead(searchable: number): void {
    if (searchable - Math.max(reached, fresh?.to ?? -1) <= limits.freshAfter) return;
    mayBeHeldTo = Math.max(mayBeHeldTo, fresh?.to ?? -1);
    const from = Math.max(reached + 1, searchable + 1 - limits.records);
    fresh = { from, to: from - 1 };
  }

  function turnOf(lane: EmbedTurn['lane'], from: number, last: number): EmbedTurn {
    return { lane, from, upTo: Math.min(last, from + limits.records - 1), mayBeHeld: from <= mayBeHeldTo };
  }

  return {
    next(searchable) {
      if (searchable <= reached) return undefined;
      runAhead(searchable);
      turns += 1;
      if (fresh === undefined) return turnOf('oldest', reached + 1, searchable);
      const isForOldest = turns % TURNS === 0 || fresh.to >= searchable;
      return isForOldest ? turnOf('oldest', reached + 1, fresh.from - 1) : turnOf('fresh', fresh.to + 1, searchable);
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

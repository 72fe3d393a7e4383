import type { JudgedEvents } from '../judge/judge-events.ts';
import type { OpenedEvent } from '../open/open-events.ts';
import type { MergedEvent } from '../rank/merge-queries.ts';
import type { RankedQuery } from '../rank/rank-query.ts';

/** Events that one pass of the pipeline found, with the result of each stage. */
export interface FoundEvents extends JudgedEvents {
  /** The caller's queries in order, then those of retries. */
  readonly queries: readonly RankedQuery[];
  readonly pins: readonly string[];
  /** All events that any of the queries ranked, and those that are named or pinned. */
  readonly ranking: readonly MergedEvent[];
  /** The best of them, opened and ranked again for who asks. */
  readonly conditioned: readonly OpenedEvent[];
  /**
   * Set where statements of how an output has to be are among the events: their number, and whether nothing was found but
   * them.
   */
  readonly standing?: { readonly count: number; readonly isAlone: boolean };
}

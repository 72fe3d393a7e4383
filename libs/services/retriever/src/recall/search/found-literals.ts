import type { Literal } from '@total-recall/domain';
import type { DocumentId, TextHit } from '@total-recall/ports';

/** The literals of a query, with the passages that hold them word for word. */
export interface FoundLiterals {
  readonly literals: readonly Literal[];
  /** Passages that hold at least one. */
  readonly hits: readonly TextHit[];
  /** Share of the phrases that each event holds, where it holds any. */
  readonly phrases: ReadonlyMap<string, number>;
  /** Events with one of the clock times. */
  readonly clocks: ReadonlySet<string>;
  /** True where a phrase was looked for, and nothing that was looked at holds it. */
  readonly lacksPhrase: boolean;
  /** Terms of the literals. */
  readonly terms: ReadonlySet<string>;
  /** Returns the share of the literals that a passage holds. */
  readonly shareOf: (passage: DocumentId) => number;
}

import type { QueryTime } from '../query-time.ts';
import type { ScoringTerms } from './rank-document.ts';
import type { RankingSwitches } from './rank-parts.ts';

export interface RankTerms extends ScoringTerms {
  /** Returns how well a time (epoch milliseconds) fits the dates of the query, 0..1; absent where it names none. */
  readonly timePreference?: (occurredAt: number) => number;
  /** Returns true for a time whose events come before all others. */
  readonly leads?: (occurredAt: number) => boolean;
  /** Returns the share of the texts that the query names as they are written which a passage holds. */
  readonly literalShare?: (passage: { readonly eventId: string; readonly part: number }) => number;
  /** Set where the query asks for the first or the last of something. */
  readonly order?: QueryTime['order'];
  /** Returns when an event was recorded (epoch milliseconds), where it is ordered by that and not by when it occurred. */
  readonly recordedAt?: (eventId: string) => number | undefined;
  /** Set where the query asks for messages of the user or of the assistant, or of both alike. */
  readonly asksFor?: 'user_message' | 'agent_message' | 'anyone';
  /** Set where something shall be made, shown or advised: what the user said bears on that whatever its words. */
  readonly isRequest?: true;
  /** Parts of the ranking to use; all where absent. */
  readonly parts?: RankingSwitches;
}

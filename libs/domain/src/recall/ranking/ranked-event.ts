import type { LogPassage } from '../passage.ts';

export interface RankedPassage {
  readonly part: number;
  readonly passage?: LogPassage;
  readonly score: number;
  /** Score of each of its lines alone, by token vectors; absent where it has none. */
  readonly lines?: Float32Array;
}

export interface RankedEvent {
  readonly eventId: string;
  readonly session: string;
  readonly ordinal: number;
  /** Score of its best passage, context included; in standard deviations from the mean of the space. */
  readonly score: number;
  /** Score before context, including dates, roles and identifiers. */
  readonly own: number;
  /** Deviations of its best passage by text and by each signal. Present where there are signals besides text. */
  readonly signals?: Readonly<Record<string, number>>;
  /** Change of the score by neighbours and session. */
  readonly context: number;
  /** Boost because the query names its speaker. */
  readonly speaker: number;
  /** Boost for fitting the dates of the query, which `own` includes. */
  readonly dates: number;
  /** Late interaction of its best passage, -1..1; absent where it was not compared. */
  readonly late?: number;
  /** The same without the words of the events before it: what it says of the query by itself. */
  readonly lateInEvent?: number;
  readonly similarity?: number;
  /** Share of the query's identifiers that it holds, by weight; 0 where the query has none. */
  readonly exactShare: number;
  readonly matched: boolean;
  /** Share of the weight of the query's known words that its passages hold together, 0..1. */
  readonly coverage: number;
  /** Its passages among the candidates, best first. */
  readonly passages: readonly RankedPassage[];
}

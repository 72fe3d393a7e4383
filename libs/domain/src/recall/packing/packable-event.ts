import type { TextPiece } from '../passages/split-lines.ts';

/** A line that may be packed; bytes are those of the event's text or artifact. */
export interface PackableLine extends Pick<TextPiece, 'text' | 'fromByte' | 'toByte'> {
  /** Score of the line alone, by token vectors; absent where its passage has none. */
  readonly late?: number;
  /** Share of the query's weight that its words hold. */
  readonly share: number;
  /** Holds something of the form that is asked for: a path where a file is. */
  readonly hasForm?: boolean;
  /** Equal for lines that differ in numbers and ids alone; absent where a line has none. */
  readonly shape?: string;
}

export interface PackablePassage {
  readonly score: number;
  readonly lines: readonly PackableLine[];
}

/** An event that may be packed, the best first; its passages best first. */
export interface PackableEvent {
  readonly passages: readonly PackablePassage[];
  /** True when the whole event is asked for rather than a line of it. */
  readonly isWhole?: boolean;
}

/** A line where it stands, and what it is worth with its passage, in deviations. */
export interface LinePick {
  readonly event: number;
  readonly passage: number;
  readonly line: number;
  readonly worth: number;
}

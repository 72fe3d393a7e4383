/** A byte range of an event's text or of one of its artifacts (UTF-8, `toByte` exclusive). */
export interface LogPassage {
  /** Absent for a range of the event's inline text. */
  readonly artifactId?: string;
  readonly fromByte: number;
  readonly toByte: number;
}

/** A part of a text: UTF-16 units, the end not included. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A preview sized to the room there was: ranges of the entry's whole rendered text, in order, and what they take with the note of what is left out. */
export interface Cut {
  readonly ranges: readonly TextRange[];
  /** Exact tokens of the rendering, framing included. */
  readonly tokens: number;
}

/** A range of a text in UTF-16 units, the end excluded. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A preview sized to the available room: ranges of the entry's whole rendered text, in order. */
export interface Cut {
  readonly ranges: readonly TextRange[];
  /** Exact tokens of the rendering, including framing and the note about what is left out. */
  readonly tokens: number;
}

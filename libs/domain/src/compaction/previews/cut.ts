/** A range of a text in UTF-16 units, the end excluded. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Version of the note about what a cut leaves out, stored with every new cut so that a later note changes no window. 2
 * names the event to open.
 */
export const CUT_NOTE = 2;

/** A preview sized to the available room: ranges of the entry's whole rendered text, in order. */
export interface Cut {
  readonly ranges: readonly TextRange[];
  /** Version of the note; absent in old cuts, whose note names no event. */
  readonly noteVersion?: number;
  /** Exact tokens of the rendering, including framing and the note about what is left out. */
  readonly tokens: number;
}

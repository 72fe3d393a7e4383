/** A range of a text in UTF-16 units, the end excluded. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Version of how a cut is shown, stored with every new cut so that a later form changes no window. From 2 on its note names
 * the event to open, from 3 on lines of a text that are shown in part are marked.
 */
export const CUT_NOTE = 3;
/** First version whose note names the event. */
export const NAMES_EVENT = 2;
/** First version that marks lines shown in part. */
export const MARKS_PARTS = 3;

/** A preview sized to the available room: ranges of the entry's whole rendered text, in order. */
export interface Cut {
  readonly ranges: readonly TextRange[];
  /** Version of how it is shown; absent in old cuts, whose note names no event. */
  readonly noteVersion?: number;
  /** Exact tokens of the rendering, including framing and the note about what is left out. */
  readonly tokens: number;
}

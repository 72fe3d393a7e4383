/** Tools that the notes and markers of a window name for what is left out of it, as the model has them. */
export interface NoteTools {
  /** Name of the tool that searches; absent where the model has none. */
  readonly recall?: string;
  /** Name of the tool that reads an event; absent where the model has none that takes the ids of this window. */
  readonly open?: string;
}

/** Names under which windows declare the tools. Tokens of notes and markers are counted with them. */
export const NOTE_TOOLS: Required<NoteTools> = { recall: 'recall', open: 'open' };

/** Tokens of an event in each form a window can show it in, framing included. */
export interface FormTokens {
  /** All of it, artifacts and images unfolded. */
  readonly whole: number;
  /** Images and documents as `[image]`, `[document]`. */
  readonly stripped: number;
  /** Content artifacts as their preview too. */
  readonly preview: number;
}

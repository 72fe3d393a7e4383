/** Tokens of an event in each form a window can show it in, framing included. */
export interface FormTokens {
  /** Everything, with artifacts and images in full. */
  readonly whole: number;
  /** Images and documents replaced by `[image]`, `[document]`. */
  readonly stripped: number;
  /** Content artifacts also replaced by their preview. */
  readonly preview: number;
}

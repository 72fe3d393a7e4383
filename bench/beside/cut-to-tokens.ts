/** Counts the tokens of a text. */
export type CountTokens = (text: string) => Promise<number>;

export interface CutText {
  readonly text: string;
  readonly tokens: number;
}

/** Texts are cut to this many characters below the longest that fits. */
const NEAR_CHARS = 8;

/** Returns the beginning of a text that fits a budget, the whole where all of it does. */
export async function cutToTokens(text: string, budgetTokens: number, count: CountTokens): Promise<CutText> {
  const whole = await count(text);
  if (whole <= budgetTokens) return { text, tokens: whole };
  let best: CutText = { text: '', tokens: 0 };
  let tooLong = text.length;
  while (tooLong - best.text.length > NEAR_CHARS) {
    const part = text.slice(0, Math.floor((best.text.length + tooLong) / 2));
    const tokens = await count(part);
    if (tokens <= budgetTokens) best = { text: part, tokens };
    else tooLong = part.length;
  }
  return best;
}

const BLANKS = /[\p{White_Space}\p{Cc}]+/gu;
/** Signs that turn the direction of what follows, and signs of no width, but for the joiners and variants that scripts and emoji are written with. */
export const UNSEEN = /[[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]--[\u200c\u200d\p{Variation_Selector}]]/gv;

/** A text as one line in which everything is seen, in the order in which it stands. */
export function plainLine(text: string): string {
  return text.replace(UNSEEN, '').replace(BLANKS, ' ').trim();
}

const BLANKS = /[\p{White_Space}\p{Cc}]+/gu;
/**
 * Characters that change the text direction or have no width, except joiners and variation selectors that scripts and
 * emoji need.
 */
export const UNSEEN = /[[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]--[\u200c\u200d\p{Variation_Selector}]]/gv;

/** Converts a text to one line with only visible characters, in their stored order. */
export function plainLine(text: string): string {
  return text.replace(UNSEEN, '').replace(BLANKS, ' ').trim();
}

const BLANKS = /[\p{White_Space}\p{Cc}]+/gu;
/** Scripts whose letters no joiner and no selector changes: one behind them is there to be unseen. */
const UNJOINED = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}]`;
const LETTERS = String.raw`[[\p{L}\p{M}]--${UNJOINED}]`;
/**
 * Characters that change the text direction or have no width, among them tags (U+E0000 to U+E007F). Left out are joiners and
 * variation selectors right behind an emoji, or a letter of a script that needs them.
 */
export const UNSEEN = new RegExp(
  [
    String.raw`[[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]--[\u200c\u200d\p{Variation_Selector}]]`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f${LETTERS}])[\u200c\u200d]`,
    String.raw`(?<![\p{Emoji}\p{S}[${LETTERS}--\p{Variation_Selector}]])\p{Variation_Selector}`,
  ].join('|'),
  'gv',
);

/** Converts a text to one line with only visible characters, in their stored order. */
export function plainLine(text: string): string {
  return text.replace(UNSEEN, '').replace(BLANKS, ' ').trim();
}

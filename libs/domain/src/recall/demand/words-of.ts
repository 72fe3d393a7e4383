/** A normalised word with its offset in UTF-16 units. */
export interface Word {
  readonly text: string;
  readonly at: number;
}

/** Words of letters and digits; in scripts without spaces each character is one. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[\p{L}\p{N}\p{M}]+/gu;

/** Yields the words of a text in lower case, one by one. Linear, and holds one word at a time. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(WORD)) yield { text: match[0].toLowerCase(), at: match.index };
}

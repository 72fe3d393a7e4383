import { isCommonWord } from '../terms/read-terms.ts';
import { ENGLISH_STOP_WORDS } from '../recall/stop-words.ts';

/** Characters of a text that are read for words. */
export const TELLING_CHARS = 4_096;
const LONGEST_WORD = 40;
const WORD = /[\p{L}\p{N}]+(?:[._/-][\p{L}\p{N}]+)*/gu;

/** Returns the words of a text that tell what it is about, each once, in the order in which they come. Pure. */
export function tellingWords(text: string): string[] {
  const words = new Set<string>();
  for (const [found] of text.slice(0, TELLING_CHARS).toLowerCase().matchAll(WORD)) if (isTellingWord(found)) words.add(singular(found));
  return [...words];
}

/** True where a word, in small letters, tells what a text is about. */
export function isTellingWord(word: string): boolean {
  return word.length <= LONGEST_WORD && !isCommonWord(word) && !ENGLISH_STOP_WORDS.has(word) && !/^\d{1,2}$/.test(word);
}

/** `ports` and `port` are one word. */
export function singular(word: string): string {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

import { isCommonWord } from '../compaction/read-terms.ts';
import { ENGLISH_STOP_WORDS } from '../recall/stop-words.ts';

/** Characters of a text that are read for words. */
const READ_CHARS = 4_096;
const LONGEST_WORD = 40;
const WORD = /[\p{L}\p{N}]+(?:[._/-][\p{L}\p{N}]+)*/gu;

/** The words of a text that tell what it is about, each once, in the order in which they come. Pure. */
export function tellingWords(text: string): string[] {
  const words = new Set<string>();
  for (const [found] of text.slice(0, READ_CHARS).toLowerCase().matchAll(WORD))
    if (found.length <= LONGEST_WORD && !isCommonWord(found) && !ENGLISH_STOP_WORDS.has(found) && !/^\d{1,2}$/.test(found))
      words.add(singular(found));
  return [...words];
}

/** `ports` and `port` are one word. */
function singular(word: string): string {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

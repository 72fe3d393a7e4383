import { wordsIn } from '../../terms/dense-words.ts';
import type { TermRarity } from '../../terms/distinctive-terms.ts';
import { isCommonWord } from '../../terms/read-terms.ts';
import type { WordWeight } from './telling-part.ts';

const UNKNOWN_WORD = 0.7;

/**
 * Weighs words of requests, 0 to 1 for each: words common in the space tell little, everyday words nothing. A run
 * without spaces weighs as much as the words that it stands for.
 */
export function wordWeights(rarity: TermRarity | undefined): WordWeight {
  return (word) => {
    if (isCommonWord(word)) return 0;
    const frequency = rarity?.frequencies.get(word.toLowerCase());
    if (rarity === undefined || frequency === undefined) return UNKNOWN_WORD * wordsIn(word);
    const documents = Math.max(rarity.documents, frequency, 1);
    return (wordsIn(word) * Math.log(1 + documents / Math.max(1, frequency))) / Math.log(1 + documents);
  };
}

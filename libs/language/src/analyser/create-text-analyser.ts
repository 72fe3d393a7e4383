import { createRequire } from 'node:module';
import { createAnalyser, ENGLISH_STOP_WORDS, type TextAnalyser } from '@total-recall/domain';

const require = createRequire(import.meta.url);

/** Size of the cache of stems, in words. It is cleared when full. */
const STEM_CACHE_WORDS = 65_536;

/**
 * Creates this project's analyser with the English Snowball stemmer. Cheap
 * to create, safe to share.
 */
export function createTextAnalyser(): TextAnalyser {
  const snowball = require('snowball-stemmers') as { newStemmer(language: string): { stem(word: string): string } };
  const stemmer = snowball.newStemmer('english');
  let stems = new Map<string, string>();
  const stem = (word: string): string => {
    const known = stems.get(word);
    if (known !== undefined) return known;
    const found = stemmer.stem(word);
    if (stems.size >= STEM_CACHE_WORDS) stems = new Map();
    stems.set(word, found);
    return found;
  };
  return createAnalyser({ stem, stopWords: ENGLISH_STOP_WORDS });
}

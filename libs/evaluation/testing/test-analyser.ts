import { createAnalyser, ENGLISH_STOP_WORDS, type TextAnalyser } from '@total-recall/domain';

/** The project's analyser with a simple plural stemmer, sufficient to distinguish terms in tests. */
export const testAnalyser: TextAnalyser = createAnalyser({ stem: (word) => word.replace(/s$/, ''), stopWords: ENGLISH_STOP_WORDS });

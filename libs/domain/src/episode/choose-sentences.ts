import { statingSentences } from '../recall/statements/stating-sentences.ts';
import { tellingWords } from './telling-words.ts';

const MOST_CHARS = 240;
const MOST_WORDS = 6;

/** Texts in few words: some of their own sentences, in the order in which they stand, and words of theirs. */
export interface ChosenSentences {
  readonly sentences: readonly string[];
  readonly words: readonly string[];
}

/**
 * Chooses the sentences that hold most of the words that the texts share, one a text at most, each word for word and no
 * longer than 240 characters. Pure and deterministic. Source: L3 (extractive summary).
 */
export function chooseSentences(texts: readonly string[], limit: number): ChosenSentences {
  const times = new Map<string, number>();
  for (const text of texts) for (const word of tellingWords(text)) times.set(word, (times.get(word) ?? 0) + 1);
  const worthOf = (sentence: string): number => {
    const words = tellingWords(sentence);
    return words.reduce((sum, word) => sum + (times.get(word) ?? 0), 0) / Math.sqrt(4 + words.length);
  };
  const best = texts.flatMap((text, at) => {
    const sentences = statingSentences(text).map(({ from, to }) => text.slice(from, to).trim().slice(0, MOST_CHARS));
    const ranked = sentences.map((sentence) => ({ at, sentence, worth: worthOf(sentence) })).sort((a, b) => b.worth - a.worth);
    return ranked.slice(0, 1);
  });
  const chosen = best.toSorted((a, b) => b.worth - a.worth || a.at - b.at).slice(0, limit);
  return {
    sentences: chosen.sort((a, b) => a.at - b.at).map(({ sentence }) => sentence),
    words: [...times]
      .sort(([, a], [, b]) => b - a)
      .slice(0, MOST_WORDS)
      .map(([word]) => word),
  };
}

import type { WordWeight } from './label-words.ts';
import { tellingWords } from './telling-words.ts';
import { toldSentences, type ToldSentence } from './told-sentences.ts';

/** A question says what somebody wondered, and seldom what is so. */
const ASKED = 0.5;
/** One that announces others, or is one of a list, says part of a thing. */
const PARTLY = 0.5;
/** Beyond so many texts another one that says a word makes it hardly worth more. */
const SATURATION = 4;

/** A sentence with the place of its text among those given. */
export interface ChosenSentence {
  readonly at: number;
  readonly text: string;
}

/** Tells how much a sentence says of what texts share. */
export type SentenceWorth = (sentence: ToldSentence) => number;

/** Weighs sentences by the words that the texts share, and by what these tell in their space. */
export function sentenceWorth(texts: readonly string[], weightOf: WordWeight = () => 1): SentenceWorth {
  const times = new Map<string, number>();
  for (const text of texts) for (const word of tellingWords(text)) times.set(word, (times.get(word) ?? 0) + 1);
  const weights = new Map<string, number>();
  const weigh = (word: string): number => {
    const said = times.get(word) ?? 0;
    const known = weights.get(word) ?? (said / (SATURATION + said)) * weightOf(word);
    weights.set(word, known);
    return known;
  };
  return ({ text, isQuestion, announces, isItem }) => {
    const words = tellingWords(text);
    const sum = words.reduce((total, word) => total + weigh(word), 0) / Math.sqrt(4 + words.length);
    return sum * (isQuestion ? ASKED : 1) * (announces || isItem ? PARTLY : 1);
  };
}

/**
 * Chooses the sentences that tell most of what the texts share, one a text at most, each word for word, in the order in
 * which they stand. Pure and deterministic. Source: L3 (extractive summary).
 */
export function chooseSentences(texts: readonly string[], limit: number, weightOf?: WordWeight): ChosenSentence[] {
  const worthOf = sentenceWorth(texts, weightOf);
  const best = texts.flatMap((text, at) => {
    const told = toldSentences(text).map((sentence) => ({ at, text: sentence.text, worth: worthOf(sentence) }));
    return told.sort((a, b) => b.worth - a.worth).slice(0, 1);
  });
  const chosen = best.toSorted((a, b) => b.worth - a.worth || a.at - b.at);
  const once = chosen.filter(({ text }, at) => chosen.findIndex((other) => other.text === text) === at).slice(0, limit);
  return once.sort((a, b) => a.at - b.at).map(({ at, text }) => ({ at, text }));
}

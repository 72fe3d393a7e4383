import { statingSentences } from './stating-sentences.ts';

const WORD = /\p{L}[\p{L}\p{M}\p{N}'’]*/gu;
const CAPITAL = /^\p{Lu}/u;
/** Acronyms and single letters, with an "s" for several: they stand for things that every text of a field is about. */
const ACRONYM = /^[\p{Lu}\p{N}]+s?$/u;
const POSSESSIVE = /['’]s$/u;
/** A word behind one of these begins something, so its capital says nothing. */
const BEGINS = /[.!?…:"“„«([*]\s?$/u;
/** Words of English that have a capital and name neither a person nor a thing. */
const NO_NAME =
  /^(?:i|i['’]\p{L}+|ok|okay|tv|january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)$/iu;
/** Letters from which the beginning of a speaker's name may stand for him. */
const LEAST_LETTERS = 3;

/**
 * Returns true when a sentence of the text states something about somebody or something that it names: a word with a
 * capital that does not begin a sentence and is no acronym. The speakers' own names, whole or short, do not count, as people call each
 * other by them.
 */
export function holdsName(text: string, speakers: Iterable<string>): boolean {
  const called = [...speakers].flatMap((name) => name.toLowerCase().match(WORD) ?? []);
  const isOfSpeaker = (word: string): boolean =>
    called.some((name) => name === word || (word.length >= LEAST_LETTERS && name.startsWith(word)));
  return statingSentences(text).some(({ from, to }) => {
    const sentence = text.slice(from, to);
    if (sentence === sentence.toUpperCase()) return false;
    return sentence.matchAll(WORD).some(({ 0: found, index }) => {
      if (index === 0 || !CAPITAL.test(found) || BEGINS.test(sentence.slice(Math.max(0, index - 2), index))) return false;
      const word = found.replace(POSSESSIVE, '');
      return !ACRONYM.test(word) && !NO_NAME.test(word) && !isOfSpeaker(word.toLowerCase());
    });
  });
}

import { languageOf } from '../function-words.ts';

/**
 * Words by which people speak of themselves, in languages that seldom leave them out. In Spanish, Italian or Russian the
 * verb alone may say who is meant, so they are not listed.
 */
const FIRST_PERSON: Readonly<Record<string, string>> = {
  en: 'i im ive id ill me my mine myself we our ours us ourselves',
  de: 'ich mir mich mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem unserer',
  fr: 'je j me m moi mon ma mes mien mienne nous notre nos',
  nl: 'ik me mij mijn wij we ons onze',
  sv: 'jag mig min mitt mina vi oss vår vårt våra',
};
const WORDS = new Map(Object.entries(FIRST_PERSON).map(([language, words]) => [language, new Set(words.split(' '))]));
const WORD = /[\p{L}\p{M}]+/gu;

/**
 * Returns a test for words of the first person in the language of a text; undefined where it cannot be told or may leave
 * such words out.
 */
export function firstPersonIn(text: string): ((sentence: string) => boolean) | undefined {
  const words = WORDS.get(languageOf(text) ?? '');
  return (
    words &&
    ((sentence) =>
      sentence
        .toLowerCase()
        .matchAll(WORD)
        .some(([word]) => words.has(word)))
  );
}

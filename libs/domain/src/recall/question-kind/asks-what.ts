import { wholeWords } from '../../terms/whole-words.ts';

/** Words by which a question asks what there was, rather than why, how or where, by language. */
const WHAT: Readonly<Record<string, string>> = {
  en: 'what|everything|anything',
  de: 'was|alles|worüber|wovon|worum',
  fr: 'que|qu|quoi|tout',
  es: 'qué|todo',
  it: 'che|cosa|cos|tutto',
  pt: 'que|quê|tudo',
  nl: 'wat|alles|waarover',
  sv: 'vad|allt',
  ru: 'что|чем|чём|всё',
};
/** Words that ask which of several, by language. */
const WHICH: Readonly<Record<string, string>> = {
  en: 'which',
  de: 'welche[mnrs]?',
  fr: 'quel(?:le)?s?',
  es: 'cuál(?:es)?',
  it: 'qual[ei]?',
  pt: 'qual|quais',
  nl: 'welke?',
  sv: 'vilk(?:en|et|a)',
  ru: 'как(?:ой|ая|ое|ие)',
};
/** Words that ask for something about it. */
const ELSE: Readonly<Record<string, string>> = {
  en: 'why|how|where|who|whom|whose|when',
  de: 'warum|wieso|weshalb|wie|wo|wer|wem|wen|wann',
  fr: 'pourquoi|comment|où|(?<!ce )qui|quand|combien',
  es: 'por qué|cómo|dónde|quién(?:es)?|cuándo|cuánt[ao]s?',
  it: 'perché|come|dove|chi|quando|quant[aeio]',
  pt: 'por que|porque|como|onde|quem|quando|quant[ao]s?',
  nl: 'waarom|hoe|waar|wie|wanneer',
  sv: 'varför|hur|var|vem|när',
  ru: 'почему|зачем|как|где|кто|когда|сколько',
};
const anyOf = (words: Readonly<Record<string, string>>): string => wholeWords(Object.values(words).join('|'));
const ASKS_WHAT = new RegExp(`${anyOf(WHAT)}|什么|什麼|甚么|何を|何が`, 'iu');
const ASKS_WHICH = new RegExp(anyOf(WHICH), 'iu');
const ASKS_ELSE = new RegExp(`${anyOf(ELSE)}|为什么|為什麼|怎么|怎麼|なぜ|どうして|どう|どこ|誰`, 'iu');

/** Returns true for a question that asks what was said or done, and nothing else about it. */
export function asksWhat(query: string): boolean {
  return ASKS_WHAT.test(query) && !ASKS_WHICH.test(query) && !ASKS_ELSE.test(query);
}

/** Returns true for a question for a reason, a way, a place, a time or a person. */
export function asksElse(query: string): boolean {
  return ASKS_ELSE.test(query);
}

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
/** Words that ask for something about it. */
const ELSE: Readonly<Record<string, string>> = {
  en: 'why|how|where|who|whom|whose|which|when',
  de: 'warum|wieso|weshalb|wie|wo|wer|wem|wen|wann|welche[mnrs]?',
  fr: 'pourquoi|comment|où|(?<!ce )qui|quand|quel(?:le)?s?|combien',
  es: 'por qué|cómo|dónde|quién(?:es)?|cuándo|cuál(?:es)?|cuánt[ao]s?',
  it: 'perché|come|dove|chi|quando|qual[ei]?|quant[aeio]',
  pt: 'por que|porque|como|onde|quem|quando|qual|quais|quant[ao]s?',
  nl: 'waarom|hoe|waar|wie|wanneer|welke?',
  sv: 'varför|hur|var|vem|när|vilk(?:en|et|a)',
  ru: 'почему|зачем|как|где|кто|когда|как(?:ой|ая|ое|ие)|сколько',
};
const anyOf = (words: Readonly<Record<string, string>>): string =>
  `(?<![\\p{L}\\p{N}])(?:${Object.values(words).join('|')})(?![\\p{L}\\p{N}])`;
const ASKS_WHAT = new RegExp(`${anyOf(WHAT)}|什么|什麼|甚么|何を|何が`, 'iu');
const ASKS_ELSE = new RegExp(`${anyOf(ELSE)}|为什么|為什麼|怎么|怎麼|なぜ|どうして|どう|どこ|誰`, 'iu');

/** Returns true for a question that asks what was said or done, and nothing else about it. */
export function asksWhat(query: string): boolean {
  return ASKS_WHAT.test(query) && !ASKS_ELSE.test(query);
}

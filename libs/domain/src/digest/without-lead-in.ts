/** Words that join a sentence to the one before, by language, and words with which a statement of its own goes on behind them. */
const JOINED: readonly (readonly [joins: string, goesOn: string])[] = [
  ['and|but', '(?!for(?!\\p{L})|/)'],
  [
    'so|also|plus|then|yet|or',
    "(?=(?:(?:i|we)(?:['’](?:m|re|ve|ll|d))?|my|our|the|it|its|it['’]s|he|she|they|you|there|this|that|these|those|please|from|always|never|remember|today|yesterday)(?![\\p{L}'’]))",
  ],
  [
    'und|aber|denn|doch|oder',
    '(?=(?:ich|wir|meine?|unsere?|der|die|das|es|er|sie|man|bitte|jetzt|seit|heute|gestern|ab|in|im|am)(?!\\p{L}))',
  ],
  ['et|mais|donc', "(?=(?:je|nous|on|mon|ma|mes|notre|nos|le|la|les|il|elle|ils|elles|c['’]est|maintenant)(?!\\p{L})|[jl]['’])"],
  ['y|pero|así que|pues', '(?=(?:yo|nosotr[oa]s|me|nos|mi|mis|nuestr[oa]s?|el|la|los|las|ahora|vivo|trabajo|tengo|es|se)(?!\\p{L}))'],
  ['e|ma|però|quindi', "(?=(?:io|noi|mi|ci|il|la|lo|i|le|mio|mia|nostr[oa]|ora|adesso|abito|vivo|lavoro|ho|abbiamo)(?!\\p{L})|l['’])"],
  ['e|mas|então', '(?=(?:eu|nós|me|meu|minha|nosso|nossa|o|a|os|as|agora|moro|vivo|trabalho|tenho)(?!\\p{L}))'],
  ['en|maar|want', '(?=(?:ik|wij|we|mijn|onze|ons|de|het|er|dat|dit|nu)(?!\\p{L}))'],
  ['och|men', '(?=(?:jag|vi|min|mitt|mina|vår|vårt|det|den|nu)(?!\\p{L}))'],
  ['и|а|но', '(?=(?:я|мы|мой|моя|моё|мои|наш|наша|наше|это|теперь|сейчас|меня|мне)(?!\\p{L}))'],
];
/** Words of an answer or a greeting, up to the comma. */
const ANSWERS =
  '(?:(?:oh|ah|well|hey|hi|hello|ok(?:ay)?|yes|yeah|yep|yup|sure(?: thing)?|right|cool|great|thanks|thank you|of course|certainly|absolutely|definitely|hm+|anyway|however|also|plus|by the way|btw|fyi|ja|genau|klar|hallo|übrigens|oui|bien sûr|bonjour|sí|claro|hola|sì|certo|ciao|sim|olá|hoi|zeker|hej|visst|да))\\s?[,!–—]\\s+';
const LEAD_IN = new RegExp(`^(?:${JOINED.map(([joins, goesOn]) => `(?:${joins}),?\\s+${goesOn}`).join('|')}|${ANSWERS})`, 'iu');
/** The same with the name of who is spoken to, which a capital tells. */
const ADDRESS = /^(?:[Hh](?:ey|i|ello|allo|ola|oi|ej)|Oh|Yes|Yeah|Thanks|Bonjour|Ciao|Olá)\s\p{Lu}\p{Ll}+\s?[,!–—]\s+/u;
/** Most of them that are taken off: "And by the way, ...". */
const MOST = 3;

/**
 * Returns a sentence as it reads outside of its conversation: without the words that only join it to what was said
 * before ("And", "Sure,"). The rest stays word for word, from its first letter on.
 */
export function withoutLeadIn(sentence: string): string {
  let rest = sentence.trimStart();
  for (let taken = 0; taken < MOST; taken++) {
    const lead = (LEAD_IN.exec(rest) ?? ADDRESS.exec(rest))?.[0];
    if (lead === undefined || lead.length === rest.length) break;
    rest = rest.slice(lead.length);
  }
  return rest;
}

/** The same for a line without quotes, which begins with a capital where the sentence did. */
export function asOwnSentence(sentence: string): string {
  const rest = withoutLeadIn(sentence);
  const isCut = rest.length < sentence.trimStart().length;
  return isCut && /^\p{Lu}/u.test(sentence.trimStart()) && /^\p{Ll}{1,12}['’\s]/u.test(rest)
    ? rest[0]!.toUpperCase() + rest.slice(1)
    : rest;
}

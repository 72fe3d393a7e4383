import { wholeWords } from '../terms/whole-words.ts';

/** Phrases that ask for verbatim text, in languages other than English. */
const EXACT: Readonly<Record<string, readonly string[]>> = {
  de: [
    'wörtlich',
    'wortwörtlich',
    'wort für wort',
    'exakt',
    'im wortlaut',
    'genauen? wortlaut',
    'vollständige[nrs]? (?:ausgabe|text|nachricht|log)',
  ],
  fr: ['mot (?:à|pour) mot', 'textuellement', 'exactement', 'littéralement', 'texte (?:exact|intégral|complet)', 'sortie complète'],
  es: ['palabra por palabra', 'literal(?:mente)?', 'textualmente', 'exactamente', 'texto (?:exacto|completo|íntegro)', 'salida completa'],
  it: ['parola per parola', 'letteralmente', 'testualmente', 'esattamente', 'testo (?:esatto|completo|integrale)'],
  pt: ['palavra por palavra', 'literalmente', 'textualmente', 'exatamente', 'texto (?:exato|completo|integral)'],
  nl: ['woord voor woord', 'letterlijk', 'volledige (?:uitvoer|tekst|log)'],
  sv: ['ordagrant', 'ord för ord', 'exakt'],
  ru: ['дословно', 'слово в слово', 'буквально', 'точный текст', 'полный (?:текст|вывод)'],
  pl: ['dosłownie', 'słowo w słowo', 'dokładnie', 'pełny tekst'],
  tr: ['kelimesi kelimesine', 'harfiyen', 'aynen'],
  ja: ['一字一句', '原文'],
  zh: ['一字不差', '逐字', '原文', '原话'],
  ko: ['글자 그대로', '원문'],
};

/** Beginnings of questions that ask for a summary, in languages other than English. */
const SUMMARY: Readonly<Record<string, readonly string[]>> = {
  de: [
    '(?:gib mir |mach |schreib |bitte )*(?:eine |einen |die |kurze )*(?:zusammenfassung|überblick|übersicht)',
    '(?:bitte )?fasse? .* zusammen',
    'was haben wir (?:bisher|alles)',
    'was ist bisher',
  ],
  fr: [
    "(?:fais|fais-moi|donne|donne-moi|peux-tu faire)? ?(?:un |une |le )?(?:résumé|vue d['’]ensemble|récapitulatif)",
    'résume(?:z|r)?',
    "qu['’]avons-nous (?:fait|discuté)",
    "qu['’]est-ce (?:que nous avons|qu['’]on a) fait",
  ],
  es: [
    '(?:haz|dame|hazme|puedes hacer)? ?(?:un |una |el )?(?:resumen|visión general|panorama)',
    'resumir',
    'resúm(?:e|eme)',
    'resume (?:lo|la|el|todo|nuestr[ao])',
    'qué hemos (?:hecho|hablado|discutido)',
  ],
  it: [
    '(?:fai|dammi|fammi|puoi fare)? ?(?:un |una |il )?(?:riassunto|riepilogo|panoramica)',
    'riassum(?:i|ere)',
    '(?:che )?cosa abbiamo (?:fatto|discusso)',
  ],
  pt: [
    '(?:faça|faz|me dê|dá-me)? ?(?:um |uma |o )?(?:resumo|visão geral|panorama)',
    'resum(?:a|ir)',
    'resume (?:tudo|o que)',
    'o que (?:fizemos|discutimos|já fizemos)',
  ],
  nl: ['(?:geef|maak)? ?(?:me )?(?:een )?(?:korte )?(?:samenvatting|overzicht)', 'vat .* samen', 'wat hebben we (?:gedaan|besproken)'],
  sv: ['(?:ge mig )?(?:en )?(?:sammanfattning|översikt)', 'sammanfatta', 'vad har vi (?:gjort|diskuterat)'],
  ru: ['(?:дай|сделай)? ?(?:мне )?(?:краткое )?(?:резюме|обзор|сводк[ау])', 'подведи итог', 'что мы (?:сделали|обсуждали)'],
  pl: ['(?:podaj |zrób )?(?:krótkie )?(?:podsumowanie|przegląd)', 'podsumuj', 'co (?:zrobiliśmy|omówiliśmy)'],
  tr: ['(?:bana )?(?:kısa )?(?:bir )?(?:özet|genel bakış)', 'özetle', 'şimdiye kadar ne yaptık'],
  ja: ['(?:これまで|今まで|会話)?.{0,8}(?:要約|まとめ|概要)', 'これまで何を'],
  zh: ['(?:请)?(?:总结|概括|归纳)', '(?:给我)?(?:一个)?(?:概述|摘要|总览)', '我们(?:到目前为止|目前)?(?:做了|讨论了)什么'],
  ko: ['.{0,12}요약', '.{0,12}개요', '지금까지 (?:무엇을|뭘)'],
};

// A word ends where no letter or number follows; scripts without spaces between words have no such end.
const SPACED_END = String.raw`(?![\p{L}\p{N}])`;
const UNSPACED = new Set(['ja', 'zh', 'ko']);

function anywhere(language: string, words: readonly string[]): string {
  const any = words.join('|');
  return UNSPACED.has(language) ? `(?:${any})` : wholeWords(any);
}

export const EXACT_ELSEWHERE = new RegExp(
  Object.entries(EXACT)
    .map(([language, words]) => anywhere(language, words))
    .join('|'),
  'iu',
);

export const SUMMARY_ELSEWHERE = new RegExp(
  String.raw`^\s*[¿¡]?(?:` +
    Object.entries(SUMMARY)
      .map(([language, words]) => `(?:${words.join('|')})${UNSPACED.has(language) ? '' : SPACED_END}`)
      .join('|') +
    ')',
  'iu',
);

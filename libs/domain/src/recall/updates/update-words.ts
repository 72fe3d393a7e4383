/** Words that say something holds from now on. Statements without them are compared by form alone. */
const NOW = [
  'now nowadays currently instead anymore henceforth',
  'jetzt nun inzwischen mittlerweile neuerdings stattdessen',
  'maintenant désormais dorénavant actuellement plutôt',
  'ahora actualmente ya',
  'ora adesso ormai attualmente invece',
  'agora atualmente já',
  'nu tegenwoordig voortaan inmiddels',
  'numera istället nykyään nyt',
  'теперь сейчас отныне тепер зараз',
  'teraz obecnie şimdi artık sekarang',
].join(' ');
/** Words behind one of them with which it tells one thing from another: "instead of". */
const AFTER_NOW: ReadonlySet<string> = new Set("of que qu'un qu'une di del för".split(' '));
/** The same in scripts without spaces, and in several words. */
const NOW_PHRASES =
  /现在|現在|如今|今は|今では|지금|이제|الآن|bây giờ|từ nay|(?<![\p{L}\p{N}])(?:from now on|as of now|right now|by now|von nun an|ab jetzt|ab sofort|à partir de maintenant|a partir de ahora|d['’]ora in poi|a partir de agora|vanaf nu|från och med nu|с этого момента|(?:from|starting|beginning|as of|effective) today|ab heute|dès aujourd['’]hui|à partir d['’]aujourd['’]hui|desde hoy|a partir de hoy|da oggi|a partire da oggi|a partir de hoje|vanaf vandaag)(?![\p{L}\p{N}])/giu;

const NOW_WORDS: ReadonlySet<string> = new Set(NOW.split(' '));

/** Returns true for a word that says "now", before the word `next`. */
export function isNowWord(word: string, next?: string): boolean {
  return NOW_WORDS.has(word) && (next === undefined || !AFTER_NOW.has(next));
}

/** Removes what says "now" in scripts without spaces or in several words, and tells whether there was any. */
export function withoutNowPhrases(text: string): { readonly text: string; readonly saysNow: boolean } {
  const without = text.replace(NOW_PHRASES, ' ');
  return { text: without, saysNow: without !== text };
}

/** First words of a clause that is about no thing in particular: what is pointed at, or what is to be done next. */
const POINTS: ReadonlySet<string> = new Set(
  (
    "this that these those it it's that's dies diese dieser dieses ce cet cette ces c'est cela ça esto este esta eso ese esa questo questa " +
    "quello quella isto isso deze dit denna detta это этот эта let let's lass lasst lassen laisse-moi laissez-moi déjame fammi laat låt давай давайте"
  ).split(' '),
);

export function namesNoThing(word: string): boolean {
  return POINTS.has(word.replace('’', "'"));
}

/** Words that say what something is or is called, before its value. */
const COPULAS: ReadonlySet<string> = new Set(
  'is are ist sind est sont es son está están è sono é são zijn är jest są 是 は called named heißt heisst heet'.split(' '),
);

export function isCopula(word: string): boolean {
  return COPULAS.has(word);
}

/** Verbs of what is chosen for a use: what stands behind them is a value, also before the use. */
const CHOICES: ReadonlySet<string> = new Set(
  'use uses using keep prefer verwenden nutzen benutzen utilisons utiliser usamos usar usiamo utilizziamo gebruiken använder используем'.split(
    ' ',
  ),
);

export function isChoice(word: string): boolean {
  return CHOICES.has(word);
}

/** Words that end like those for acts and name or tell apart a thing: "Staging host". */
const THINGS =
  'staging|setting|logging|routing|string|billing|shipping|embedding|encoding|pricing|shared|required|preferred|managed|nested';
/** Beginning of a sentence that tells an act which is done once: "I will create", "Ich werde", "Reading". */
const ACT = new RegExp(
  String.raw`^(?:(?:\S+ ){0,3}?(?:(?:i|we)(?:'ll|'ve| will| have \S{3,}ed| \S{3,}ed)|(?:i'm|i am|we're|we are) going to|ich werde|wir werden|je vais|nous allons|voy a|vamos a|vou|ik ga|we gaan|jag ska|vi ska|я буду|мы будем) |(?!(?:${THINGS}) )\S{3,}(?:ing|ed) )`,
  'u',
);
/** Verbs of what is done from then on, of what is, and of what a thing becomes: "I will use", "We installed". */
const LASTING: ReadonlySet<string> = new Set(
  'is are use using keep keeping need prefer changed moved renamed installed upgraded downgraded switched migrated pinned bumped picked selected settled verwenden benutzen nutzen behalten utiliser garder usar utilizar mantener manter gebruiken houden använda использовать'.split(
    ' ',
  ),
);

/** Returns true for words of a sentence, in lower case, that tell an act which says nothing of a state. */
export function tellsAct(words: readonly string[]): boolean {
  return ACT.test(`${words.join(' ').replaceAll('’', "'")} `) && !words.some((word) => LASTING.has(word));
}

/** Words for a day: a statement about one day is not replaced by the next day's. */
const DAYS: ReadonlySet<string> = new Set(
  'today yesterday tonight heute gestern hoy ayer oggi ieri hoje ontem vandaag gisteren idag igår сегодня вчера сьогодні вчора dzisiaj wczoraj bugün dün'.split(
    ' ',
  ),
);
const DAYS_ELSEWHERE = /aujourd['’]hui|今天|昨天|今日|昨日|오늘|어제|اليوم|أمس|hôm nay|hôm qua/iu;

export function isOfDay(sentence: string): boolean {
  return DAYS_ELSEWHERE.test(sentence) || (sentence.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => DAYS.has(word));
}

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
/** The same words in scripts without spaces. */
const NOW_UNSPACED = /现在|現在|如今|今は|今では|지금|이제|الآن|bây giờ|từ nay/gu;

const NOW_WORDS: ReadonlySet<string> = new Set(NOW.split(' '));

export function isNowWord(word: string): boolean {
  return NOW_WORDS.has(word);
}

/** Removes words for "now" in scripts without spaces, and tells whether there were any. */
export function withoutUnspacedNow(text: string): { readonly text: string; readonly saysNow: boolean } {
  const without = text.replace(NOW_UNSPACED, ' ');
  return { text: without, saysNow: without !== text };
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

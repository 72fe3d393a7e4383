import type { TimeRelation } from '@total-recall/domain';

const edge = (inner: string): string => `(?<![\\p{L}\\p{N}])(?:${inner})(?![\\p{L}\\p{N}])`;

/** Words right before a date that make it a limit. */
const BEFORE = new RegExp(
  `${edge("before|until|till|prior to|earlier than|vor(?: dem)?|bis(?: zum)?|avant(?: le)?|jusqu'au|antes (?:de|del|do|da)|hasta(?: el)?|até|prima (?:di|del)|fino al?|voor|tot|före|innan|trước|sebelum|до|перед|قبل")}\\s*(?:the )?$`,
  'iu',
);
const AFTER = new RegExp(
  `${edge('after|since|from|later than|nach(?: dem)?|seit(?: dem)?|ab(?: dem)?|après(?: le)?|depuis(?: le)?|dès|después (?:de|del)|desde(?: el)?|dopo(?: il)?|dal|depois (?:de|do|da)|a partir (?:de|do)|na|sinds|vanaf|efter|sedan|sau|setelah|sejak|после|с|від|після|بعد|منذ')}\\s*(?:the )?$`,
  'iu',
);
/** Languages that put the word behind the date. */
const BEFORE_BEHIND = /^\s*(?:より前|以前|の前|まで|之前|以前|前)/u;
const AFTER_BEHIND = /^\s*(?:以降|以後|より後|の後|から|之后|以后|以後|后)/u;

export function relationAt(query: string, from: number, to: number): TimeRelation {
  const [ahead, behind] = [query.slice(0, from), query.slice(to)];
  if (BEFORE.test(ahead) || BEFORE_BEHIND.test(behind)) return 'before';
  return AFTER.test(ahead) || AFTER_BEHIND.test(behind) ? 'after' : 'at';
}

/** Words before a time of day. Without one, 12:30 may be a line and column. */
const AT_CLOCK = new RegExp(
  `${edge('at|around|about|by|near|um|gegen|à|vers|a las?|hacia las?|alle|verso le|às|pelas|om|rond|kl|klo|vid|lúc|pukul|jam|в|около|о|الساعة|utc')}\\s*$`,
  'iu',
);
const CLOCK_UNIT = /(?:\d\s*(?:[ap]\.?m\.?|uhr|h\d{0,2})(?![\p{L}\p{N}])|o'clock|[時点點]|noon|midnight|mittag|mitternacht|midi|minuit)/iu;

export function isClockTime(query: string, from: number, text: string): boolean {
  const ahead = query.slice(0, from);
  return (
    AT_CLOCK.test(ahead) || AT_CLOCK.test(`${text.split(/\s/)[0]} `) || BEFORE.test(ahead) || AFTER.test(ahead) || CLOCK_UNIT.test(text)
  );
}

const LAST = new RegExp(
  edge(
    'last|latest|most recent(?:ly)?|newest|final(?:ly)?|in the end|zuletzt|letzte[nrsm]?|neueste[nrsm]?|schließlich|derni[eè]re?s?|plus récente?|finalement|últim[oa]s?|más reciente|finalmente|ultim[oaie]|più recente|mais recente|laatste|uiteindelijk|sist[ae]?|senaste|viimeinen|viimeksi|cuối cùng|terakhir|последн\\p{L}+|останн\\p{L}+|наконец|أخيرا|آخر',
  ) + '|最後|最新|最近|最后',
  'iu',
);
const FIRST = new RegExp(
  edge(
    "first|earliest|initially|originally|in the beginning|at the start|zuerst|erste[nrsm]?|anfangs|ursprünglich|premi(?:er|ère)s?|d'abord|au début|initialement|primer[oa]?s?|al principio|prim[oa]|all'inizio|inizialmente|primeir[oa]s?|no início|eerste|aanvankelijk|först[ae]?|ensimmäinen|đầu tiên|pertama|перв\\p{L}+|перш\\p{L}+|сначала|أول",
  ) + '|最初|首先|第一',
  'iu',
);

const EARLIER = new RegExp(
  edge(
    'before|previous(?:ly)?|formerly|former|used to|prior|vorher|vorherige[nrsm]?|zuvor|früher|bevor|vor|ehemals|avant|auparavant|précédente?s?|précédemment|autrefois|antes|anterior(?:es|mente)?|previamente|prima|precedente(?:mente)?|in precedenza|anteriormente|voorheen|eerder|vroeger|voordat|tidigare|innan|förut|aiemmin|ennen|trước(?: đây| khi)?|sebelum(?:nya)?|dulu|раньше|прежде|ранее|до|предыдущ\\p{L}+|раніше|попередн\\p{L}+|سابقا|قبل',
  ) + '|以前|之前|原来|原來|前の|以前の|元の',
  'iu',
);

/** Returns true when the query asks for the earlier of two values. */
export function asksBefore(query: string): boolean {
  return EARLIER.test(query);
}

/** Returns whether the query asks for the first or the last of something; undefined for both or neither. */
export function orderOf(query: string): 'first' | 'last' | undefined {
  const [first, last] = [FIRST.test(query), LAST.test(query)];
  return first === last ? undefined : first ? 'first' : 'last';
}

/** Words for participants. A question about what they did or said is about the time when it happened. */
const TAKES_PART = new RegExp(
  edge(
    "i|you|we|us|me|ich|du|sie|wir|mir|mich|je|j'ai|tu|nous|vous|yo|tú|nosotros|hicimos|dijimos|io|noi|abbiamo|eu|nós|você|fizemos|ik|jij|je|wij|jag|vi|minä|me|tôi|chúng ta|saya|kita|я|мы|ты|ви|ми|نحن|أنا",
  ) + '|私|僕|我|我们|我們',
  'iu',
);

export function asksParticipant(query: string): boolean {
  return TAKES_PART.test(query);
}

/** Units longer than a day: "last week" names no particular day. */
const WEEK = /week|woche|semaine|semana|settimana|vecka|viikko|tuần|minggu|недел|тижд|أسبوع|[週周星]/iu;
const MONTH_UNIT =
  /month|monat|mois|\bmes(?:es)?\b|mese|mês|meses|maand|månad|kuukau|tháng|bulan|месяц|місяц|شهر|(?:上|先|この|这个|個|个)月/iu;
const YEAR_UNIT = /year|jahr|année|\ban(?:s)?\b|año|anno|\bano\b|jaar|\bår\b|vuosi|năm|tahun|год|рік|سنة|(?:去|昨|今)年/iu;

export function longUnitOf(text: string): 'week' | 'month' | 'year' | undefined {
  if (WEEK.test(text)) return 'week';
  return MONTH_UNIT.test(text) ? 'month' : YEAR_UNIT.test(text) ? 'year' : undefined;
}
